import { isDeepStrictEqual } from "node:util";
import { parseDuration } from "../settings";
import type { TimedAction, Timeouts } from "./definition";
import { timeoutsKey } from "./internalInputs";
import { choiceKind, booleanKind } from "./kinds/scalars";
import { mustBe, type Kind, type Problem } from "./kinds/kind";
import { isUnknown } from "./unknown";
import { isValues, pick, type Values } from "./values";

/** What happens to the object when the resource is deleted from the program. */
export type DeletionPolicy = "DELETE" | "ABANDON" | "PREVENT";

export const deletionPolicyKind: Kind = choiceKind("DELETE", "ABANDON", "PREVENT");

/** Arguments of every resource that are ours alone: never sent to the service. */
export const localArguments: Readonly<Record<string, Kind>> = {
  deletionPolicy: deletionPolicyKind,
  adoptExisting: booleanKind,
};

/** Settings that are kept with the outputs, because later steps are given nothing else. */
const keptKeys = ["deletionPolicy", timeoutsKey] as const;

/** The settings of these inputs or outputs that have to be kept. */
export function localSettingsOf(values: Values): Values {
  return pick(values, keptKeys);
}

/** Whether only what we keep for ourselves differs: a change that needs no call. */
export function localSettingsDiffer(olds: Values, news: Values): boolean {
  return !isDeepStrictEqual(localSettingsOf(olds), localSettingsOf(news));
}

export function deletionPolicyOf(values: Values): DeletionPolicy {
  const policy = values.deletionPolicy;
  return policy === "ABANDON" || policy === "PREVENT" ? policy : "DELETE";
}

/** How long an action may take, in milliseconds. */
export function timeoutOf(values: Values, action: TimedAction, defaults: Timeouts): number {
  const custom = values[timeoutsKey];
  const text = isValues(custom) ? custom[action] : undefined;
  return (typeof text === "string" ? parseDuration(text) : undefined) ?? defaults[action];
}

const timedActions: readonly string[] = ["create", "update", "delete"] satisfies readonly TimedAction[];

/** What is wrong with `customTimeouts`. */
export function timeoutProblems(values: Values): Problem[] {
  const custom = values[timeoutsKey];
  if (custom === undefined || isUnknown(custom)) return [];
  if (!isValues(custom)) return mustBe("customTimeouts", `an object with ${timedActions.join(", ")}`, custom);
  return Object.entries(custom).flatMap(([action, text]) => {
    const property = `customTimeouts.${action}`;
    if (!timedActions.includes(action)) {
      return [{ property, reason: `${property} does not exist: there are ${timedActions.join(", ")}.` }];
    }
    const isDuration = typeof text === "string" && (parseDuration(text) ?? 0) > 0;
    return isUnknown(text) || isDuration ? [] : mustBe(property, 'a duration such as "30s", "20m" or "1h30m"', text);
  });
}
