import { isDeepStrictEqual } from "node:util";
import { parsePath } from "../../fields/leaves";
import { listTexts, toValues, isValues, listObjects, text, readMember, type Values } from "../../fields/values";
import { findDeleteEffect, retainedEffect, type DeleteEffect } from "../../names/deleteEffects";
import { parseKind } from "../../names/typeToken";
import { ownCommand } from "../../messages/installation";
import { parsed } from "../../http/json";

/** A preview, as far as a summary needs it. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Outputs of the stack that change; only events tell them. */
  readonly outputs: readonly PropertyChange[];
  /** Warnings and errors, and what resources say of a change. */
  readonly messages: readonly PlanMessage[];
  /** How many resources there are of each kind of step, `same` included. */
  readonly changeSummary: Readonly<Record<string, number>>;
}

/** One resource that is not as the program wants it. */
export interface PlanStep {
  /** `create`, `update`, `replace`, `delete`, `refresh`, … */
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
}

/** One value that changes; `undefined` where there is none. */
export interface PropertyChange {
  readonly property: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly replaces: boolean;
  /** The same mask stands for what a secret was and for what it will be. */
  readonly secret: boolean;
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
  const replaced = new Set(steps.flatMap((step) => (step.op === "replace" ? [step.urn] : [])));
  // A replacement is three steps to the engine, and one change to a reader.
  const isOpen = ({ op, urn }: Values) =>
    !idleOperations.has(op) && !((op === "create-replacement" || op === "delete-replaced") && replaced.has(urn));
  return {
    steps: steps.filter((step) => !isStack(step) && isOpen(step)).map(readStep),
    outputs: changesBetween(toValues(document.oldOutputs), toValues(document.newOutputs)).filter(differs),
    // The CLI may say the same of a resource and of its stack.
    messages: [...new Map(messages.map((message) => [message.text, message])).values()],
    changeSummary: readCounts(toValues(document.changeSummary)),
  };
}

function readCounts(summary: Values): Record<string, number> {
  const isCount = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === "number";
  return Object.fromEntries(Object.entries(summary).filter(isCount));
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
    changeSummary: all("summaryEvent").at(-1)?.resourceChanges,
    oldOutputs: toValues(stack?.old).outputs,
    newOutputs: toValues(stack?.new).outputs,
  };
}

function readStep(step: Values): PlanStep {
  const operation = readText(step, "op");
  const [before, after] = [toValues(step.oldState), toValues(step.newState)];
  const [type, name] = parseTypeAndName(readText(step, "urn"));
  const [parentType, parent] = parseTypeAndName(text(after, "parent") ?? readText(before, "parent"));
  const policy = toValues(before.inputs).deletionPolicy ?? toValues(before.outputs).deletionPolicy;
  const effect = findDeleteEffect(type.replace(/^gce:/, ""), policy);
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
    parent: parentType === "pulumi:pulumi:Stack" ? "" : parent,
    id: readText(before, "id"),
    deleteEffect: before.retainOnDelete === true ? retainedEffect : type.startsWith("gce:") ? effect : undefined,
    // An update that shows no change is one of a secret.
    changes: operation === "update" && changes.length === 0 ? all.filter(({ secret }) => secret) : changes,
  };
}

/** The differences that a provider names: recorded inputs may say the same in another spelling. */
function detailedChanges(step: Values, detailed: Values): PropertyChange[] {
  const reasons = listTexts(step.replaceReasons).map((reason) => parsePath(reason)[0]);
  return Object.entries(detailed).map(([property, detail]) => {
    const part = toValues(detail).inputDiff === true ? "inputs" : "outputs";
    const before = readNearest(toValues(step.oldState)[part], property);
    const after = readNearest(toValues(step.newState).inputs, property);
    return readChange(property, before, after, reasons.includes(parsePath(property)[0]));
  });
}

/** Every value before and after, whether it differs or not. */
function changesBetween(before: Values, after: Values, reasons: readonly string[] = []): PropertyChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((property) => !property.startsWith("__") && property !== "selfLink")
    .map((property) =>
      readChange(property, readMember(before, property), readMember(after, property), reasons.includes(property)),
    );
}

function readChange(property: string, before: unknown, after: unknown, replaces: boolean): PropertyChange {
  const isMasked = before !== undefined && JSON.stringify(before).includes('"[secret]"');
  return { property, before, after, replaces, secret: isMasked && isDeepStrictEqual(before, after) };
}

function differs({ before, after }: PropertyChange): boolean {
  return !isDeepStrictEqual(before, after);
}

/** The value at a path, or the nearest one above: of a secret, the engine says nothing of the members. */
function readNearest(values: unknown, path: string): unknown {
  return parsePath(path).reduce(
    (value, key) => (typeof value === "object" && value !== null ? readMember(value, key) : value),
    values,
  );
}

function isStack(step: Values): boolean {
  return readText(step, "urn").includes("::pulumi:pulumi:Stack::");
}

/** The type itself, of `parent$type`, and the name. */
function parseTypeAndName(urn: string): [type: string, name: string] {
  const [name = "", types = ""] = urn.split("::").reverse();
  const type = types.slice(types.lastIndexOf("$") + 1);
  const kind = parseKind(type);
  return [kind === undefined ? type.replace(/^pulumi-nodejs:dynamic\//, "") : `gce:${kind}`, name];
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
