import { ComputeError } from "../../../compute/errors/computeError";
import { parseLink, type LinkContext } from "../../../compute/links";
import type { Notice } from "../../../runtime/definition";
import { mustBe, type Problem } from "../../../runtime/kinds/kind";
import { applyMergePatch } from "../../../runtime/partial/mergePatch";
import { valueAt } from "../../../runtime/partial/leaves";
import { containsUnknown, isUnknown } from "../../../runtime/unknown";
import { isValues, text, type Values } from "../../../runtime/values";
import { groups, managedNames } from "./fields";
import { withVersions } from "./mergePatch";
import { waitGoal } from "./waitForInstances";

/** Rules that span fields; what is not known yet is let through. */
export function groupProblems(inputs: Values, context: LinkContext): Problem[] {
  const { instanceTemplate, versions, autoHealingPolicies, updatePolicy } = inputs;
  const problems = [...placeProblems(inputs, context), ...versionProblems(versions)];
  if (managedNames.every((name) => inputs[name] === undefined)) {
    problems.push({
      property: "instanceGroupManager",
      reason: "There is nothing to manage: give at least one field of the group, such as updatePolicy.",
    });
  }
  if (instanceTemplate !== undefined && versions !== undefined && !isUnknown(versions)) {
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
  if (isNone(valueAt(updatePolicy, ["maxSurge"])) && isNone(valueAt(updatePolicy, ["maxUnavailable"]))) {
    problems.push({ property: "updatePolicy.maxUnavailable", reason: bothNone });
  }
  return problems;
}

const bothNone = "maxSurge and maxUnavailable cannot both be 0, or no instance could be updated: raise one of them.";

function isNone(size: unknown): boolean {
  return isValues(size) && (size.fixed === 0 || size.percent === 0);
}

/** The link to the group, and a project and a region that contradict it. */
function placeProblems(inputs: Values, { hosts = [] }: LinkContext): Problem[] {
  const link = text(inputs, "instanceGroupManager") ?? "";
  const open = { project: "left-open", region: "left-open", hosts };
  const parsed = isUnknown(link) ? undefined : parseLink(link, groups, open);
  if (parsed === undefined || "problem" in parsed) return [];
  const [, project, , region] = parsed.path.split("/");
  return Object.entries({ project, region }).flatMap(([name, named]) => {
    const given = text(inputs, name);
    const agrees = named === "left-open" || given === undefined || isUnknown(given) || given === named;
    return agrees ? [] : mustBe(name, `${JSON.stringify(named)}, as instanceGroupManager says, or left out`, given);
  });
}

function versionProblems(versions: unknown): Problem[] {
  if (!Array.isArray(versions) || containsUnknown(versions)) return [];
  const all = versions.filter(isValues);
  const names = all.map((version) => version.name ?? "");
  const twin = names.findIndex((name, index) => names.indexOf(name) !== index);
  const bare = all.findIndex(({ instanceTemplate }) => instanceTemplate === undefined);
  const open = all.filter(({ targetSize }) => targetSize === undefined).length;
  return [
    ...(bare < 0
      ? []
      : [problem(`versions[${String(bare)}].instanceTemplate`, "Each version needs an instanceTemplate.")]),
    ...(twin < 0 ? [] : [problem(`versions[${String(twin)}].name`, "The names of versions must differ.")]),
    ...(open === 1
      ? []
      : [
          problem(
            "versions",
            `Exactly one version must have no targetSize, and takes the rest; here ${String(open)} have none.`,
          ),
        ]),
  ];
}

function problem(property: string, reason: string): Problem {
  return { property, reason };
}

/** Refuses, before anything is sent, what the group as it is rules out. */
export function refuseForGroup(group: Values, patch: Values, values: Values): void {
  const after = applyMergePatch(withVersions(group), patch);
  const autoscaler = valueAt(group, ["status", "autoscaler"]);
  if (values.targetSize !== undefined && typeof autoscaler === "string" && autoscaler !== "") {
    throw refusal(
      "targetSize cannot be set, because an autoscaler decides on the size of the group",
      [`autoscaler ${autoscaler}`],
      "Take targetSize out of the program, or take the autoscaler off the group.",
    );
  }
  const size = Number(valueAt(after, ["targetSize"]) ?? 0);
  if (valueAt(patch, ["updatePolicy", "maxUnavailable", "percent"]) !== undefined && size < 10) {
    throw refusal(
      `updatePolicy.maxUnavailable can be a percentage only for a group of 10 or more instances; this one has ${String(size)}`,
      [],
      "Give maxUnavailable as { fixed: … }.",
    );
  }
  const isChanged = patch.updatePolicy !== undefined;
  const limits = ["maxSurge", "maxUnavailable"].map((name) => valueAt(after, ["updatePolicy", name]));
  if (isChanged && limits.every(isNone)) throw refusal(`in updatePolicy ${bothNone}`, [], undefined);
  const type = valueAt(after, ["updatePolicy", "type"]);
  if (waitGoal(values) === "UPDATED" && type !== "PROACTIVE") {
    throw refusal(
      `waitForInstances is UPDATED, and the group's updatePolicy.type is ${typeof type === "string" ? type : "not set"}, under which instances are not updated by themselves`,
      [],
      'Set updatePolicy: { type: "PROACTIVE" }, or wait for "STABLE".',
    );
  }
}

function refusal(summary: string, details: readonly string[], hint: string | undefined): ComputeError {
  return new ComputeError({ action: "patch", summary, details, hint, effect: "none" });
}

/** Fields whose change makes instances out of date. */
const instanceFields = ["instanceTemplate", "versions", "allInstancesConfig"];

/** What a change can set off, as far as the program tells. */
export function rolloutNotices(olds: Values, values: Values, changed: readonly string[]): Notice[] {
  const [before, type] = [olds, values].map((properties) => valueAt(properties, ["updatePolicy", "type"]));
  const fields = changed.filter(
    (name) => instanceFields.includes(name) || (name === "updatePolicy" && type === "PROACTIVE" && before !== type),
  );
  if (fields.length === 0 || type === "OPPORTUNISTIC") return [];
  const condition = type === "PROACTIVE" ? "because" : "if";
  return [
    {
      severity: "warning",
      message: `the change of ${fields.join(" and ")} can start a rollout to existing instances, ${condition} the group's updatePolicy.type is PROACTIVE`,
    },
  ];
}
