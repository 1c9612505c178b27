import type { Open } from "./common";

/** One segment of the AS path of a dynamic route. */
export interface RouteAsPath {
  /** Kind of the segment. */
  pathSegmentType?: Open<"AS_CONFED_SEQUENCE" | "AS_CONFED_SET" | "AS_SEQUENCE" | "AS_SET">;
  /** AS numbers. */
  asLists?: number[];
}

/** How a managed instance group is. */
export interface InstanceGroupManagerStatus {
  /** Whether no instance is changing, no change is scheduled, and the group itself is not being changed. */
  isStable?: boolean;
  /** The configuration of all instances. */
  allInstancesConfig?: {
    /** Whether every instance has it. */
    effective?: boolean;
    /** Which revision it is, in RFC 3339 or as the service names it. */
    currentRevision?: string;
  };
  /** Whether all instances have the versions that they should. */
  versionTarget?: {
    /** Whether every instance has the version that it should. */
    isReached?: boolean;
  };
  /** What instances keep. */
  stateful?: {
    /** Whether the group has any state to keep, in its policy or for single instances. */
    hasStatefulConfig?: boolean;
    /** What is to be kept for single instances. */
    perInstanceConfigs?: {
      /** Whether all of it holds on the instances. */
      allEffective?: boolean;
    };
  };
  /** URL of the autoscaler that decides on the group's size. */
  autoscaler?: string;
}

/** How many instances of a group are in which action. */
export interface InstanceGroupManagerActions {
  /** Instances that are left as they are. */
  none?: number;
  /** Instances being created, and tried again when that fails. */
  creating?: number;
  /** Instances being created, once. */
  creatingWithoutRetries?: number;
  /** Instances whose health is being looked at for the first time. */
  verifying?: number;
  /** Instances being deleted and created again. */
  recreating?: number;
  /** Instances being deleted. */
  deleting?: number;
  /** Instances being let go of by the group. */
  abandoning?: number;
  /** Instances being restarted. */
  restarting?: number;
  /** Instances being changed without a restart. */
  refreshing?: number;
  /** Instances being suspended. */
  suspending?: number;
  /** Instances being resumed. */
  resuming?: number;
  /** Instances being stopped. */
  stopping?: number;
  /** Instances being started. */
  starting?: number;
}

/** A name for a port of a group's instances. */
export interface NamedPort {
  /** 1 to 63 characters, RFC 1035. */
  name?: string;
  /** 1 to 65535. */
  port?: number;
}

/** When a grant of a role holds. */
export interface IamCondition {
  /** The grant holds while this expression is true. */
  expression: string;
  /** A short name for it. */
  title?: string;
  /** What it is for. */
  description?: string;
  /** Origin of the expression, for error messages. */
  location?: string;
}

/** A role and its members. */
export interface IamBinding {
  /** Such as `roles/compute.networkViewer`. */
  role: string;
  /** Principals, in the service's spelling. */
  members: string[];
  /** When they have it; without one they have it always. */
  condition?: IamCondition;
}

/** What of one service is logged. */
export interface IamAuditConfig {
  /** Such as `compute.googleapis.com`, or `allServices`. */
  service: string;
  /** What is logged, and of whom it is not. */
  auditLogConfigs: {
    /** Which kind of call. */
    logType: Open<"ADMIN_READ" | "DATA_READ" | "DATA_WRITE">;
    /** Principals whose calls are not logged. */
    exemptedMembers?: string[];
  }[];
}

/** What a policy says, without its version and etag. */
export interface IamPolicyData {
  /** Who has which role. */
  bindings?: IamBinding[];
  /** What is logged. */
  auditConfigs?: IamAuditConfig[];
}

/** A key that encrypts something: what the service shows of it, and what was given. */
export interface CustomerEncryptionKey {
  /** As it was given, while the service shows its hash. */
  rawKey?: string;
  /** As it was given, while the service shows the hash that came with it first. */
  rsaEncryptedKey?: string;
  /** The key of Cloud KMS, with the version that was used. */
  kmsKeyName?: string;
  /** Service account that asked Cloud KMS. */
  kmsKeyServiceAccount?: string;
  /** SHA-256 of the raw key, in base64. */
  sha256?: string;
}

/** Something that the operating system on a disk can do. */
export interface GuestOsFeature {
  /** Such as `UEFI_COMPATIBLE`. */
  type?: Open<
    | "VIRTIO_SCSI_MULTIQUEUE"
    | "WINDOWS"
    | "MULTI_IP_SUBNET"
    | "UEFI_COMPATIBLE"
    | "GVNIC"
    | "SEV_CAPABLE"
    | "SUSPEND_RESUME_COMPATIBLE"
    | "SEV_LIVE_MIGRATABLE_V2"
    | "SEV_SNP_CAPABLE"
    | "TDX_CAPABLE"
    | "IDPF"
    | "SNP_SVSM_CAPABLE"
  >;
}

export type {
  FirewallPolicyRule,
  FirewallPolicyRuleMatcher,
  FirewallPolicyRuleMatcherLayer4Config,
  FirewallPolicyRuleSecureTag,
} from "./firewallPolicyRule";

export type {
  InterconnectRemoteLocation,
  InterconnectRemoteLocationPermittedConnections,
  InterconnectRemoteLocationConstraints,
  InterconnectRemoteLocationConstraintsSubnetLengthRange,
  InterconnectAttachmentConfigurationConstraints,
  InterconnectAttachmentConfigurationConstraintsBgpPeerASNRange,
} from "./interconnectRemoteLocation";

export type {
  ManagedInstance,
  ManagedInstanceVersion,
  ManagedInstanceInstanceHealth,
  ManagedInstanceLastAttempt,
  ManagedInstanceLastAttemptErrors,
  ManagedInstancePropertiesFromFlexibilityPolicy,
  PreservedState,
  PreservedStatePreservedDisk,
  PreservedStatePreservedNetworkIp,
  PreservedStatePreservedNetworkIpIpAddress,
} from "./managedInstance";

export type { NetworkProfile, NetworkProfileLocation, NetworkProfileNetworkFeatures } from "./networkProfile";

export type {
  Operation,
  OperationError,
  ErrorItem,
  ErrorDetails,
  ErrorInfo,
  QuotaExceededInfo,
  Help,
  HelpLink,
  LocalizedMessage,
  SetCommonInstanceMetadataOperationMetadata,
  SetCommonInstanceMetadataOperationMetadataPerLocationOperationInfo,
  Status,
  InstancesBulkInsertOperationMetadata,
  BulkInsertOperationStatus,
} from "./operation";

export type { Warning } from "./warning";
