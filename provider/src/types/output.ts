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
  /** True if the group and its instances are stable, without a scheduled change. */
  isStable?: boolean;
  /** The configuration of all instances. */
  allInstancesConfig?: {
    /** True if every instance has it. */
    effective?: boolean;
    /** The revision, in RFC 3339 or in the form of the service. */
    currentRevision?: string;
  };
  /** Says whether all instances have the versions that they should. */
  versionTarget?: {
    /** True if every instance has the version that it should. */
    isReached?: boolean;
  };
  /** The state that instances keep. */
  stateful?: {
    /** True if the group has any state to keep, in its policy or for single instances. */
    hasStatefulConfig?: boolean;
    /** The state of single instances. */
    perInstanceConfigs?: {
      /** True if the instances have it. */
      allEffective?: boolean;
    };
  };
  /** URL of the autoscaler that decides on the group's size. */
  autoscaler?: string;
}

/** How many instances of a group are in which action. */
export interface InstanceGroupManagerActions {
  /** Instances without an action. */
  none?: number;
  /** Instances that the group creates, with retries. */
  creating?: number;
  /** Instances that the group creates, without retries. */
  creatingWithoutRetries?: number;
  /** Instances with a first health check in progress. */
  verifying?: number;
  /** Instances that the group deletes and creates again. */
  recreating?: number;
  /** Instances that the group deletes. */
  deleting?: number;
  /** Instances that the group stops managing. */
  abandoning?: number;
  /** Instances that the group restarts. */
  restarting?: number;
  /** Instances that the group changes without a restart. */
  refreshing?: number;
  /** Instances that the group suspends. */
  suspending?: number;
  /** Instances that the group resumes. */
  resuming?: number;
  /** Instances that the group stops. */
  stopping?: number;
  /** Instances that the group starts. */
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
  /** The purpose. */
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

/** The audit log of one service. */
export interface IamAuditConfig {
  /** Such as `compute.googleapis.com`, or `allServices`. */
  service: string;
  /** One type of log, and the principals without it. */
  auditLogConfigs: {
    /** The kind of call. */
    logType: Open<"ADMIN_READ" | "DATA_READ" | "DATA_WRITE">;
    /** Principals without a log. */
    exemptedMembers?: string[];
  }[];
}

/** The content of a policy, without its version and etag. */
export interface IamPolicyData {
  /** The roles and their members. */
  bindings?: IamBinding[];
  /** The audit logs. */
  auditConfigs?: IamAuditConfig[];
}

/** A key for encryption: the facts that the service shows, and the value that the program gave. */
export interface CustomerEncryptionKey {
  /** The value of the program, while the service shows its hash. */
  rawKey?: string;
  /** The value of the program, while the service shows the hash that first came with it. */
  rsaEncryptedKey?: string;
  /** The key of Cloud KMS, with its version. */
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

export type * from "./firewallPolicyRule";
export type * from "./generated/output";
export type * from "./interconnectRemoteLocation";
export type * from "./managedInstance";
export type * from "./networkProfile";
export type * from "./operation";
export type * from "./warning";
