import type { LinkContext } from "../../names/links";
import { scopes } from "../../fields/linkScope";
import { isFromProgram, claimUnchanged, keepRecord } from "./claims";
import { ResourceFailure } from "../job/failure";
import { findExchange } from "./exchange";
import { noteReplacement } from "./lateLook";
import { autoNamedKey } from "../../names/internalInputs";
import { isSamePath } from "../../names/samePath";
import {
  effectivePolicy,
  keepsObject,
  isPrevented,
  localSettingsDiffer,
  otherPolicies,
} from "../resource/localSettings";
import type { Notice } from "../schema/description";
import { readPending } from "../job/journal";
import { describeSubject, type Resource } from "../resource/resource";
import { containsUnknown } from "../../fields/unknown";
import { text, type Values } from "../../fields/values";

export interface Difference {
  changes: boolean;
  /** Fields whose change needs a new object. */
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** Compares what is there with what the program wants. No call is made. */
export function diff(resource: Resource, outputs: Values, inputs: Values): Difference {
  const { definition, ignored } = resource;
  keepRecord(resource, outputs);
  refuseIgnoredItems(resource, outputs);
  if (isAskedAhead(resource, inputs)) return diffAhead(resource, outputs, inputs);
  const context = definition.schema.context(inputs, resource.links);
  const changed = definition.schema.changedByProgram(outputs, inputs, context, ignored);
  const isDeclared = isFromProgram(resource, inputs);
  const replaces = definition.schema.replacing(changed);
  const unusable = definition.unusable?.(outputs);
  // An object that must not be deleted stays: that has to change first.
  const isMadeAnew = unusable !== undefined && !isPrevented(definition, outputs, inputs);
  if (isMadeAnew) replaces.push(unusable.field);
  const deleteBeforeReplace = isMadeAnew || (replaces.length > 0 && sameObject(resource, outputs, inputs));
  if (isDeclared) {
    const subject = recordedSubject(resource, outputs);
    const compared = { resource, outputs, inputs: ignored.inputs(inputs, outputs), context };
    if (unusable !== undefined) {
      const next = isMadeAnew
        ? "it is replaced"
        : `it stays, because its deletionPolicy is PREVENT. To replace it, set deletionPolicy to ${policiesInWords(resource)}, and run \`pulumi up\` twice`;
      resource.log.message("warning", `${subject}: ${unusable.reason}; ${next}.`);
    }
    const isReplaced = replaces.length > 0;
    const exchange = findExchange(resource, outputs, inputs, context);
    const refusal = isReplaced
      ? (replacementRefusal(compared, replaces) ?? exchange.refusal)
      : changeRefusal(compared, changed);
    if (refusal !== undefined) throw new ResourceFailure(`${subject}: ${refusal}`);
    const notices = isReplaced
      ? replacementNotices(compared, replaces, deleteBeforeReplace)
      : changeNotices(compared, changed);
    // With the option `replaceOnChanges`, the engine makes a replacement of a change in place.
    noteReplacement(resource, outputs, inputs, isMadeAnew ? [] : isReplaced ? replaces : changed);
    for (const { severity, message } of [...notices, ...exchange.notices])
      resource.log.message(severity, `${subject}: ${message}`);
  }
  const difference = {
    changes:
      changed.length > 0 ||
      isMadeAnew ||
      readPending(outputs).length > 0 ||
      localSettingsDiffer(definition, outputs, inputs),
    replaces,
    deleteBeforeReplace,
  };
  claimUnchanged(resource, outputs, inputs, difference);
  return difference;
}

/** The engine counts the items of a list, and an item has no place of its own in a list that others change. */
function refuseIgnoredItems(resource: Resource, outputs: Values): void {
  const { definition, ignored } = resource;
  const lists = Object.entries(definition.fields).flatMap(([name, { kind }]) =>
    kind.byKey === undefined ? [] : [name],
  );
  const path = ignored.findBelow(lists);
  if (path === undefined) return;
  const [name = ""] = path;
  throw new ResourceFailure(
    `${recordedSubject(resource, outputs)}: the option ignoreChanges cannot name a part of ${name}, because its items are found by their keys and not by their places.\n` +
      `  Leave out of the program what others manage: it is never touched. Or ignore the whole list: ignoreChanges: [${JSON.stringify(name)}].`,
  );
}

/**
 * True if the engine asks before the program declares the resource: what it depends on is replaced and deleted first, and
 * every argument with a value from there is unknown. A refresh knows everything.
 */
function isAskedAhead({ run, log }: Resource, inputs: Values): boolean {
  return run.declaredPolicy(log.urn) === undefined && containsUnknown(inputs);
}

/** Says whether the object has to be deleted first, too. All else is compared once the values are known. */
function diffAhead(resource: Resource, outputs: Values, inputs: Values): Difference {
  const { definition, run, log } = resource;
  const unknown = Object.entries(definition.fields).filter(([name]) => containsUnknown(inputs[name]));
  const going = unknown.filter(([, field]) => field.inPathOnly === true || field.onTargetDelete === "cascades");
  // A delete that leaves the object in place lets go of nothing: its record would be lost for no use.
  const isLeft = keepsObject(effectivePolicy(definition, outputs));
  const holding = isLeft ? [] : unknown.filter(([, { onTargetDelete }]) => onTargetDelete === "refused");
  const replaces = (going.length > 0 ? going : holding).map(([name]) => name);
  if (replaces.length > 0) {
    const because = [
      `${replaces.join(", ")} ${replaces.length === 1 ? "comes" : "come"} from what this run replaces, and deletes before the new one exists.`,
      going.length > 0 ? "This object goes with it" : "The service refuses that as long as this object names it",
    ].join(" ");
    const subject = recordedSubject(resource, outputs);
    if (isPrevented(definition, outputs)) {
      throw new ResourceFailure(
        `${subject}: ${because}, so it has to be deleted first, and deletionPolicy is PREVENT.\n` +
          `  Give what is replaced another name, without the option deleteBeforeReplace: then the new one is created first. Or set deletionPolicy to ${policiesInWords(resource)}, run \`pulumi up\`, and then make the change.`,
      );
    }
    log.message(
      "warning",
      `${subject}: ${because}, so it is deleted first, and created again if the program still declares it.`,
    );
    run.deletedFirst.add(log.urn);
  }
  return { changes: true, replaces, deleteBeforeReplace: replaces.length > 0 };
}

/** The recorded outputs, and the inputs that the program wants instead. */
interface Compared {
  readonly resource: Resource;
  readonly outputs: Values;
  readonly inputs: Values;
  readonly context: LinkContext;
}

/** A name that was made here is made anew for the replacement, so only a name that the program gives can clash. */
export function sameObject(resource: Resource, outputs: Values, inputs: Values): boolean {
  const { definition, links } = resource;
  if (inputs[autoNamedKey] === true) return false;
  const actual = definition.schema.identity(outputs, links);
  const wanted = definition.schema.identity(inputs, links);
  const isKnown = actual !== undefined && wanted !== undefined && !containsUnknown(wanted);
  if (isKnown && isSamePath(definition.path(actual), definition.path(wanted))) return definition.handsOver !== true;
  return definition.excludes?.(outputs, inputs, definition.schema.context(inputs, links)) ?? false;
}

/** An object that must not be deleted cannot be replaced either, also where the program says so in the same run. */
function replacementRefusal({ resource, outputs, inputs, context }: Compared, replaces: string[]): string | undefined {
  const { definition } = resource;
  if (!isPrevented(definition, outputs, inputs)) return undefined;
  // In a preview, a value that is not known yet may turn out to be the one that is there.
  const certain = Object.values(context).some(containsUnknown)
    ? []
    : replaces.filter((name) => !containsUnknown(inputs[name]));
  if (certain.length === 0) return undefined;
  const isRecorded = isPrevented(definition, outputs);
  return [
    `a change of ${certain.join(", ")} needs a replacement, and deletionPolicy ${isRecorded ? "is" : "becomes"} PREVENT.`,
    ...certain.map((name) => definition.schema.difference(name, outputs, inputs)),
    isRecorded
      ? `Keep the current values, set deletionPolicy to ${policiesInWords(resource)}, run \`pulumi up\`, and then make the change.`
      : "Make the change without PREVENT, and set it in a later run. Or keep the current values.",
  ].join("\n  ");
}

function changeRefusal({ resource, outputs, inputs }: Compared, changed: readonly string[]): string | undefined {
  return changed.length === 0 ? undefined : resource.definition.changeRefusal?.(outputs, inputs);
}

/** The policies that let an object go: `"DELETE" (or "ABANDON")`. */
function policiesInWords({ definition }: Resource): string {
  const [first = "", ...more] = otherPolicies(definition).map((policy) => JSON.stringify(policy));
  return more.length === 0 ? first : `${first} (or ${more.join(", ")})`;
}

/** Notices before a replacement. */
function replacementNotices(
  { resource, outputs, inputs }: Compared,
  replaces: string[],
  deletedFirst: boolean,
): Notice[] {
  const { definition, links, run } = resource;
  const identity = definition.schema.identity(inputs, links);
  const path = identity === undefined ? "" : definition.path(identity);
  const moved = scopes.filter((scope) => replaces.includes(scope) && run.isFilledIn(path, scope));
  const isLeft = deletedFirst && effectivePolicy(definition, outputs) === "ABANDON";
  const mayStay = replaces.every((name) => containsUnknown(inputs[name]));
  const warnings = [
    ...moved.map(
      (scope) =>
        `its ${scope} changes from ${text(outputs, scope) ?? "none"} to ${links[scope] ?? "none"}, the default that gcp:${scope} or the environment gives`,
    ),
    isLeft
      ? "deletionPolicy ABANDON leaves the old object in place, so a new one of the same name cannot be made. Change the name as well, or leave it out."
      : undefined,
    definition.replacementWarning?.(outputs, inputs, deletedFirst),
  ];
  const notices: Notice[] = mayStay
    ? [
        {
          severity: "info",
          message: `the preview does not know ${replaces.join(", ")} yet: if the value stays the same, the object is not replaced.`,
        },
      ]
    : [];
  return notices.concat(
    warnings.flatMap((message) => (message === undefined ? [] : [{ severity: "warning", message }])),
  );
}

/** Notices before an update: on what is left to do, or on its changes, with those that come from the configuration and not from the program. */
function changeNotices({ resource, outputs, inputs, context }: Compared, changed: readonly string[]): Notice[] {
  const { definition, settings } = resource;
  if (changed.length === 0) {
    const [newest] = readPending(outputs);
    return newest?.due === "read" ? (definition.resumeNotices?.(inputs) ?? []) : [];
  }
  const origins = changed.flatMap((name): Notice[] => {
    const message = definition.fields[name]?.origin?.(outputs[name], inputs[name], settings);
    return message === undefined ? [] : [{ severity: "info", message }];
  });
  return [...origins, ...(definition.changeNotices?.(outputs, inputs, changed, context) ?? [])];
}

/** How messages name the object that is there; what the record lacks is left open. */
function recordedSubject({ definition, links }: Resource, outputs: Values): string {
  const known = definition.schema.identity(outputs, links);
  if (known !== undefined) return describeSubject(definition, known);
  return describeSubject(
    definition,
    Object.fromEntries(definition.identity.members.map((key) => [key, text(outputs, key) ?? "?"])),
  );
}
