import type * as pulumi from "@pulumi/pulumi";
import type { Open } from "./common";

/** Some instances, or a share of them: exactly one of the two. */
export interface FixedOrPercent {
  /** The number of instances, 0 or more. */
  fixed?: pulumi.Input<number | undefined>;
  /** Percent of the group's target size, 0 to 100. */
  percent?: pulumi.Input<number | undefined>;
}

/** One version of a group's instances. */
export interface InstanceGroupManagerVersion {
  /** Unique among the group's versions. */
  name?: pulumi.Input<string | undefined>;
  /** The template of these instances. */
  instanceTemplate: pulumi.Input<string>;
  /** How many instances. Exactly one version has none, and takes the rest. */
  targetSize?: pulumi.Input<FixedOrPercent | undefined>;
}

/** When the group repairs instances. */
export interface InstanceGroupManagerAutoHealingPolicy {
  /** The health check that tells. */
  healthCheck?: pulumi.Input<string | undefined>;
  /** Seconds after its start in which a new instance may fail the check, 0 to 3600. Service's default: 0. */
  initialDelaySec?: pulumi.Input<number | undefined>;
}

/** How the group updates its instances. */
export interface InstanceGroupManagerUpdatePolicy {
  /** `PROACTIVE`: the group updates instances by itself; `OPPORTUNISTIC`: only those that somebody names. */
  type?: pulumi.Input<Open<"OPPORTUNISTIC" | "PROACTIVE"> | undefined>;
  /** Says whether the group moves instances to keep zones even. */
  instanceRedistributionType?: pulumi.Input<Open<"NONE" | "PROACTIVE"> | undefined>;
  /** The smallest action on an instance. */
  minimalAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /** The largest action on an instance. The group does not make an update that needs more. */
  mostDisruptiveAllowedAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /** Says whether a replaced instance keeps its name (`RECREATE`). */
  replacementMethod?: pulumi.Input<Open<"RECREATE" | "SUBSTITUTE"> | undefined>;
  /** How many instances there may be above the target size. Not 0 together with `maxUnavailable`. */
  maxSurge?: pulumi.Input<FixedOrPercent | undefined>;
  /** How many instances may be out of service. A percentage only for a group of 10 or more instances. */
  maxUnavailable?: pulumi.Input<FixedOrPercent | undefined>;
}

/** The places of a regional group's instances. */
export interface DistributionPolicy {
  /** The zones of the group, which never change. Order does not matter. Other zones are an error. */
  zones?: pulumi.Input<pulumi.Input<DistributionPolicyZone>[] | undefined>;
  /** The distribution that the group strives for. */
  targetShape?: pulumi.Input<Open<"ANY" | "ANY_SINGLE_ZONE" | "BALANCED" | "EVEN"> | undefined>;
}

/** One zone of a regional group. */
export interface DistributionPolicyZone {
  /** Its name, path or URL. */
  zone: pulumi.Input<string>;
}

/** The group's handling of instances that fail. */
export interface InstanceGroupManagerInstanceLifecyclePolicy {
  /** Says whether a repair applies the newest configuration. */
  forceUpdateOnRepair?: pulumi.Input<Open<"NO" | "YES"> | undefined>;
  /** The action on a failed or unhealthy instance. */
  defaultActionOnFailure?: pulumi.Input<Open<"DO_NOTHING" | "REPAIR"> | undefined>;
}

/** Machine types to choose from. */
export interface InstanceGroupManagerInstanceFlexibilityPolicy {
  /** By names of your choice; `null` removes one. Other selections stay as they are. */
  instanceSelections?: pulumi.Input<
    Record<string, pulumi.Input<InstanceGroupManagerInstanceSelection | null>> | undefined
  >;
}

/** Machine types of equal preference. */
export interface InstanceGroupManagerInstanceSelection {
  /** Full names, such as `n1-standard-16`. Order does not matter. */
  machineTypes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The group prefers lower ranks. */
  rank?: pulumi.Input<number | undefined>;
}

/** The state that instances keep. */
export interface StatefulPolicy {
  /** The state that an instance keeps when the group makes it again. */
  preservedState?: pulumi.Input<StatefulPolicyPreservedState | undefined>;
}

/** Disks and addresses that instances keep; `null` removes one. Others stay as they are. */
export interface StatefulPolicyPreservedState {
  /** By device name. */
  disks?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
  /** By network interface name. */
  internalIPs?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
  /** By network interface name. */
  externalIPs?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
}

/** The effect of a permanent delete of the instance on a disk or an address. */
export interface StatefulPolicyAutoDelete {
  /** Service's default: `NEVER`. */
  autoDelete?: pulumi.Input<Open<"NEVER" | "ON_PERMANENT_INSTANCE_DELETION"> | undefined>;
}

/** How the group uses stopped and suspended instances. */
export interface InstanceGroupManagerStandbyPolicy {
  /** Seconds between the making of an instance and its stop or suspension, 0 to 3600. Service's default: 0. */
  initialDelaySec?: pulumi.Input<number | undefined>;
  /** Says whether the group starts standby instances when it grows. */
  mode?: pulumi.Input<Open<"MANUAL" | "SCALE_OUT_POOL"> | undefined>;
}

/** Configuration of every instance, above the template. */
export interface InstanceGroupManagerAllInstancesConfig {
  /** Metadata and labels. */
  properties?: pulumi.Input<InstancePropertiesPatch | undefined>;
}

/** Metadata and labels; `null` removes a key. Other keys stay as they are. */
export interface InstancePropertiesPatch {
  /** Metadata by key. Messages never show values. To encrypt them in the state, make the whole argument a secret. */
  metadata?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;
  /** Labels by key. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;
}

/** Resource policies of a group. */
export interface InstanceGroupManagerResourcePolicies {
  /** The workload policy: its name, path or URL. An empty text removes the policy from the group. */
  workloadPolicy?: pulumi.Input<string | undefined>;
}
