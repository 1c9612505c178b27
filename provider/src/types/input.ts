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

export type * from "./generated/input";

/** The condition of a grant. All four members together make a condition unique. */
export interface IamCondition {
  /** An expression in the Common Expression Language. The grant holds while it is true. */
  expression: pulumi.Input<string>;
  /** The purpose, in short. */
  title?: pulumi.Input<string | undefined>;
  /** The purpose. */
  description?: pulumi.Input<string | undefined>;
  /** Origin of the expression, such as a file and a line, for error messages. */
  location?: pulumi.Input<string | undefined>;
}

/** A role and its members. */
export interface IamBinding {
  /** `roles/NAME`, `projects/PROJECT/roles/NAME` or `organizations/NUMBER/roles/NAME`. */
  role: pulumi.Input<string>;
  /** Principals; see `FirewallPolicyIamBindingArgs.members`. A binding without one is left out of the policy. */
  members: pulumi.Input<pulumi.Input<string>[]>;
  /** Default: always. */
  condition?: pulumi.Input<IamCondition | undefined>;
}

/** The audit log of one service. */
export interface IamAuditConfig {
  /** Such as `compute.googleapis.com`, or `allServices`. */
  service: pulumi.Input<string>;
  /** The logs. A service without one is left out of the policy. */
  auditLogConfigs: pulumi.Input<pulumi.Input<IamAuditLogConfig>[]>;
}

/** One type of log, and the principals without it. */
export interface IamAuditLogConfig {
  /**
   * The accesses that the service logs.
   *
   * @values `ADMIN_READ`: reads of settings. `DATA_READ`: reads of data. `DATA_WRITE`: writes of data.
   */
  logType: pulumi.Input<Open<"ADMIN_READ" | "DATA_READ" | "DATA_WRITE">>;
  /** Principals without a log for accesses of this type. */
  exemptedMembers?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** A whole policy. A policy without a member does not have it: an empty policy grants nothing and logs nothing. */
export interface IamPolicyData {
  /** The roles and their members. */
  bindings?: pulumi.Input<pulumi.Input<IamBinding>[] | undefined>;
  /** The audit logs. */
  auditConfigs?: pulumi.Input<pulumi.Input<IamAuditConfig>[] | undefined>;
  /** Has no meaning here: the version follows from the conditions. It exists so that you can pass on a policy that you read elsewhere. */
  version?: pulumi.Input<number | undefined>;
  /** Has no meaning here: the resource sends the current one. It exists so that you can pass on a policy that you read elsewhere. */
  etag?: pulumi.Input<string | undefined>;
}
