import type * as pulumi from "@pulumi/pulumi";
import type { Open } from "./common";

/** Some instances, or a share of them: exactly one of the two. */
export interface FixedOrPercent {
  /** A number of instances, 0 or more. */
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
  /** Whether instances are moved to keep zones even. */
  instanceRedistributionType?: pulumi.Input<Open<"NONE" | "PROACTIVE"> | undefined>;
  /** The least that is done to an instance. */
  minimalAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /** The most that may be done to an instance; an update that needs more is not made. */
  mostDisruptiveAllowedAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /** Whether a replaced instance keeps its name (`RECREATE`). */
  replacementMethod?: pulumi.Input<Open<"RECREATE" | "SUBSTITUTE"> | undefined>;
  /** How many instances there may be above the target size. Not 0 together with `maxUnavailable`. */
  maxSurge?: pulumi.Input<FixedOrPercent | undefined>;
  /** How many instances may be out of service. A percentage only for a group of 10 or more instances. */
  maxUnavailable?: pulumi.Input<FixedOrPercent | undefined>;
}

/** Where a regional group has its instances. */
export interface DistributionPolicy {
  /** Zones of the group's region. Order does not matter. */
  zones?: pulumi.Input<pulumi.Input<DistributionPolicyZone>[] | undefined>;
  /** The distribution that the group strives for. */
  targetShape?: pulumi.Input<Open<"ANY" | "ANY_SINGLE_ZONE" | "BALANCED" | "EVEN"> | undefined>;
}

/** One zone of a regional group. */
export interface DistributionPolicyZone {
  /** Its name, path or URL. */
  zone: pulumi.Input<string>;
}

/** What the group does with instances that fail. */
export interface InstanceGroupManagerInstanceLifecyclePolicy {
  /** Whether a repair applies the newest configuration. */
  forceUpdateOnRepair?: pulumi.Input<Open<"NO" | "YES"> | undefined>;
  /** What is done about a failed or unhealthy instance. */
  defaultActionOnFailure?: pulumi.Input<Open<"DO_NOTHING" | "REPAIR"> | undefined>;
}

/** Machine types to choose from. */
export interface InstanceGroupManagerInstanceFlexibilityPolicy {
  /** By names of your choosing; `null` removes one. Selections that are not named here are left alone. */
  instanceSelections?: pulumi.Input<
    Record<string, pulumi.Input<InstanceGroupManagerInstanceSelection | null>> | undefined
  >;
}

/** Machine types of equal preference. */
export interface InstanceGroupManagerInstanceSelection {
  /** Full names, such as `n1-standard-16`. Order does not matter. */
  machineTypes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The lower, the more it is preferred. */
  rank?: pulumi.Input<number | undefined>;
}

/** What instances keep. */
export interface StatefulPolicy {
  /** What is preserved when an instance is made anew. */
  preservedState?: pulumi.Input<StatefulPolicyPreservedState | undefined>;
}

/** Disks and addresses that instances keep; `null` removes one. Those that are not named here are left alone. */
export interface StatefulPolicyPreservedState {
  /** By device name. */
  disks?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
  /** By network interface name. */
  internalIPs?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
  /** By network interface name. */
  externalIPs?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
}

/** What becomes of a disk or an address when its instance is deleted for good. */
export interface StatefulPolicyAutoDelete {
  /** Service's default: `NEVER`. */
  autoDelete?: pulumi.Input<Open<"NEVER" | "ON_PERMANENT_INSTANCE_DELETION"> | undefined>;
}

/** How the group uses stopped and suspended instances. */
export interface InstanceGroupManagerStandbyPolicy {
  /** Seconds between the making of an instance and its stop or suspension, 0 to 3600. Service's default: 0. */
  initialDelaySec?: pulumi.Input<number | undefined>;
  /** Whether standby instances are started when the group grows. */
  mode?: pulumi.Input<Open<"MANUAL" | "SCALE_OUT_POOL"> | undefined>;
}

/** Configuration of every instance, above the template. */
export interface InstanceGroupManagerAllInstancesConfig {
  /** Metadata and labels. */
  properties?: pulumi.Input<InstancePropertiesPatch | undefined>;
}

/** Metadata and labels; `null` removes a key. Keys that are not named here are left alone. */
export interface InstancePropertiesPatch {
  /** Metadata by key. Values are never shown in messages; make the whole argument a secret to encrypt it in the state. */
  metadata?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;
  /** Labels by key. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;
}

/** Resource policies of a group. */
export interface InstanceGroupManagerResourcePolicies {
  /** The workload policy: its name, path or URL. */
  workloadPolicy?: pulumi.Input<string | undefined>;
}
