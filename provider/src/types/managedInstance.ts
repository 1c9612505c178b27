import type { Open } from "./common";
import type { ErrorItem } from "./operation";

/** An instance of a managed instance group, and what the group is doing with it (specification, "ManagedInstance"). */
export interface ManagedInstance {
  /** Its name; there also before the instance is. */
  name?: string;
  /** URL of the instance; may be there before the instance is. */
  instance?: string;
  /** The API's own id: a 64-bit number, as text. Absent while the instance does not exist. */
  numericId?: string;
  /** How the instance is. Absent while it does not exist. */
  instanceStatus?: Open<
    | "DEPROVISIONING"
    | "PENDING"
    | "PROVISIONING"
    | "REPAIRING"
    | "RUNNING"
    | "STAGING"
    | "STOPPED"
    | "STOPPING"
    | "SUSPENDED"
    | "SUSPENDING"
    | "TERMINATED"
  >;
  /** The version that it has. */
  version?: ManagedInstanceVersion;
  /** What it keeps, as the stateful policy says. */
  preservedStateFromPolicy?: PreservedState;
  /** What it keeps, as its own configuration says. */
  preservedStateFromConfig?: PreservedState;
  /** What the group is doing with it, or is going to do. */
  currentAction?: Open<
    | "ABANDONING"
    | "CREATING"
    | "CREATING_WITHOUT_RETRIES"
    | "DELETING"
    | "NONE"
    | "RECREATING"
    | "REFRESHING"
    | "RESTARTING"
    | "RESUMING"
    | "STARTING"
    | "STOPPING"
    | "SUSPENDING"
    | "VERIFYING"
  >;
  /** What each health check says. */
  instanceHealth?: ManagedInstanceInstanceHealth[];
  /** How the last attempt to create or delete it went. */
  lastAttempt?: ManagedInstanceLastAttempt;
  /** What the instance flexibility policy decided. */
  propertiesFromFlexibilityPolicy?: ManagedInstancePropertiesFromFlexibilityPolicy;
}

/** The version that an instance has. */
export interface ManagedInstanceVersion {
  /** Its name. */
  name?: string;
  /** URL of the template. Absent while the group deletes or abandons the instance. */
  instanceTemplate?: string;
}

/** What a health check says of an instance. */
export interface ManagedInstanceInstanceHealth {
  /** URL of the check. */
  healthCheck?: string;
  /** What it says. */
  detailedHealthState?: Open<"DRAINING" | "HEALTHY" | "TIMEOUT" | "UNHEALTHY" | "UNKNOWN">;
}

/** How the last attempt to create or delete an instance went. */
export interface ManagedInstanceLastAttempt {
  /** Absent when it went well. */
  errors?: ManagedInstanceLastAttemptErrors;
}

/** What went wrong. */
export interface ManagedInstanceLastAttemptErrors {
  /** Each with its code and message. */
  errors?: ErrorItem[];
}

/** What the instance flexibility policy decided. */
export interface ManagedInstancePropertiesFromFlexibilityPolicy {
  /** Such as `n2-standard-4`. */
  machineType?: string;
}

/** What an instance keeps when it is made anew. */
export interface PreservedState {
  /** By device name. */
  disks?: Record<string, PreservedStatePreservedDisk>;
  /** By key. */
  metadata?: Record<string, string>;
  /** By network interface name. */
  internalIPs?: Record<string, PreservedStatePreservedNetworkIp>;
  /** By network interface name. */
  externalIPs?: Record<string, PreservedStatePreservedNetworkIp>;
}

/** A disk that an instance keeps. */
export interface PreservedStatePreservedDisk {
  /** URL of the disk. */
  source?: string;
  /** How it is attached. */
  mode?: Open<"READ_ONLY" | "READ_WRITE">;
  /** What becomes of it when the instance is deleted for good. */
  autoDelete?: Open<"NEVER" | "ON_PERMANENT_INSTANCE_DELETION">;
}

/** An address that an instance keeps. */
export interface PreservedStatePreservedNetworkIp {
  /** What becomes of it when the instance is deleted for good. */
  autoDelete?: Open<"NEVER" | "ON_PERMANENT_INSTANCE_DELETION">;
  /** The address. */
  ipAddress?: PreservedStatePreservedNetworkIpIpAddress;
}

/** An address: itself, or its reservation. */
export interface PreservedStatePreservedNetworkIpIpAddress {
  /** An IPv4 address. */
  literal?: string;
  /** URL of the reservation. */
  address?: string;
}
