import type * as pulumi from "@pulumi/pulumi";

/** Used when a route is made, and not kept. */
export interface RouteParams {
  /** Resource manager tags to bind to the route: `tagKeys/123` to `tagValues/456`. */
  resourceManagerTags?: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>;
}

export type {
  FixedOrPercent,
  InstanceGroupManagerVersion,
  InstanceGroupManagerAutoHealingPolicy,
  InstanceGroupManagerUpdatePolicy,
  DistributionPolicy,
  DistributionPolicyZone,
  InstanceGroupManagerInstanceLifecyclePolicy,
  InstanceGroupManagerInstanceFlexibilityPolicy,
  InstanceGroupManagerInstanceSelection,
  StatefulPolicy,
  StatefulPolicyPreservedState,
  StatefulPolicyAutoDelete,
  InstanceGroupManagerStandbyPolicy,
  InstanceGroupManagerAllInstancesConfig,
  InstancePropertiesPatch,
  InstanceGroupManagerResourcePolicies,
} from "./instanceGroupManager";
