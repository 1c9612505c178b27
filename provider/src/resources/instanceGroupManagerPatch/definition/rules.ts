import { readGoal } from "./instances";
import { updatePolicyProblem } from "./limits";
import { formatDuration } from "../../../http/deadline";
import { readTimeoutMs, type TimedAction } from "../../../lifecycle/resource/localSettings";
import { defaultTimeoutMs } from "../../../lifecycle/schema/definition";
import type { Notice } from "../../../lifecycle/schema/description";
import { providerKey } from "../../../names/internalInputs";
import type { Problem } from "../../../fields/kind";
import { valueAt } from "../../../fields/leaves";
import { containsUnknown, isUnknown } from "../../../fields/unknown";
import { isValues, type Values } from "../../../fields/values";

/** Rules that span fields; what is not known yet is let through. */
export function groupProblems(inputs: Values): Problem[] {
  const { instanceTemplate, versions, autoHealingPolicies, updatePolicy, waitForInstances } = inputs;
  const problems: Problem[] = [];
  if (Array.isArray(versions) && !containsUnknown(versions)) problems.push(...versionProblems(versions));
  if (
    instanceTemplate !== undefined &&
    versions !== undefined &&
    !isUnknown(versions) &&
    !isUnknown(instanceTemplate)
  ) {
    problems.push({
      property: "versions",
      reason: "instanceTemplate and versions say the same thing twice: keep one of them.",
    });
  }
  if (Array.isArray(autoHealingPolicies) && autoHealingPolicies.length > 1) {
    problems.push({
      property: "autoHealingPolicies[1]",
      reason: "A group has at most one autohealing policy: give one, or an empty list to have none.",
    });
  }
  const type = valueAt(inputs, ["updatePolicy", "type"]);
  if (waitForInstances === "UPDATED" && typeof type === "string" && !isUnknown(type) && type !== "PROACTIVE") {
    problems.push({
      property: "waitForInstances",
      reason: `waitForInstances must not be "UPDATED" with updatePolicy.type ${JSON.stringify(type)}: the group does not update its instances by itself then. Set updatePolicy.type to "PROACTIVE", or wait for "STABLE".`,
    });
  }
  const waits = isUnknown(waitForInstances) || readGoal(inputs) !== undefined;
  for (const name of ["onFailure", "progressDeadlineSec"]) {
    const says = inputs[name];
    if (waits || says === undefined || says === "KEEP") continue;
    const reason = `${name} is about instances that are waited for, and waitForInstances is not given: give waitForInstances: "UPDATED" or "STABLE", or remove ${name}.`;
    problems.push({ property: name, reason });
  }
  const blocked = isValues(updatePolicy) ? updatePolicyProblem(updatePolicy) : undefined;
  if (blocked !== undefined) problems.push({ property: "updatePolicy.maxUnavailable", reason: blocked });
  return problems;
}

function versionProblems(versions: readonly Values[]): Problem[] {
  const names = versions.map(({ name }) => name ?? "");
  const twin = names.findIndex((name, index) => names.indexOf(name) !== index);
  const bare = versions.findIndex(({ instanceTemplate }) => instanceTemplate === undefined);
  const problems: Problem[] = [];
  if (bare >= 0) {
    const property = `versions[${String(bare)}].instanceTemplate`;
    problems.push({ property, reason: `${property} is required: each version has one.` });
  }
  if (twin >= 0) {
    const property = `versions[${String(twin)}].name`;
    const isMissing = names[twin] === "";
    const reason = isMissing ? "is missing: only one version can have no name" : "is the name of another version, too";
    problems.push({ property, reason: `${property} ${reason}. Give each version its own.` });
  }
  const open = openProblem(versions);
  if (open !== undefined) problems.push({ property: "versions", reason: `${open} ${openRule}` });
  return problems;
}

const openRule = "Exactly one version must have none, and gets the remaining instances.";

/** The problem with the number of versions without a size, and how to mend it. */
function openProblem(versions: readonly Values[]): string | undefined {
  const open = versions.flatMap(({ targetSize }, index) =>
    targetSize === undefined ? [`versions[${String(index)}]`] : [],
  );
  if (versions.length === 0) return "versions is empty: give a version without a targetSize, or leave versions out.";
  if (open.length > 1) return `${open.join(" and ")} have no targetSize: add it to all but one of them.`;
  if (open.length === 1) return undefined;
  return versions.length === 1
    ? "versions[0] is the only version and has a targetSize: remove it."
    : "Every version has a targetSize: remove it from one.";
}

/** Fields whose change makes instances out of date. */
export const instanceFields = ["instanceTemplate", "versions", "allInstancesConfig"];

/** The notices on a change whose instances are waited for: that it can go back, and that a bound of the wait is none. */
export function waitNotices(values: Values, action: TimedAction): Notice[] {
  const { onFailure, waitForInstances } = values;
  const goal = waitForInstances === "UPDATED" ? "UPDATED" : "STABLE";
  const undo: Notice = {
    severity: "info",
    message: `if the instances do not get ${goal} in time, the change goes back by itself (onFailure is RESTORE)`,
  };
  const late = lateProgressDeadline(values, previewedTimeMs(values, action));
  return [
    ...(onFailure === "RESTORE" ? [undo] : []),
    ...(late === undefined ? [] : [{ severity: "warning", message: late } as const]),
  ];
}

/** The part of the time in which the instances have to get there: where the change goes back otherwise, the rest is for that. */
export function waitShare({ onFailure }: Values): number {
  return onFailure === "RESTORE" ? 2 / 3 : 1;
}

/** The same of a bound where no preview knows the time of the step, as texts. */
export function lateNotices(values: Values, action: TimedAction, timeoutMs: number): string[] {
  const isPreviewed = lateProgressDeadline(values, previewedTimeMs(values, action)) !== undefined;
  const late = lateProgressDeadline(values, timeoutMs);
  return isPreviewed || late === undefined ? [] : [late];
}

/** The engine tells a plugin the time only in the step; our classes tell it themselves, except one that a transform sets. */
function previewedTimeMs(values: Values, action: TimedAction): number | undefined {
  const isPlugin = values[providerKey] === undefined;
  return readTimeoutMs(values, action, isPlugin ? undefined : defaultTimeoutMs);
}

function lateProgressDeadline(values: Values, timeoutMs = Infinity): string | undefined {
  const { progressDeadlineSec: seconds } = values;
  const waitMs = Math.round(timeoutMs * waitShare(values));
  if (typeof seconds !== "number" || seconds * 1000 <= waitMs) return undefined;
  return `progressDeadlineSec (${formatDuration(seconds * 1000)}) ends no wait, because the deadline of the step (customTimeouts, ${formatDuration(timeoutMs)}) ends it after ${formatDuration(waitMs)}. Lower it, or raise customTimeouts.`;
}

/**
 * The effects that a change can set off, as far as the program tells: no call is made for them. A program that gives the type of the
 * update policy says itself what becomes of the instances.
 */
export function rolloutNotices(values: Values, changed: readonly string[]): Notice[] {
  const type = valueAt(values, ["updatePolicy", "type"]);
  const fields = changed.filter((name) => instanceFields.includes(name));
  if (fields.length === 0 || (type !== undefined && !containsUnknown(type))) return [];
  return [
    {
      severity: "warning",
      message: `the change of ${fields.join(" and ")} can start a rollout to existing instances, if the group's updatePolicy.type is PROACTIVE`,
    },
  ];
}
