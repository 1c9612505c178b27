import { isDeepStrictEqual } from "node:util";
import { parseDuration } from "../../names/duration";
import type { ResourceDefinition } from "../schema/definition";
import { createsObject, type Pending } from "../job/journal";
import type { DeletionPolicy } from "../../names/deleteEffects";
import { timeoutsKey } from "../../names/internalInputs";
import { choiceKind, booleanKind } from "../../fields/scalars";
import type { Kind } from "../../fields/kind";
import { isValues, pick, type Values } from "../../fields/values";

/** The parts of `customTimeouts`. */
export type TimedAction = "create" | "update" | "delete";

/** The policies that a resource offers, its default first; none where there is no choice. */
export function offeredPolicies({ deleteEffects }: ResourceDefinition): readonly DeletionPolicy[] {
  const policies = Object.keys(deleteEffects) as DeletionPolicy[];
  return policies.length > 1 ? policies : [];
}

/** Arguments of a resource that are ours alone: never sent to the service. */
export function listLocalArguments(definition: ResourceDefinition): Readonly<Record<string, Kind>> {
  const policies = offeredPolicies(definition);
  return {
    ...(policies.length > 0 ? { deletionPolicy: choiceKind(...policies) } : {}),
    ...(definition.adoptable ? { adoptExisting: booleanKind } : {}),
    ...definition.localArguments,
  };
}

/** The meaning of `gcp:deletionPolicy` for a resource: its words are those of resources that own an object. */
export function configuredPolicy(
  policies: readonly DeletionPolicy[],
  configured: string | undefined,
): string | undefined {
  if (configured === undefined || configured === "DELETE") return policies[0];
  if (configured === "ABANDON" && !policies.includes("ABANDON")) return "RETAIN";
  return configured;
}

/** Settings that are kept with the outputs, because later steps are given nothing else. */
const localKeys = ["deletionPolicy", timeoutsKey] as const;

/** The settings of these inputs or outputs that have to be kept. */
export function pickLocalSettings(definition: ResourceDefinition, values: Values): Values {
  return pick(values, [...localKeys, ...Object.keys(definition.localArguments ?? {})]);
}

/** True if only what we keep for ourselves differs: a change that needs no call. */
export function localSettingsDiffer(definition: ResourceDefinition, olds: Values, news: Values): boolean {
  return !isDeepStrictEqual(pickLocalSettings(definition, olds), pickLocalSettings(definition, news));
}

/** The policy that holds; the default is not kept with the resource. */
export function effectivePolicy(definition: ResourceDefinition, values: Values): DeletionPolicy {
  const policies = offeredPolicies(definition);
  return policies.find((policy) => policy === values.deletionPolicy) ?? policies[0] ?? "DELETE";
}

/** True if any of these inputs or outputs says that the object must not be deleted. */
export function isPrevented(definition: ResourceDefinition, ...sides: readonly Values[]): boolean {
  return sides.some((values) => effectivePolicy(definition, values) === "PREVENT");
}

/** True if a delete leaves the object as it is, and ends no more than its record. */
export function keepsObject(policy: DeletionPolicy): boolean {
  return policy === "ABANDON" || policy === "RETAIN";
}

/** The policies that let the object go. */
export function otherPolicies(definition: ResourceDefinition): DeletionPolicy[] {
  return offeredPolicies(definition).filter((policy) => policy !== "PREVENT");
}

/** How long an action may take, in milliseconds. */
export function readTimeoutMs<T>(values: Values, action: TimedAction, otherwise: T): number | T {
  const custom = values[timeoutsKey];
  const text = isValues(custom) ? custom[action] : undefined;
  return (typeof text === "string" ? parseDuration(text) : undefined) ?? otherwise;
}

/** The deadline that the end of earlier requests has: that of the step that began them. */
export function timedAction(pending: readonly Pending[]): TimedAction {
  return pending.every((one) => one.due === "read" || createsObject(one)) ? "create" : "update";
}
