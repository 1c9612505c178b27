import type { Open } from "./common";
import type { ErrorItem } from "./operation";

/** An instance of a managed instance group, and what the group is doing with it. */
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
  /** The state that it keeps under the stateful policy. */
  preservedStateFromPolicy?: PreservedState;
  /** The state that it keeps under its own configuration. */
  preservedStateFromConfig?: PreservedState;
  /** The current or next action of the group. */
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
  /** The result of each health check. */
  instanceHealth?: ManagedInstanceInstanceHealth[];
  /** How the last attempt to create or delete it went. */
  lastAttempt?: ManagedInstanceLastAttempt;
  /** The decision of the instance flexibility policy. */
  propertiesFromFlexibilityPolicy?: ManagedInstancePropertiesFromFlexibilityPolicy;
}

/** The version that an instance has. */
export interface ManagedInstanceVersion {
  /** Its name. */
  name?: string;
  /** URL of the template. Absent while the group deletes or abandons the instance. */
  instanceTemplate?: string;
}

/** The result of a health check for an instance. */
export interface ManagedInstanceInstanceHealth {
  /** URL of the check. */
  healthCheck?: string;
  /** The result. */
  detailedHealthState?: Open<"DRAINING" | "HEALTHY" | "TIMEOUT" | "UNHEALTHY" | "UNKNOWN">;
}

/** How the last attempt to create or delete an instance went. */
export interface ManagedInstanceLastAttempt {
  /** Absent when it went well. */
  errors?: ManagedInstanceLastAttemptErrors;
}

/** The errors. */
export interface ManagedInstanceLastAttemptErrors {
  /** Each with its code and message. */
  errors?: ErrorItem[];
}

/** The decision of the instance flexibility policy. */
export interface ManagedInstancePropertiesFromFlexibilityPolicy {
  /** Such as `n2-standard-4`. */
  machineType?: string;
}

/** The state that an instance keeps when the group makes it again. */
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
  /** The effect of a permanent delete of the instance. */
  autoDelete?: Open<"NEVER" | "ON_PERMANENT_INSTANCE_DELETION">;
}

/** An address that an instance keeps. */
export interface PreservedStatePreservedNetworkIp {
  /** The effect of a permanent delete of the instance. */
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
