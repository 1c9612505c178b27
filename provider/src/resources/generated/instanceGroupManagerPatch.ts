/* `npm run docs:reference` writes this file from resources/instanceGroupManagerPatch/definition.ts. */

import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/input";
import type * as outputs from "../../types/output";

const declaration: Declaration = {
  kind: "InstanceGroupManagerPatch",
  deletesFirst: true,
  importAdvice: "Declare the fields to manage: if the group already has these values, the create sends nothing.",
};

/**
 * Some settings of a zonal managed instance group **that somebody else created**. Fields you leave out, at any
 * depth, are never touched.
 *
 * The arguments have the shape of the API's patch (JSON merge patch). In the maps `metadata`, `labels`,
 * `instanceSelections`, `disks`, `internalIPs` and `externalIPs`, `null` removes a key.
 *
 * A patch is done when the service has changed the group itself. The instances follow by the update policy of the
 * group. `waitForInstances` waits for them too, and with `onFailure: "RESTORE"` a rollout that fails goes back by
 * itself. `groupPatch.md` has the details.
 *
 * As an output, each field has only what the program manages, with URLs for links.
 *
 * If you remove a field from the program, it returns to the value that it had before this resource first changed
 * it. If somebody else has changed the field since, the resource leaves it alone and shows a warning. Destroy
 * leaves the group as it is, unless `deletionPolicy` is `RESTORE`.
 *
 * Several patches can manage one group if they manage different members. If two patches of one program and one
 * provider manage the same member, the preview shows an error. Patches of different programs that manage the same
 * member overwrite each other in every run.
 *
 * Id: the path of the group, `projects/PROJECT/zones/ZONE/instanceGroupManagers/NAME`. Nothing can look it up by
 * that id, because only the program knows which fields it manages.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another). It includes the wait for instances.
 *
 * Permissions: `compute.instanceGroupManagers.get`, `compute.instanceGroupManagers.update`,
 * `compute.zoneOperations.get`, `compute.zoneOperations.list`, and the right to use what templates, pools and
 * health checks name. With `targetSize` and an autoscaler also `compute.autoscalers.get`. Scope: `compute` or
 * `cloud-platform`.
 *
 * Source: instanceGroupManagers.get, patch and listManagedInstances of the public v1 reference.
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
export class InstanceGroupManagerPatch extends pulumi.CustomResource {
  /** Project of the group. */
  declare readonly project: pulumi.Output<string>;
  /** Zone of the group. */
  declare readonly zone: pulumi.Output<string>;
  /** The group. */
  declare readonly instanceGroupManager: pulumi.Output<string>;
  /** Description of the group. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Prefix of instance names. */
  declare readonly baseInstanceName: pulumi.Output<string | undefined>;
  /** The template of all instances. Absent while they have different ones. */
  declare readonly instanceTemplate: pulumi.Output<string | undefined>;
  /** Templates and how many instances have each. */
  declare readonly versions: pulumi.Output<Managed["versions"]>;
  /** Number of running instances. */
  declare readonly targetSize: pulumi.Output<number | undefined>;
  /** Number of stopped instances. */
  declare readonly targetStoppedSize: pulumi.Output<number | undefined>;
  /** Number of suspended instances. */
  declare readonly targetSuspendedSize: pulumi.Output<number | undefined>;
  /** Target pools that instances are added to. */
  declare readonly targetPools: pulumi.Output<string[] | undefined>;
  /** Policies of auto-healing, at most one. */
  declare readonly autoHealingPolicies: pulumi.Output<Managed["autoHealingPolicies"]>;
  /** How the group updates its instances. */
  declare readonly updatePolicy: pulumi.Output<Managed["updatePolicy"]>;
  /** The group's handling of instances that fail. */
  declare readonly instanceLifecyclePolicy: pulumi.Output<Managed["instanceLifecyclePolicy"]>;
  /** Machine types that the group can choose. */
  declare readonly instanceFlexibilityPolicy: pulumi.Output<Managed["instanceFlexibilityPolicy"]>;
  /** Disks and addresses that instances keep. */
  declare readonly statefulPolicy: pulumi.Output<Managed["statefulPolicy"]>;
  /** How stopped and suspended instances are used. */
  declare readonly standbyPolicy: pulumi.Output<Managed["standbyPolicy"]>;
  /** Says whether the service returns the list of instances in pages. */
  declare readonly listManagedInstancesResults: pulumi.Output<Open<"PAGELESS" | "PAGINATED"> | undefined>;
  /** Metadata and labels of every instance. */
  declare readonly allInstancesConfig: pulumi.Output<Managed["allInstancesConfig"]>;
  /** The workload policy. */
  declare readonly resourcePolicies: pulumi.Output<Managed["resourcePolicies"]>;
  /**
   * Every member that the resource manages, such as `updatePolicy.maxSurge`. The preview knows it. The resource
   * itself needs it, to find the members that leave the program.
   */
  declare readonly managedFields: pulumi.Output<string[]>;
  /**
   * The values of the managed fields before this resource first changed them, recorded once. A field is absent if it
   * was absent, or if nobody knows its earlier value: a warning names it, and no restore changes it. Has `versions`
   * also if the program gives `instanceTemplate`. The resource itself needs it, to restore a field that leaves the
   * program, and at a destroy with `RESTORE`. A secret.
   */
  declare readonly previousValues: pulumi.Output<Managed | undefined>;
  /** Fingerprint of the group after the last step. Each change reads a fresh one. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** Always `compute#instanceGroupManager`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the group (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the group, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the group. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** The group's status after the last step. */
  declare readonly status: pulumi.Output<outputs.InstanceGroupManagerStatus | undefined>;
  /** How many instances are in which action, after the last step. */
  declare readonly currentActions: pulumi.Output<outputs.InstanceGroupManagerActions | undefined>;
  /** URL of the instance group that the group manages. */
  declare readonly instanceGroup: pulumi.Output<string>;
  /** Named ports of the instance group. */
  declare readonly namedPorts: pulumi.Output<outputs.NamedPort[] | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzi: pulumi.Output<boolean | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzs: pulumi.Output<boolean | undefined>;

  /**
   * @param name logical name
   * @param args the group, and its managed settings
   * @param options Pulumi's options. `id`, `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: InstanceGroupManagerPatchArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /** True if an object is an `InstanceGroupManagerPatch`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is InstanceGroupManagerPatch {
    return isResourceKind(declaration.kind, object);
  }
}

/** Settings of a group as they are read. */
type Managed = pulumi.Unwrap<ZonalInstanceGroupManagerSettings>;

/** The settings of a group that a program can manage. */
export type ZonalInstanceGroupManagerSettings = Omit<
  InstanceGroupManagerPatchArgs,
  | "project"
  | "zone"
  | "instanceGroupManager"
  | "previous"
  | "waitForInstances"
  | "onFailure"
  | "progressDeadlineSec"
  | "deletionPolicy"
>;

/**
 * The group, and the fields that the resource manages: at least one. Every link takes a name, a path, a full URL,
 * or another resource's `id` or `selfLink`.
 */
export interface InstanceGroupManagerPatchArgs {
  /** Project of the group. Default: the project that the link names, or else `gcp:project`. A change replaces. */
  project?: pulumi.Input<string | undefined>;
  /** Zone of the group. Default: the zone that the link names, or else `gcp:zone`. A change replaces. */
  zone?: pulumi.Input<string | undefined>;
  /** The group, which must exist. A change replaces. */
  instanceGroupManager: pulumi.Input<string>;
  /** Description of the group. */
  description?: pulumi.Input<string | undefined>;
  /**
   * Prefix of instance names: at most 58 lower-case letters, digits and hyphens, beginning with a letter (RFC 1035).
   * The group appends a hyphen and four characters; a hyphen and one or more `#` at the end ask for numbers of so
   * many digits instead (`web-###`).
   */
  baseInstanceName?: pulumi.Input<string | undefined>;
  /**
   * The template of all instances, by its name, path or URL. The package cuts off `?uniqueId=` of a unique self
   * link. The same as `versions` with one member: give one of the two.
   */
  instanceTemplate?: pulumi.Input<string | undefined>;
  /** Templates and how many instances have each. Names are unique, and exactly one has no `targetSize`. */
  versions?: pulumi.Input<pulumi.Input<inputs.InstanceGroupManagerVersion>[] | undefined>;
  /** Number of running instances. An error if the group has an autoscaler whose mode is not `OFF`. */
  targetSize?: pulumi.Input<number | undefined>;
  /** Number of stopped instances. */
  targetStoppedSize?: pulumi.Input<number | undefined>;
  /** Number of suspended instances. */
  targetSuspendedSize?: pulumi.Input<number | undefined>;
  /** Target pools that instances are added to. Order does not matter. An empty list removes all pools. */
  targetPools?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Policies of auto-healing, at most one. An empty list removes it. */
  autoHealingPolicies?: pulumi.Input<pulumi.Input<inputs.InstanceGroupManagerAutoHealingPolicy>[] | undefined>;
  /** How the group updates its instances. */
  updatePolicy?: pulumi.Input<inputs.ZonalInstanceGroupManagerUpdatePolicy | undefined>;
  /** The group's handling of instances that fail. */
  instanceLifecyclePolicy?: pulumi.Input<inputs.InstanceGroupManagerInstanceLifecyclePolicy | undefined>;
  /** Machine types that the group can choose. They override the template. */
  instanceFlexibilityPolicy?: pulumi.Input<inputs.InstanceGroupManagerInstanceFlexibilityPolicy | undefined>;
  /** Disks and addresses that instances keep. */
  statefulPolicy?: pulumi.Input<inputs.StatefulPolicy | undefined>;
  /** How stopped and suspended instances are used. */
  standbyPolicy?: pulumi.Input<inputs.InstanceGroupManagerStandbyPolicy | undefined>;
  /**
   * Says whether the service returns the list of instances in pages.
   *
   * @values `PAGELESS`: in one answer. `PAGINATED`: in pages.
   */
  listManagedInstancesResults?: pulumi.Input<Open<"PAGELESS" | "PAGINATED"> | undefined>;
  /** Metadata and labels of every instance. They override the template. */
  allInstancesConfig?: pulumi.Input<inputs.InstanceGroupManagerAllInstancesConfig | undefined>;
  /** The workload policy. */
  resourcePolicies?: pulumi.Input<inputs.InstanceGroupManagerResourcePolicies | undefined>;
  /**
   * Waits for the instances after a change and after a restore. `STABLE` or `true` waits until no instance is
   * changing. `UPDATED` also waits until every instance has the newest version and configuration, and in a stateful
   * group its state. It needs `updatePolicy.type` PROACTIVE; after a restore to another type, it waits as `STABLE`
   * does. At the deadline, the error shows the current actions and the last errors of the instances. Default: `NONE`
   * (or `false`). A change makes no call.
   *
   * @values `NONE`: does not wait. `UPDATED`: waits until every instance has the newest version and configuration.
   */
  waitForInstances?: pulumi.Input<boolean | "NONE" | "STABLE" | "UPDATED" | undefined>;
  /**
   * The effect of instances that do not get where `waitForInstances` says: `KEEP` keeps the change. `RESTORE` sends
   * back what the step has changed, waits until the instances have it again, and fails. A value that somebody else
   * has changed since stays. A third of the time is kept for it. Default: `KEEP`. A change makes no call.
   */
  onFailure?: pulumi.Input<"KEEP" | "RESTORE" | undefined>;
  /**
   * The longest time in seconds, 1 to 86,400, in which no further instance gets there: then the wait fails before
   * its deadline. Give more than an instance takes to boot and to get healthy. Errors that do not pass, such as a
   * missing image, end the wait after two minutes in any case. Default: only the deadline. A change makes no call.
   */
  progressDeadlineSec?: pulumi.Input<number | undefined>;
  /**
   * The effect of a delete on the settings: `RETAIN` keeps them. `RESTORE` restores the earlier values, except those
   * that somebody else has changed since. That can start a rollout. `PREVENT` makes the delete an error. Default:
   * `gcp:deletionPolicy` (`ABANDON` means `RETAIN`), or `RETAIN`. A change makes no call.
   */
  deletionPolicy?: pulumi.Input<RestorePolicy | undefined>;
  /**
   * The earlier values, in the shape of the arguments above. Give it when a warning says that they are not known, or
   * that the value of the program counts as the earlier one: a run was killed between its change and the writing of
   * the state, or another resource managed the field. It replaces what is recorded: `previousValues` shows what
   * holds.
   */
  previous?: pulumi.Input<ZonalInstanceGroupManagerSettings | undefined>;
}
