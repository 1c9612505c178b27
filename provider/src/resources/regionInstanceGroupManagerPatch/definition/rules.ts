import { updatePolicyProblem } from "./limits";
import type { Notice } from "../../../lifecycle/schema/description";
import type { Problem } from "../../../fields/kind";
import { valueAt } from "../../../fields/leaves";
import { containsUnknown, isUnknown } from "../../../fields/unknown";
import { isValues, type Values } from "../../../fields/values";
import { pickDeclared, managedPaths } from "../../../fields/shape";
import { groupShape } from "./fields";

/** Rules that span fields; what is not known yet is let through. */
export function groupProblems(inputs: Values): Problem[] {
  const { instanceTemplate, versions, autoHealingPolicies, updatePolicy, waitForInstances } = inputs;
  const problems: Problem[] = [];
  if (Array.isArray(versions) && !containsUnknown(versions)) problems.push(...versionProblems(versions));
  if (groupShape.names.every((name) => inputs[name] === undefined)) {
    problems.push({
      property: "instanceGroupManager",
      reason: "There is nothing to manage: give at least one field of the group, such as updatePolicy.",
    });
  }
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
  const waits = ![undefined, false, "NONE"].includes(waitForInstances as undefined);
  for (const name of ["onFailure", "progressDeadlineSec"]) {
    const says = inputs[name];
    if (waits || says === undefined || says === "KEEP" || isUnknown(waitForInstances)) continue;
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

/** The notice on a patch that is made with objects without members alone. */
export function emptyNotices(news: Values): Notice[] {
  if (managedPaths(groupShape, pickDeclared(groupShape, news)).length > 0) return [];
  const declaredNames = groupShape.names.filter((name) => news[name] !== undefined).join(", ");
  return [{ severity: "warning", message: `it manages nothing yet: ${declaredNames} has no members.` }];
}

/** Fields whose change makes instances out of date. */
export const instanceFields = ["instanceTemplate", "versions", "allInstancesConfig"];

/** The notice on a change that goes back where the instances do not get there. */
export function undoNotices({ onFailure, waitForInstances }: Values): Notice[] {
  if (onFailure !== "RESTORE") return [];
  const goal = waitForInstances === "UPDATED" ? "UPDATED" : "STABLE";
  return [
    {
      severity: "info",
      message: `if the instances do not get ${goal} in time, the change goes back by itself (onFailure is RESTORE)`,
    },
  ];
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
