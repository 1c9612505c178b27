import { groupCollections, type GroupScope } from "../../compute/endpoints/instanceGroupManagers";
import { choiceKind, integerKind, valueKind } from "../../fields/scalars";
import { isEmpty } from "../../fields/values";
import type { Notice, Target } from "../../lifecycle/schema/description";
import { patchedObject, type Considered } from "../patchedObject";
import { argumentAliases, constraints, groupOutputs, groupShapes } from "./definition/fields";
import { restoreGroup } from "./definition/goingBack";
import { changeGroup } from "./definition/goingForward";
import { readGoal } from "./definition/instances";
import { findAutoscaler, isOff, refuseForGroup, type Autoscaler } from "./definition/limits";
import type { PatchedGroup } from "./definition/goingBack";
import { groupProblems, lateNotices, rolloutNotices, waitNotices } from "./definition/rules";
import { zonesProblem } from "./definition/zones";
import type { Values } from "../../fields/values";

/**
 * Some settings of a regional managed instance group **that somebody else created**. Fields you leave out, at any depth,
 * are never touched.
 *
 * The arguments have the shape of the API's patch (JSON merge patch). In the maps `metadata`, `labels`,
 * `instanceSelections`, `disks`, `internalIPs` and `externalIPs`, `null` removes a key.
 *
 * A patch is done when the service has changed the group itself. The instances follow by the update policy of the
 * group. `waitForInstances` waits for them too, and with `onFailure: "RESTORE"` a rollout that fails goes back by itself.
 * `groupPatch.md` has the details.
 *
 * @member updatePolicy.maxSurge
 * @deadline It includes the wait for instances.
 * @restore That can start a rollout.
 * @permissions the right to use what templates, pools and health checks name. With `targetSize` and an autoscaler also
 * `compute.autoscalers.get`.
 * @settings InstanceGroupManagerSettings
 * @source specification, "Managed instance group" and endpoints 6 and 7; regionInstanceGroupManagers.get and
 * listManagedInstances of the public v1 reference.
 *
 * @example The update policy and the labels of a group
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const calm = new gce.RegionInstanceGroupManagerPatch("calm", {
 *   instanceGroupManager: "regions/us-central1/instanceGroupManagers/search",
 *   updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3 }, maxUnavailable: { fixed: 0 } },
 *   allInstancesConfig: { properties: { labels: { team: "network", old: null } } },
 *   waitForInstances: "UPDATED",
 *   deletionPolicy: "RESTORE",
 * });
 * export const actions = calm.currentActions;
 * ```
 *
 * @example A rollout that goes back by itself if it fails
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const release = new gce.RegionInstanceGroupManagerPatch("release", {
 *   instanceGroupManager: "regions/us-central1/instanceGroupManagers/storefront",
 *   instanceTemplate: "storefront-v42",
 *   updatePolicy: { type: "PROACTIVE" },
 *   waitForInstances: "UPDATED",
 *   onFailure: "RESTORE",
 *   progressDeadlineSec: 600,
 * });
 * export const status = release.status;
 * ```
 *
 * @example With a template of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const images = new pulumi.StackReference("acme/images/prod");
 * const canary = new gce.RegionInstanceGroupManagerPatch("canary", {
 *   instanceGroupManager: "web",
 *   region: "europe-west1",
 *   versions: [
 *     { name: "stable", instanceTemplate: images.requireOutput("stableTemplate") },
 *     { name: "canary", instanceTemplate: images.requireOutput("nextTemplate"), targetSize: { percent: 10 } },
 *   ],
 * });
 * export const managed = canary.managedFields;
 * ```
 *
 * @example In another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const size = new gce.RegionInstanceGroupManagerPatch("size", {
 *   project: "team-project",
 *   region: "us-central1",
 *   instanceGroupManager: "web",
 *   targetSize: 12,
 * });
 * export const group = size.instanceGroupManager;
 * ```
 */
export const regionInstanceGroupManagerPatch = groupPatch("RegionInstanceGroupManagerPatch", "region");

/**
 * Some settings of a zonal managed instance group **that somebody else created**. Fields you leave out, at any depth,
 * are never touched.
 *
 * The arguments have the shape of the API's patch (JSON merge patch). In the maps `metadata`, `labels`,
 * `instanceSelections`, `disks`, `internalIPs` and `externalIPs`, `null` removes a key.
 *
 * A patch is done when the service has changed the group itself. The instances follow by the update policy of the
 * group. `waitForInstances` waits for them too, and with `onFailure: "RESTORE"` a rollout that fails goes back by itself.
 * `groupPatch.md` has the details.
 *
 * @member updatePolicy.maxSurge
 * @deadline It includes the wait for instances.
 * @restore That can start a rollout.
 * @permissions the right to use what templates, pools and health checks name. With `targetSize` and an autoscaler also
 * `compute.autoscalers.get`.
 * @settings ZonalInstanceGroupManagerSettings
 * @source instanceGroupManagers.get, patch and listManagedInstances of the public v1 reference.
 *
 * @example The update policy and the labels of a group
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const calm = new gce.InstanceGroupManagerPatch("calm", {
 *   instanceGroupManager: "zones/us-central1-a/instanceGroupManagers/reports",
 *   updatePolicy: { type: "PROACTIVE", replacementMethod: "RECREATE", maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 1 } },
 *   allInstancesConfig: { properties: { labels: { team: "network", old: null } } },
 *   waitForInstances: "UPDATED",
 *   deletionPolicy: "RESTORE",
 * });
 * export const actions = calm.currentActions;
 * ```
 *
 * @example A rollout that goes back by itself if it fails
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const release = new gce.InstanceGroupManagerPatch("release", {
 *   instanceGroupManager: "zones/us-central1-a/instanceGroupManagers/storefront",
 *   instanceTemplate: "storefront-v42",
 *   updatePolicy: { type: "PROACTIVE" },
 *   waitForInstances: "UPDATED",
 *   onFailure: "RESTORE",
 *   progressDeadlineSec: 600,
 * });
 * export const status = release.status;
 * ```
 *
 * @example With a template of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const images = new pulumi.StackReference("acme/images/prod");
 * const canary = new gce.InstanceGroupManagerPatch("canary", {
 *   instanceGroupManager: "web",
 *   zone: "europe-west1-b",
 *   versions: [
 *     { name: "stable", instanceTemplate: images.requireOutput("stableTemplate") },
 *     { name: "canary", instanceTemplate: images.requireOutput("nextTemplate"), targetSize: { percent: 10 } },
 *   ],
 * });
 * export const managed = canary.managedFields;
 * ```
 *
 * @example In another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const size = new gce.InstanceGroupManagerPatch("size", {
 *   project: "team-project",
 *   zone: "us-central1-a",
 *   instanceGroupManager: "web",
 *   targetSize: 12,
 * });
 * export const group = size.instanceGroupManager;
 * ```
 */
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
        /**
         * Waits for the instances after a change and after a restore. `STABLE` or `true` waits until no instance is changing.
         * `UPDATED` also waits until every instance has the newest version and configuration, and in a stateful group its
         * state. It needs `updatePolicy.type` PROACTIVE; after a restore to another type, it waits as `STABLE` does. At the
         * deadline, the error shows the current actions and the last errors of the instances. Default: `NONE` (or `false`).
         *
         * @values `NONE`: does not wait. `UPDATED`: waits until every instance has the newest version and configuration.
         */
        waitForInstances: valueKind(false, true, "NONE", "STABLE", "UPDATED"),
        /**
         * The effect of instances that do not get where `waitForInstances` says: `KEEP` keeps the change. `RESTORE` sends back
         * what the step has changed, waits until the instances have it again, and fails. A value that somebody else has changed
         * since stays. A third of the time is kept for it. Default: `KEEP`.
         */
        onFailure: choiceKind("KEEP", "RESTORE"),
        /**
         * The longest time in seconds, 1 to 86,400, in which no further instance gets there: then the wait fails before its
         * deadline. Give more than an instance takes to boot and to get healthy. Errors that do not pass, such as a missing
         * image, end the wait after two minutes in any case. Default: only the deadline.
         */
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
