import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceOf, type Declaration } from "../../program/declaredResource";
import { quietStacks } from "../../program/quietStacks";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/instanceGroupManager";
import type { InstanceGroupManagerActions, InstanceGroupManagerStatus, NamedPort } from "../../types/output";

const declaration: Declaration = {
  kind: "RegionInstanceGroupManagerPatch",
  readable: false,
  insteadOfImport: "Declare the fields to manage: where the group has these values already, nothing is sent.",
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
 * Some settings of a regional managed instance group **that somebody else made**: only the fields that the program
 * gives are managed, and everything else of the group is left alone, today and later.
 *
 * The arguments have the API's own shape, because they are the body of its patch (JSON merge patch). What is sent is
 * only what differs, with a fresh fingerprint, and is sent again when others change other fields at the same moment; when
 * they change the same ones, that is an error with the three values. At any depth, a member that the program does not
 * speak of is not managed: defaults of the service and keys of others never show as a change. In the maps `metadata`,
 * `labels`, `instanceSelections`, `disks`, `internalIPs` and `externalIPs`, `null` removes a key.
 *
 * A field that is taken out of the program goes back to what it was before this resource first changed it, if it still
 * has the value that was set here; otherwise it is left alone, with a warning. Destroying the resource leaves the group as
 * it is, unless `deletionPolicy` is `RESTORE`.
 *
 * A patch is done when the group itself is changed; its instances follow, if at all, by its update policy.
 * `waitForInstances` waits for them too.
 *
 * Several patches of one group, in one program or in many, work as long as they manage different members. Two of one
 * program and one provider that manage the same member are an error of the preview; of different programs, nobody can
 * tell, and each would undo at every run what the other did.
 *
 * Id: the group's path, `projects/PROJECT/regions/REGION/instanceGroupManagers/NAME`. There is no `get`: which fields are
 * managed is known to the program alone. Default deadline of each step: 20 minutes (`customTimeouts`), the wait for
 * instances included. Project, region and group replace; every other argument changes in place.
 *
 * Permissions: `compute.instanceGroupManagers.get`, `compute.instanceGroupManagers.update`,
 * `compute.regionOperations.get`, and the right to use what templates, pools and health checks name. Scope: `compute` or
 * `cloud-platform`.
 *
 * Source: specification, "Managed instance group" and endpoints 6 and 7; regionInstanceGroupManagers.get and
 * listManagedInstances of the public v1 reference.
 *
 * @example
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
 */
export class RegionInstanceGroupManagerPatch extends pulumi.CustomResource {
  /** Project of the group. */
  declare readonly project: pulumi.Output<string>;
  /** Region of the group. */
  declare readonly region: pulumi.Output<string>;
  /** URL of the group. */
  declare readonly instanceGroupManager: pulumi.Output<string>;
  /** What the group is for. Only when managed here, and of that only what the program speaks of. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Prefix of instance names. Only when managed here, and of that only what the program speaks of. */
  declare readonly baseInstanceName: pulumi.Output<string | undefined>;
  /** URL of the template of all instances; absent while they have different ones. Only when managed here, and of that only what the program speaks of. */
  declare readonly instanceTemplate: pulumi.Output<string | undefined>;
  /** Templates, with URLs. Only when managed here, and of that only what the program speaks of. */
  declare readonly versions: pulumi.Output<Managed["versions"]>;
  /** Number of running instances. Only when managed here, and of that only what the program speaks of. */
  declare readonly targetSize: pulumi.Output<number | undefined>;
  /** Number of stopped instances. Only when managed here, and of that only what the program speaks of. */
  declare readonly targetStoppedSize: pulumi.Output<number | undefined>;
  /** Number of suspended instances. Only when managed here, and of that only what the program speaks of. */
  declare readonly targetSuspendedSize: pulumi.Output<number | undefined>;
  /** URLs of target pools. Only when managed here, and of that only what the program speaks of. */
  declare readonly targetPools: pulumi.Output<string[] | undefined>;
  /** When instances are taken for broken. Only when managed here, and of that only what the program speaks of. */
  declare readonly autoHealingPolicies: pulumi.Output<Managed["autoHealingPolicies"]>;
  /** How instances are brought up to date. Only when managed here, and of that only what the program speaks of. */
  declare readonly updatePolicy: pulumi.Output<Managed["updatePolicy"]>;
  /** Zones and distribution. Only when managed here, and of that only what the program speaks of. */
  declare readonly distributionPolicy: pulumi.Output<Managed["distributionPolicy"]>;
  /** What is done about instances that fail. Only when managed here, and of that only what the program speaks of. */
  declare readonly instanceLifecyclePolicy: pulumi.Output<Managed["instanceLifecyclePolicy"]>;
  /** Machine types to choose from. Only when managed here, and of that only what the program speaks of. */
  declare readonly instanceFlexibilityPolicy: pulumi.Output<Managed["instanceFlexibilityPolicy"]>;
  /** Disks and addresses that instances keep. Only when managed here, and of that only what the program speaks of. */
  declare readonly statefulPolicy: pulumi.Output<Managed["statefulPolicy"]>;
  /** How stopped and suspended instances are used. Only when managed here, and of that only what the program speaks of. */
  declare readonly standbyPolicy: pulumi.Output<Managed["standbyPolicy"]>;
  /** Whether the list of instances comes in pages. Only when managed here, and of that only what the program speaks of. */
  declare readonly listManagedInstancesResults: pulumi.Output<string | undefined>;
  /** Metadata and labels of every instance. Only when managed here, and of that only what the program speaks of. */
  declare readonly allInstancesConfig: pulumi.Output<Managed["allInstancesConfig"]>;
  /** The workload policy. Only when managed here, and of that only what the program speaks of. */
  declare readonly resourcePolicies: pulumi.Output<Managed["resourcePolicies"]>;
  /** What is managed here, to the last member: `updatePolicy.maxSurge`. */
  declare readonly managedFields: pulumi.Output<string[]>;
  /**
   * What the managed fields were before this resource first changed them, remembered at that moment and never overwritten;
   * what was absent is absent. `versions` stands for templates in either form. Kept as a secret.
   */
  declare readonly previousValues: pulumi.Output<Managed | undefined>;
  /** The group's fingerprint after the last step; each change reads a fresh one. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** The group's status after the last step. */
  declare readonly status: pulumi.Output<InstanceGroupManagerStatus | undefined>;
  /** How many instances are in which action, after the last step. */
  declare readonly currentActions: pulumi.Output<InstanceGroupManagerActions | undefined>;
  /** Always `compute#instanceGroupManager`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the group (the API's `id`), as a string: it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the group was made, RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the instance group that the group manages. */
  declare readonly instanceGroup: pulumi.Output<string>;
  /** URL of the group; known at preview. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Named ports of the instance group. */
  declare readonly namedPorts: pulumi.Output<NamedPort[] | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzi: pulumi.Output<boolean | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzs: pulumi.Output<boolean | undefined>;

  /**
   * @param name logical name
   * @param args which group, and what of it
   * @param options Pulumi's options. `id`, `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: RegionInstanceGroupManagerPatchArgs, options?: pulumi.CustomResourceOptions) {
    const registration = declared(declaration, name, args, options);
    const stacks = quietStacks();
    try {
      super(...registration);
    } catch (error) {
      throw stacks.traced(error);
    } finally {
      stacks.restore();
    }
  }

  /** Whether an object is a `RegionInstanceGroupManagerPatch`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is RegionInstanceGroupManagerPatch {
    return isResourceOf(declaration.kind, object);
  }
}

/** Settings of a group as they are read. */
type Managed = pulumi.Unwrap<InstanceGroupManagerSettings>;

/** What can be managed of a group. */
export type InstanceGroupManagerSettings = Omit<
  RegionInstanceGroupManagerPatchArgs,
  "project" | "region" | "instanceGroupManager" | "waitForInstances" | "deletionPolicy" | "previous"
>;

/**
 * Which group, and what of it is managed; at least one field. Every link takes a name, a path, a full URL, or another
 * resource's `id` or `selfLink`. What is not given is never sent.
 */
export interface RegionInstanceGroupManagerPatchArgs {
  /** Project of the group. Default: the one that the link names, else `gcp:project`. A change replaces. */
  project?: pulumi.Input<string | undefined>;
  /** Region of the group. Default: the one that the link names, else `gcp:region`. A change replaces. */
  region?: pulumi.Input<string | undefined>;
  /** The group, which has to exist. A change replaces. */
  instanceGroupManager: pulumi.Input<string>;
  /** What the group is for. */
  description?: pulumi.Input<string | undefined>;
  /**
   * Prefix of instance names: at most 58 lower-case letters, digits and hyphens, beginning with a letter (RFC 1035). The
   * group appends a hyphen and four characters; a hyphen and one or more `#` at the end ask for numbers of so many
   * digits instead (`web-###`).
   */
  baseInstanceName?: pulumi.Input<string | undefined>;
  /**
   * The template of all instances: its name, number, path, URL, or a link with `?uniqueId=` (`selfLinkUnique` of
   * `@pulumi/gcp`). The same as `versions` with one member; give one of the two.
   */
  instanceTemplate?: pulumi.Input<string | undefined>;
  /** Templates and how many instances have each. Names are unique, and exactly one has no `targetSize`. */
  versions?: pulumi.Input<pulumi.Input<inputs.InstanceGroupManagerVersion>[] | undefined>;
  /** Number of running instances. Refused while an autoscaler decides on it. */
  targetSize?: pulumi.Input<number | undefined>;
  /** Number of stopped instances. */
  targetStoppedSize?: pulumi.Input<number | undefined>;
  /** Number of suspended instances. */
  targetSuspendedSize?: pulumi.Input<number | undefined>;
  /** Target pools that instances are added to. Order does not matter; an empty list removes all. */
  targetPools?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** At most one; an empty list removes it. */
  autoHealingPolicies?: pulumi.Input<pulumi.Input<inputs.InstanceGroupManagerAutoHealingPolicy>[] | undefined>;
  /** How instances are brought up to date. */
  updatePolicy?: pulumi.Input<inputs.InstanceGroupManagerUpdatePolicy | undefined>;
  /** Zones and distribution. */
  distributionPolicy?: pulumi.Input<inputs.DistributionPolicy | undefined>;
  /** What is done about instances that fail. */
  instanceLifecyclePolicy?: pulumi.Input<inputs.InstanceGroupManagerInstanceLifecyclePolicy | undefined>;
  /** Machine types to choose from; they override the template. */
  instanceFlexibilityPolicy?: pulumi.Input<inputs.InstanceGroupManagerInstanceFlexibilityPolicy | undefined>;
  /** Disks and addresses that instances keep. */
  statefulPolicy?: pulumi.Input<inputs.StatefulPolicy | undefined>;
  /** How stopped and suspended instances are used. */
  standbyPolicy?: pulumi.Input<inputs.InstanceGroupManagerStandbyPolicy | undefined>;
  /** Whether the list of instances comes in pages. */
  listManagedInstancesResults?: pulumi.Input<Open<"PAGELESS" | "PAGINATED"> | undefined>;
  /** Metadata and labels of every instance, above the template. */
  allInstancesConfig?: pulumi.Input<inputs.InstanceGroupManagerAllInstancesConfig | undefined>;
  /** The workload policy. */
  resourcePolicies?: pulumi.Input<inputs.InstanceGroupManagerResourcePolicies | undefined>;
  /**
   * Waits, after a change and after a restore, until the group's instances are as it wants them: `true` or `STABLE` until
   * nothing is changing, `UPDATED` until all have the newest version and configuration too, and in a stateful group the
   * state that is theirs; that needs `updatePolicy.type` PROACTIVE (a restore to another type is waited for as STABLE); `false` or `NONE` (default) not at
   * all. At the deadline the error tells the current actions and the instances' last
   * errors. A change makes no call.
   */
  waitForInstances?: pulumi.Input<boolean | "NONE" | "STABLE" | "UPDATED" | undefined>;
  /**
   * What happens to the settings when the resource is deleted: `RETAIN` (default) leaves them; `RESTORE` puts back what was
   * there before, which can start a rollout, except what somebody else has changed since; `PREVENT` makes deleting an
   * error. Default from `gcp:deletionPolicy` (`ABANDON` is `RETAIN`). A change makes no call.
   */
  deletionPolicy?: pulumi.Input<RestorePolicy | undefined>;
  /**
   * What was there before, member by member, where this resource cannot know: after a run that was killed between its change
   * and the writing of the state. Used when the resource is made and when a field is managed for the first time, and
   * not kept; `previousValues` shows what holds.
   */
  previous?: pulumi.Input<InstanceGroupManagerSettings | undefined>;
}
