import type { LinkContext } from "../names/links";
import { deepestNesting, isNestedTooDeep } from "../http/nesting";
import { isFromProgram, keepClaim } from "./memory/claims";
import { ResourceFailure } from "./failure";
import { namesIn } from "./outputKeys";
import { autoNamedKey } from "../program/internalInputs";
import { deletionPolicyOf, localSettingsDiffer, otherPolicies } from "./localSettings";
import { pendingOf } from "./pending";
import { subjectOf, type Resource } from "./resource";
import { containsUnknown } from "../fields/unknown";
import { text, type Values } from "../fields/values";

export interface Difference {
  changes: boolean;
  /** Fields whose change needs a new object. */
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** Compares what is there with what the program wants. No call is made. */
export function diff(resource: Resource, outputs: Values, inputs: Values): Difference {
  const { definition } = resource;
  if ([...Object.values(outputs), ...Object.values(inputs)].some(isNestedTooDeep)) {
    throw new ResourceFailure(
      `gce:${definition.kind}: its properties are nested more than ${String(deepestNesting)} levels deep, deeper than any property of this kind.`,
    );
  }
  const context = definition.schema.comparison(outputs, inputs, resource.links);
  const changed = definition.schema.changedByProgram(outputs, inputs, context);
  const replaces = definition.schema.replacing(changed);
  const unusable = unusableObject(resource, outputs, inputs);
  if (unusable !== undefined) replaces.push(unusable.field);
  const deleteBeforeReplace = unusable !== undefined || (replaces.length > 0 && sameObject(resource, outputs, inputs));
  if (replaces.length > 0 && isFromProgram(resource, inputs)) {
    refuseReplacement(resource, outputs, inputs, replaces, context);
    announceReplacement(resource, outputs, inputs, replaces, deleteBeforeReplace);
  }
  if (changed.length > 0 && replaces.length === 0 && isFromProgram(resource, inputs)) {
    const refusal = definition.changeRefusal?.(outputs, inputs);
    if (refusal !== undefined) throw new ResourceFailure(`${recordedSubject(resource, outputs)}: ${refusal}`);
    announceOrigins(resource, outputs, inputs, changed);
    for (const notice of definition.changeNotices?.(outputs, inputs, changed, context) ?? []) {
      resource.log.message(notice.severity, `${recordedSubject(resource, outputs)}: ${notice.message}`);
    }
  }
  const difference = {
    changes:
      changed.length > 0 ||
      unusable !== undefined ||
      pendingOf(outputs).length > 0 ||
      localSettingsDiffer(definition, outputs, inputs),
    replaces,
    deleteBeforeReplace,
  };
  keepClaim(resource, outputs, inputs, difference);
  return difference;
}

/** Why the object has to be made anew, unless it must not be deleted: then that has to change first. */
function unusableObject(
  resource: Resource,
  outputs: Values,
  inputs: Values,
): ReturnType<NonNullable<Resource["definition"]["unusable"]>> {
  const unusable = resource.definition.unusable?.(outputs);
  if (unusable === undefined) return undefined;
  const prevented = deletionPolicyOf(resource.definition, outputs) === "PREVENT";
  const next = prevented
    ? `it stays, because its deletionPolicy is PREVENT. To replace it, set deletionPolicy to ${policiesInWords(resource)}, and run \`pulumi up\` twice`
    : "it is replaced";
  if (isFromProgram(resource, inputs)) {
    resource.log.message("warning", `${recordedSubject(resource, outputs)}: ${unusable.reason}; ${next}.`);
  }
  return prevented ? undefined : unusable;
}

/** A name that was made here is made anew for the replacement, so only a name that the program gives can clash. */
export function sameObject(resource: Resource, outputs: Values, inputs: Values): boolean {
  const { definition, links } = resource;
  if (inputs[autoNamedKey] === true) return false;
  if (definition.excludes?.(outputs, inputs, definition.schema.comparison(outputs, inputs, links))) return true;
  const there = definition.schema.identity(outputs, links);
  const wanted = definition.schema.identity(inputs, links);
  if (there === undefined || wanted === undefined || containsUnknown(wanted)) return false;
  return namesIn(outputs).same(definition.path(there), definition.path(wanted)) !== false;
}

/** An object that must not be deleted cannot be replaced either. */
function refuseReplacement(
  resource: Resource,
  outputs: Values,
  inputs: Values,
  replaces: string[],
  context: LinkContext,
): void {
  if (deletionPolicyOf(resource.definition, outputs) !== "PREVENT") return;
  // In a preview, a value that is not known yet may turn out to be the one that is there.
  const certain = Object.values(context).some(containsUnknown)
    ? []
    : replaces.filter((name) => !containsUnknown(inputs[name]));
  if (certain.length === 0) return;
  throw new ResourceFailure(
    [
      `${recordedSubject(resource, outputs)}: a change of ${certain.join(", ")} needs a replacement, and deletionPolicy is PREVENT.`,
      ...certain.map(
        (name) =>
          `${name} is ${resource.definition.schema.show(name, outputs)} at the service and ${resource.definition.schema.show(name, inputs)} in the program`,
      ),
      `Keep the current values, set deletionPolicy to ${policiesInWords(resource)}, run \`pulumi up\`, and then make the change.`,
    ].join("\n  "),
  );
}

/** The policies that let an object go: `"DELETE" (or "ABANDON")`. */
function policiesInWords({ definition }: Resource): string {
  const [first = "", ...more] = otherPolicies(definition).map((policy) => JSON.stringify(policy));
  return more.length === 0 ? first : `${first} (or ${more.join(", ")})`;
}

/** Says what a person should know before they agree to a replacement. */
function announceReplacement(
  resource: Resource,
  outputs: Values,
  inputs: Values,
  replaces: string[],
  deletedFirst: boolean,
): void {
  const { definition, links, log, run } = resource;
  const subject = recordedSubject(resource, outputs);
  const identity = definition.schema.identity(inputs, links);
  const path = identity === undefined ? "" : definition.path(identity);
  for (const scope of ["project", "region", "zone"] as const) {
    if (replaces.includes(scope) && run.isFilledIn(path, scope)) {
      log.message(
        "warning",
        `${subject}: its ${scope} changes from ${text(outputs, scope) ?? "none"} to ${links[scope] ?? "none"}, the default that gcp:${scope} or the environment gives`,
      );
    }
  }
  if (deletedFirst && deletionPolicyOf(definition, outputs) === "ABANDON") {
    log.message(
      "warning",
      `${subject}: deletionPolicy ABANDON leaves the old object in place, so a new one of the same name cannot be made. Change the name as well, or leave it out.`,
    );
  }
  const warning = definition.replacementWarning?.(outputs, inputs, deletedFirst);
  if (warning !== undefined) log.message("warning", `${subject}: ${warning}`);
}

/** Says which changes come from the configuration and not from the program. */
function announceOrigins(resource: Resource, outputs: Values, inputs: Values, changed: readonly string[]): void {
  for (const name of changed) {
    const origin = resource.definition.fields[name]?.origin?.(outputs[name], inputs[name], resource.settings);
    if (origin !== undefined) resource.log.message("info", `${recordedSubject(resource, outputs)}: ${origin}`);
  }
}

/** How messages name the object that is there; what the record lacks is left open. */
function recordedSubject({ definition, links }: Resource, outputs: Values): string {
  const known = definition.schema.identity(outputs, links);
  if (known !== undefined) return subjectOf(definition, known);
  return subjectOf(
    definition,
    Object.fromEntries(definition.identity.members.map((key) => [key, text(outputs, key) ?? "?"])),
  );
}
