import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceOf, type Declaration } from "../../program/declaredResource";
import { quietStacks } from "../../program/quietStacks";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/instanceGroupManager";
import type { InstanceGroupManagerActions, InstanceGroupManagerStatus, NamedPort } from "../../types/output";

const declaration: Declaration = {
  kind: "RegionInstanceGroupManagerPatch",
  readable: false,
  insteadOfImport: "Declare the fields to manage: if the group already has these values, the create sends nothing.",
  // What was there before may be anybody's metadata, and the rest is what the program set, which may be a secret.
  secretOutputs: ["previousValues", "__own"],
  outputs: [
    "project",
    "region",
    "instanceGroupManager",
    "description",
    "baseInstanceName",
    "instanceTemplate",
    "versions",
    "targetSize",
    "targetStoppedSize",
    "targetSuspendedSize",
    "targetPools",
    "autoHealingPolicies",
    "updatePolicy",
    "distributionPolicy",
    "instanceLifecyclePolicy",
    "instanceFlexibilityPolicy",
    "statefulPolicy",
    "standbyPolicy",
    "listManagedInstancesResults",
    "allInstancesConfig",
    "resourcePolicies",
    "managedFields",
    "previousValues",
    "fingerprint",
    "status",
    "currentActions",
    "kind",
    "numericId",
    "creationTimestamp",
    "instanceGroup",
    "selfLink",
    "namedPorts",
    "satisfiesPzi",
    "satisfiesPzs",
  ],
};

/**
 * Some settings of a regional managed instance group **that somebody else created**. The resource manages only the
 * fields that the program gives. It never changes the other fields of the group.
 *
 * The arguments have the shape of the API, because they are the body of its patch (JSON merge patch). Each patch has
 * only the differences and a fresh fingerprint. If somebody else changes other fields at the same moment, the resource
 * sends the patch again. If somebody else changes the same fields, you get an error with the three values. At any
 * depth, the resource does not manage a member that the program does not mention. So defaults of the service and keys
 * of others never show as a change. In the maps `metadata`, `labels`, `instanceSelections`, `disks`, `internalIPs` and
 * `externalIPs`, `null` removes a key.
 *
 * If you remove a field from the program, the field returns to the value that it had before this resource first
 * changed it. If the field no longer has the value that this resource set, the resource leaves it alone and shows a
 * warning. Destroy leaves the group as it is, unless `deletionPolicy` is `RESTORE`.
 *
 * A patch is done when the service has changed the group itself. The instances follow by the update policy of the
 * group. `waitForInstances` waits for the instances too.
 *
 * Several patches can manage one group, in one program or in many, if they manage different members. Two patches of
 * one program and one provider that manage the same member are an error of the preview. Patches of different programs
 * that manage the same member overwrite each other in every run.
 *
 * Id: the path of the group, `projects/PROJECT/regions/REGION/instanceGroupManagers/NAME`. There is no `get`, because
 * only the program knows which fields it manages.
 *
 * Default deadline of each step: 20 minutes (`customTimeouts`). It includes the wait for instances.
 *
 * Permissions: `compute.instanceGroupManagers.get`, `compute.instanceGroupManagers.update`,
 * `compute.regionOperations.get`, `compute.regionOperations.list`, and the right to use what templates, pools and health
 * checks name. With `targetSize` and an autoscaler also `compute.autoscalers.get`. Scope: `compute` or `cloud-platform`.
 *
 * Source: specification, "Managed instance group" and endpoints 6 and 7; regionInstanceGroupManagers.get and
 * listManagedInstances of the public v1 reference.
 *
 * @example The update policy and the labels of a group
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const calm = new gce.RegionInstanceGroupManagerPatch("calm", {
 *   instanceGroupManager: "projects/my-project/regions/us-central1/instanceGroupManagers/web",
 *   updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3 }, maxUnavailable: { fixed: 0 } },
 *   allInstancesConfig: { properties: { labels: { team: "network", old: null } } },
 *   waitForInstances: "UPDATED",
 *   deletionPolicy: "RESTORE",
 * });
 * export const actions = calm.currentActions;
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
export class RegionInstanceGroupManagerPatch extends pulumi.CustomResource {
  /** Project of the group. */
  declare readonly project: pulumi.Output<string>;
  /** Region of the group. */
  declare readonly region: pulumi.Output<string>;
  /** URL of the group. */
  declare readonly instanceGroupManager: pulumi.Output<string>;
  /** Description of the group. Has only what the program manages. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Prefix of instance names. Has only what the program manages. */
  declare readonly baseInstanceName: pulumi.Output<string | undefined>;
  /** URL of the template of all instances; absent while they have different ones. Has only what the program manages. */
  declare readonly instanceTemplate: pulumi.Output<string | undefined>;
  /** Templates, with URLs. Has only what the program manages. */
  declare readonly versions: pulumi.Output<Managed["versions"]>;
  /** Number of running instances. Has only what the program manages. */
  declare readonly targetSize: pulumi.Output<number | undefined>;
  /** Number of stopped instances. Has only what the program manages. */
  declare readonly targetStoppedSize: pulumi.Output<number | undefined>;
  /** Number of suspended instances. Has only what the program manages. */
  declare readonly targetSuspendedSize: pulumi.Output<number | undefined>;
  /** URLs of target pools. Has only what the program manages. */
  declare readonly targetPools: pulumi.Output<string[] | undefined>;
  /** When the group repairs instances. Has only what the program manages. */
  declare readonly autoHealingPolicies: pulumi.Output<Managed["autoHealingPolicies"]>;
  /** How the group updates its instances. Has only what the program manages. */
  declare readonly updatePolicy: pulumi.Output<Managed["updatePolicy"]>;
  /** Zones and distribution. Has only what the program manages. */
  declare readonly distributionPolicy: pulumi.Output<Managed["distributionPolicy"]>;
  /** The group's handling of instances that fail. It has only the fields that the program manages. */
  declare readonly instanceLifecyclePolicy: pulumi.Output<Managed["instanceLifecyclePolicy"]>;
  /** Machine types to choose from. Has only what the program manages. */
  declare readonly instanceFlexibilityPolicy: pulumi.Output<Managed["instanceFlexibilityPolicy"]>;
  /** Disks and addresses that instances keep. Has only what the program manages. */
  declare readonly statefulPolicy: pulumi.Output<Managed["statefulPolicy"]>;
  /** How stopped and suspended instances are used. Has only what the program manages. */
  declare readonly standbyPolicy: pulumi.Output<Managed["standbyPolicy"]>;
  /** Whether the service returns the list of instances in pages. Has only what the program manages. */
  declare readonly listManagedInstancesResults: pulumi.Output<string | undefined>;
  /** Metadata and labels of every instance. Has only what the program manages. */
  declare readonly allInstancesConfig: pulumi.Output<Managed["allInstancesConfig"]>;
  /** The workload policy. Has only what the program manages. */
  declare readonly resourcePolicies: pulumi.Output<Managed["resourcePolicies"]>;
  /** Every member that the resource manages, such as `updatePolicy.maxSurge`. */
  declare readonly managedFields: pulumi.Output<string[]>;
  /**
   * The values of the managed fields before this resource first changed them. The resource records them at that moment,
   * and never overwrites them. A field that was absent is absent, and so is one whose earlier value nobody knows: a warning
   * names it, and no restore changes it. `versions` stands for templates in either form. A secret.
   */
  declare readonly previousValues: pulumi.Output<Managed | undefined>;
  /** Fingerprint of the group after the last step. Each change reads a fresh one. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** The group's status after the last step. */
  declare readonly status: pulumi.Output<InstanceGroupManagerStatus | undefined>;
  /** How many instances are in which action, after the last step. */
  declare readonly currentActions: pulumi.Output<InstanceGroupManagerActions | undefined>;
  /** Always `compute#instanceGroupManager`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the group (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the group, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the instance group that the group manages. */
  declare readonly instanceGroup: pulumi.Output<string>;
  /** URL of the group. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Named ports of the instance group. */
  declare readonly namedPorts: pulumi.Output<NamedPort[] | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzi: pulumi.Output<boolean | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzs: pulumi.Output<boolean | undefined>;

  /**
   * @param name logical name
   * @param args the group, and its managed settings
   * @param options Pulumi's options. `id`, `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: RegionInstanceGroupManagerPatchArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = quietStacks();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /** Whether an object is a `RegionInstanceGroupManagerPatch`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is RegionInstanceGroupManagerPatch {
    return isResourceOf(declaration.kind, object);
  }
}

/** Settings of a group as they are read. */
type Managed = pulumi.Unwrap<InstanceGroupManagerSettings>;

/** The settings of a group that a program can manage. */
export type InstanceGroupManagerSettings = Omit<
  RegionInstanceGroupManagerPatchArgs,
  "project" | "region" | "instanceGroupManager" | "waitForInstances" | "deletionPolicy" | "previous"
>;

/**
 * The group, and the fields that the resource manages. Give at least one field. Every link takes a name, a path, a full
 * URL, or another resource's `id` or `selfLink`. The resource never sends a field that you do not give.
 */
export interface RegionInstanceGroupManagerPatchArgs {
  /** Project of the group. Default: the project that the link names, or else `gcp:project`. A change replaces. */
  project?: pulumi.Input<string | undefined>;
  /** Region of the group. Default: the region that the link names, or else `gcp:region`. A change replaces. */
  region?: pulumi.Input<string | undefined>;
  /** The group, which must exist. A change replaces. */
  instanceGroupManager: pulumi.Input<string>;
  /** Description of the group. */
  description?: pulumi.Input<string | undefined>;
  /**
   * Prefix of instance names: at most 58 lower-case letters, digits and hyphens, beginning with a letter (RFC 1035). The
   * group appends a hyphen and four characters; a hyphen and one or more `#` at the end ask for numbers of so many
   * digits instead (`web-###`).
   */
  baseInstanceName?: pulumi.Input<string | undefined>;
  /**
   * The template of all instances: its name, number, path, URL, or a link with `?uniqueId=` (`selfLinkUnique` of
   * `@pulumi/gcp`). It means the same as `versions` with one member. Give one of the two.
   */
  instanceTemplate?: pulumi.Input<string | undefined>;
  /** Templates and how many instances have each. Names are unique, and exactly one has no `targetSize`. */
  versions?: pulumi.Input<pulumi.Input<inputs.InstanceGroupManagerVersion>[] | undefined>;
  /**
   * Number of running instances. If the group has an autoscaler whose mode is not `OFF`, you get an error. Then a restore
   * leaves the size alone, too.
   */
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
  updatePolicy?: pulumi.Input<inputs.InstanceGroupManagerUpdatePolicy | undefined>;
  /** Zones and distribution. A group never changes its zones: other zones than those of the group are an error. */
  distributionPolicy?: pulumi.Input<inputs.DistributionPolicy | undefined>;
  /** The group's handling of instances that fail. */
  instanceLifecyclePolicy?: pulumi.Input<inputs.InstanceGroupManagerInstanceLifecyclePolicy | undefined>;
  /** Machine types that the group can choose. They override the template. */
  instanceFlexibilityPolicy?: pulumi.Input<inputs.InstanceGroupManagerInstanceFlexibilityPolicy | undefined>;
  /** Disks and addresses that instances keep. */
  statefulPolicy?: pulumi.Input<inputs.StatefulPolicy | undefined>;
  /** How stopped and suspended instances are used. */
  standbyPolicy?: pulumi.Input<inputs.InstanceGroupManagerStandbyPolicy | undefined>;
  /** Whether the service returns the list of instances in pages. */
  listManagedInstancesResults?: pulumi.Input<Open<"PAGELESS" | "PAGINATED"> | undefined>;
  /** Metadata and labels of every instance. They override the template. */
  allInstancesConfig?: pulumi.Input<inputs.InstanceGroupManagerAllInstancesConfig | undefined>;
  /** The workload policy. */
  resourcePolicies?: pulumi.Input<inputs.InstanceGroupManagerResourcePolicies | undefined>;
  /**
   * Waits for the instances of the group after a change and after a restore. `STABLE` or `true` waits until no instance
   * is changing. `UPDATED` also waits until every instance has the newest version and configuration, and in a stateful
   * group its state; it needs `updatePolicy.type` PROACTIVE. After a restore to another type, `UPDATED` waits as `STABLE`
   * does. `NONE` or `false` does not wait. At the deadline, the error shows the current actions and the last errors of
   * the instances. Default: `NONE`. A change makes no call.
   */
  waitForInstances?: pulumi.Input<boolean | "NONE" | "STABLE" | "UPDATED" | undefined>;
  /**
   * The effect of a delete on the settings: `RETAIN` keeps them. `RESTORE` restores the values from before,
   * which can start a rollout. It leaves out values that somebody else has changed since. `PREVENT` makes the delete an
   * error. Default: `gcp:deletionPolicy` (`ABANDON` means `RETAIN`), or `RETAIN`. A change makes no call.
   */
  deletionPolicy?: pulumi.Input<RestorePolicy | undefined>;
  /**
   * The values from before, member by member, in the shape of the arguments above. Give it when a warning says that they
   * are not known. The cause is a run that was killed between its change and the writing of the state, or another resource
   * that managed the field. It is used when the resource is created, when a field is managed for the first time, and when its
   * value from before is not known. It is not kept: `previousValues` shows what holds.
   */
  previous?: pulumi.Input<InstanceGroupManagerSettings | undefined>;
}
