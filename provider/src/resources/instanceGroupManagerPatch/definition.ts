import { groupCollections, type GroupScope } from "../../compute/endpoints/instanceGroupManagers";
import { choiceKind, integerKind, valueKind } from "../../fields/scalars";
import { isEmpty } from "../../fields/values";
import type { Notice, Target } from "../../lifecycle/schema/description";
import { patchedObject, type Considered } from "../patchedObject";
import { argumentAliases, constraints, groupOutputs, groupShapes } from "./definition/fields";
import { readGoal, restoreGroup } from "./definition/goingBack";
import { changeGroup } from "./definition/goingForward";
import { findAutoscaler, isOff, refuseForGroup, type Autoscaler } from "./definition/limits";
import type { PatchedGroup } from "./definition/goingBack";
import { groupProblems, lateNotices, rolloutNotices, waitNotices } from "./definition/rules";
import { zonesProblem } from "./definition/zones";
import type { Values } from "../../fields/values";

/** Some settings of a regional managed instance group that somebody else made (specification, endpoint 7). */
export const regionInstanceGroupManagerPatch = groupPatch("RegionInstanceGroupManagerPatch", "region");

/** The same of a zonal managed instance group (public v1 reference, instanceGroupManagers.patch). */
export const instanceGroupManagerPatch = groupPatch("InstanceGroupManagerPatch", "zone");

function groupPatch(kind: string, scope: GroupScope) {
  const shape = groupShapes[scope];
  return patchedObject<Autoscaler | undefined>({
    kind,
    noun: `a ${scope === "region" ? "regional" : "zonal"} managed instance group`,
    shortNoun: "group",
    collection: groupCollections[scope],
    argument: "instanceGroupManager",
    shape,
    outputs: groupOutputs,
    example: "updatePolicy",
    argumentAliases,
    constraints,
    problems: groupProblems,
    neighbours: {
      read: (job, address, actual, patch) =>
        patch.targetSize === undefined ? Promise.resolve(undefined) : findAutoscaler(job, address, actual),
      // A value that may be the autoscaler's is not put back: a destroy would fail for it.
      decide: (autoscaler) => (autoscaler === undefined || isOff(autoscaler) ? [] : ["targetSize"]),
    },
    consider,
    following: {
      arguments: {
        waitForInstances: valueKind(false, true, "NONE", "STABLE", "UPDATED"),
        onFailure: choiceKind("KEEP", "RESTORE"),
        progressDeadlineSec: integerKind(1, 86_400),
      },
      isAwaited: (values) => readGoal(values) !== undefined,
      afterChange: changeGroup,
      afterRestore: restoreGroup,
    },
    createNotices(news) {
      const declaredNames = shape.names.filter((name) => news[name] !== undefined);
      return [...rolloutNotices(news, declaredNames), ...waitNotices(news, "create")];
    },
    resumeNotices(news): Notice[] {
      const goal = readGoal(news);
      const message = `its change is sent already, and the update continues to wait for the instances to be ${goal ?? ""}`;
      return goal === undefined ? [] : [{ severity: "info", message }];
    },
    changeRefusal: zonesProblem,
    changeNotices: (_olds, news, changed) => [...rolloutNotices(news, changed), ...waitNotices(news, "update")],
  });
}

/** Refuses a patch that the group rules out, and tells what the size and the wait depend on. */
function consider(
  { job }: PatchedGroup,
  { values }: Target,
  olds: Values,
  { actual, patch, beside: autoscaler }: Considered<Autoscaler | undefined>,
): string[] {
  const goal = readGoal(values);
  refuseForGroup(actual, patch, { values: job.ignored.inputs(values, actual), autoscaler, goal });
  const action = isEmpty(olds) ? "create" : "update";
  return [...describeUnknownMode(autoscaler), ...lateNotices(values, action, job.deadline.allowedMs)];
}

/** The service itself knows whether the size can be set, and refuses the patch otherwise. */
function describeUnknownMode(autoscaler: Autoscaler | undefined): string[] {
  if (autoscaler?.unknownBecause === undefined) return [];
  return [
    `the group has the autoscaler ${autoscaler.link}, and its mode is not known: ${autoscaler.unknownBecause}. If the mode is not OFF, the service refuses targetSize.`,
  ];
}
