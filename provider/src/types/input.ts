import type * as pulumi from "@pulumi/pulumi";
import type { Open } from "./common";

/** A key that encrypts something. Give exactly one of `rawKey`, `rsaEncryptedKey` and `kmsKeyName`. */
export interface CustomerEncryptionKey {
  /**
   * The key itself: 32 bytes in base64 (RFC 4648, with padding). A secret.
   *
   * @deprecated by the public reference; use `kmsKeyName`
   */
  rawKey?: pulumi.Input<string | undefined>;
  /**
   * The key wrapped with the service's 2048-bit RSA certificate: 256 bytes in base64 (RFC 4648, with padding). A
   * secret.
   *
   * @deprecated by the public reference; use `kmsKeyName`
   */
  rsaEncryptedKey?: pulumi.Input<string | undefined>;
  /**
   * A key of Cloud KMS: `projects/PROJECT/locations/LOCATION/keyRings/RING/cryptoKeys/KEY`, with or without
   * `/cryptoKeyVersions/VERSION`; or its URL.
   */
  kmsKeyName?: pulumi.Input<string | undefined>;
  /** Service account that uses the key of Cloud KMS. Default: the Compute Engine service account of the project. */
  kmsKeyServiceAccount?: pulumi.Input<string | undefined>;
}

/** Values that only the create call of a route uses. */
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

/** When a grant of a role holds. All four members together identify a condition. */
export interface IamCondition {
  /** An expression in the Common Expression Language. The grant holds while it is true. */
  expression: pulumi.Input<string>;
  /** What it is for, in short. */
  title?: pulumi.Input<string | undefined>;
  /** What it is for. */
  description?: pulumi.Input<string | undefined>;
  /** Origin of the expression, such as a file and a line, for error messages. */
  location?: pulumi.Input<string | undefined>;
}

/** A role and its members. */
export interface IamBinding {
  /** `roles/NAME`, `projects/PROJECT/roles/NAME` or `organizations/NUMBER/roles/NAME`. */
  role: pulumi.Input<string>;
  /** At least one principal; see `FirewallPolicyIamBindingArgs.members`. */
  members: pulumi.Input<pulumi.Input<string>[]>;
  /** Default: always. */
  condition?: pulumi.Input<IamCondition | undefined>;
}

/** What of one service is logged. */
export interface IamAuditConfig {
  /** Such as `compute.googleapis.com`, or `allServices`. */
  service: pulumi.Input<string>;
  /** What is logged; at least one. */
  auditLogConfigs: pulumi.Input<pulumi.Input<IamAuditLogConfig>[]>;
}

/** One type of log, and who is left out of it. */
export interface IamAuditLogConfig {
  /** Which accesses are logged. */
  logType: pulumi.Input<Open<"ADMIN_READ" | "DATA_READ" | "DATA_WRITE">>;
  /** Principals whose accesses of this type are not logged. */
  exemptedMembers?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** A whole policy. What is left out is not there: an empty one grants nothing and logs nothing. */
export interface IamPolicyData {
  /** Who has which role. */
  bindings?: pulumi.Input<pulumi.Input<IamBinding>[] | undefined>;
  /** What is logged. */
  auditConfigs?: pulumi.Input<pulumi.Input<IamAuditConfig>[] | undefined>;
  /** Means nothing here: the version follows from the conditions. Accepted so that a policy read elsewhere can be given. */
  version?: pulumi.Input<number | undefined>;
  /** Means nothing here: the current one is sent. Accepted so that a policy read elsewhere can be given. */
  etag?: pulumi.Input<string | undefined>;
}
