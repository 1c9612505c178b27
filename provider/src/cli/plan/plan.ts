import { listTexts, toValues, isValues, listObjects, text, type Values } from "../../fields/values";
import { retainedEffect, type DeleteEffect } from "../../names/deleteEffects";
import { deleteEffects } from "../../names/kinds";
import { isStackUrn, parseUrn } from "../../names/stackUrn";
import { parseKind } from "../../names/typeToken";
import { ownCommand } from "../../messages/installation";
import { parsed } from "../../http/json";
import { changesBetween, detailedChanges, differs, type PropertyChange } from "./changes";
import { blockedByPolicy, readPolicies, withoutPolicies, type PolicyNote } from "./policies";

/** A preview, as far as a summary needs it. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Outputs of the stack that change; only events tell them. */
  readonly outputs: readonly PropertyChange[];
  /** Warnings and errors, and what resources say of a change. */
  readonly messages: readonly PlanMessage[];
  /** How many resources there are of each kind of step, `same` included, without the stack itself. */
  readonly changeSummary: Readonly<Record<string, number>>;
}

/** One resource that is not as the program wants it. */
export interface PlanStep {
  /** `create`, `update`, `replace`, `delete`, `refresh`, …; `policy` where nothing but a policy pack speaks of it. */
  readonly operation: string;
  /** Type without what says who provides it: `gce:Route`, also of the plugin. */
  readonly type: string;
  readonly name: string;
  /** Name of the component that it is in; empty for one of the stack itself. */
  readonly parent: string;
  /** The path of the object; empty where it is not made yet. */
  readonly id: string;
  /** The effect on the object when the resource goes; `undefined` where nobody here knows it. */
  readonly deleteEffect: DeleteEffect | undefined;
  /** The causes of a replacement, or else the differences; of an object that is new or goes, its arguments. */
  readonly changes: readonly PropertyChange[];
  /** The words of policy packs about it. */
  readonly policies: readonly PolicyNote[];
}

export interface PlanMessage {
  readonly severity: "error" | "warning" | "info";
  readonly text: string;
}

/** Steps in which nothing happens to a real object. */
const idleOperations = new Set<unknown>(["same", "read", "read-replacement", "read-discard", "remove-pending-replace"]);

/** Reads the output of `pulumi preview --json`, either its object or its events. */
export function parsePlan(output: string): Plan {
  const document = parseDocument(output);
  if (document === undefined) {
    throw new Error(
      `this is not the output of \`pulumi preview --json\`. Write that output to a file, and give the name of the file: pulumi preview --json > plan.json; ${ownCommand} plan plan.json`,
    );
  }
  const steps = listObjects(document.steps);
  const messages = listObjects(document.diagnostics).flatMap(readMessages);
  const policies = readPolicies(document);
  const replaced = new Set(steps.flatMap((step) => (step.op === "replace" ? [step.urn] : [])));
  // A replacement is three steps to the engine, and one change to a reader.
  const isOpen = ({ op, urn }: Values) =>
    !idleOperations.has(op) && !((op === "create-replacement" || op === "delete-replaced") && replaced.has(urn));
  const open = steps.filter((step) => !isStack(step) && isOpen(step));
  const shown = new Set(open.map(({ urn }) => urn));
  const others = [...policies.keys()].filter((urn) => !shown.has(urn)).map((urn) => ({ op: "policy", urn }));
  const isBlocked = [...policies.values()].flat().some(({ effect }) => effect === "blocks");
  const hasEvents = document.policyEvents !== undefined;
  return {
    steps: [...open, ...others].map((step) => readStep(step, policies.get(readText(step, "urn")) ?? [])),
    outputs: changesBetween(toValues(document.oldOutputs), toValues(document.newOutputs)).filter(differs),
    // The CLI may say the same of a resource and of its stack.
    messages: [...new Map(messages.map((message) => [message.text, message])).values()].flatMap((message) => {
      if (message.text !== blockedByPolicy) return [message];
      if (isBlocked) return [];
      return [hasEvents ? message : { ...message, text: `${blockedByPolicy}\n${withoutPolicies}` }];
    }),
    changeSummary: countOthers(toValues(document.changeSummary), steps.find(isStack)?.op),
  };
}

/** The counts of the engine, which count the stack itself too. */
function countOthers(summary: Values, stackStep: unknown): Record<string, number> {
  const isCount = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === "number";
  const counts = Object.entries(summary).filter(isCount);
  return Object.fromEntries(counts.map(([kind, count]) => [kind, kind === stackStep ? Math.max(0, count - 1) : count]));
}

/** The object that the CLI prints, which lines of its own may precede; or the same, made of its events. */
function parseDocument(output: string): Values | undefined {
  const events = output.split("\n").flatMap((line) => (/^\{"sequence"/.test(line) ? listObjects([parsed(line)]) : []));
  if (events.length > 0) return parseEvents(events);
  const start = /^\{/m.exec(output)?.index;
  const document = start === undefined ? undefined : parsed(output.slice(start, output.lastIndexOf("}") + 1));
  return isValues(document) && (document.steps ?? document.diagnostics) !== undefined ? document : undefined;
}

function parseEvents(events: readonly Values[]): Values {
  const all = (kind: string) => listObjects(events.map((event) => event[kind]));
  const metadata = (kind: string) => all(kind).map((event) => toValues(event.metadata));
  const stack = metadata("resOutputsEvent").findLast(isStack);
  return {
    steps: metadata("resourcePreEvent").map(({ old: oldState, new: newState, keys: replaceReasons, ...step }) => {
      return { ...step, oldState, newState, replaceReasons };
    }),
    diagnostics: all("diagnosticEvent").map((one) => ({
      ...one,
      message: readText(one, "prefix") + readText(one, "message"),
    })),
    policyEvents: all("policyEvent"),
    policyRemediationEvents: all("policyRemediationEvent"),
    changeSummary: all("summaryEvent").at(-1)?.resourceChanges,
    oldOutputs: toValues(stack?.old).outputs,
    newOutputs: toValues(stack?.new).outputs,
  };
}

function readStep(step: Values, policies: readonly PolicyNote[]): PlanStep {
  const operation = readText(step, "op");
  const [before, after] = [toValues(step.oldState), toValues(step.newState)];
  const { name, type: token } = parseUrn(readText(step, "urn"));
  const type = describeType(token);
  const parent = text(after, "parent") ?? readText(before, "parent");
  const policy = toValues(before.inputs).deletionPolicy ?? toValues(before.outputs).deletionPolicy;
  const effect = findDeleteEffect(parseKind(token), policy);
  const detailed = isValues(step.detailedDiff) ? detailedChanges(step, step.detailedDiff) : undefined;
  const all =
    detailed ?? changesBetween(toValues(before.inputs), toValues(after.inputs), listTexts(step.replaceReasons));
  // A consequence of a replacement, such as a new name and self link, is not its cause.
  const causes = all.filter(({ replaces }) => replaces);
  const changes = causes.length > 0 ? causes : (detailed ?? all.filter(differs));
  return {
    operation,
    type,
    name,
    parent: isStackUrn(parent) ? "" : parseUrn(parent).name,
    id: readText(before, "id"),
    deleteEffect: before.retainOnDelete === true ? retainedEffect : effect,
    // An update that shows no change is one of a secret.
    changes: operation === "update" && changes.length === 0 ? all.filter(({ secret }) => secret) : changes,
    policies,
  };
}

/** The effect of a delete; that of the kind's default without a policy, and `undefined` for a kind of another package. */
function findDeleteEffect(kind: string | undefined, policy: unknown): DeleteEffect | undefined {
  const effects = kind !== undefined && Object.hasOwn(deleteEffects, kind) ? deleteEffects[kind] : undefined;
  if (effects === undefined) return undefined;
  const [, effect] = Object.entries(effects).find(([offered]) => offered === policy) ?? [];
  return effect ?? Object.values(effects)[0];
}

function isStack(step: Values): boolean {
  return isStackUrn(readText(step, "urn"));
}

/** The type without what says who provides it. */
function describeType(type: string): string {
  const kind = parseKind(type);
  return kind === undefined ? type.replace(/^pulumi-nodejs:dynamic\//, "") : `gce:${kind}`;
}

function readMessages(diagnostic: Values): PlanMessage[] {
  const [, prefix, text = ""] =
    /^(?:(error|warning|info|debug): )?([^]*)$/.exec(readText(diagnostic, "message").trim()) ?? [];
  const level = prefix ?? readText(diagnostic, "severity");
  if (text === "" || level === "debug") return [];
  return [{ severity: level === "error" || level === "warning" ? level : "info", text }];
}

function readText(values: Values, key: string): string {
  return text(values, key) ?? "";
}
