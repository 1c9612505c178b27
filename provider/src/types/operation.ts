import type { Open } from "./common";
import type { Warning } from "./warning";

/** Work that a request started and that goes on by itself. */
export interface Operation {
  /** `compute#operation`. */
  kind?: string;
  /** The API's own id: a 64-bit number, as text. */
  numericId?: string;
  /**
   * When it was made, RFC 3339.
   *
   * @deprecated Use `insertTime`.
   */
  creationTimestamp?: string;
  /** Its name. */
  name: string;
  /** URL of the zone, for operations of a zone. */
  zone?: string;
  /** URL of the region, for operations of a region. */
  region?: string;
  /** The request id that the client gave, if any. */
  clientOperationId?: string;
  /** The action, such as `insert`. */
  operationType?: string;
  /** URL of what it changes. */
  targetLink?: string;
  /** The incarnation of what it changes: a 64-bit number, as text. */
  targetId?: string;
  /** Status of the operation. */
  status?: Open<"DONE" | "PENDING" | "RUNNING">;
  /** How far it is, in words. */
  statusMessage?: string;
  /** The caller. */
  user?: string;
  /** Percent, 0 to 100. It does not tell the remaining time. */
  progress?: number;
  /** The time of the request, RFC 3339. */
  insertTime?: string;
  /** When the service began, RFC 3339. */
  startTime?: string;
  /** When it was done, RFC 3339. */
  endTime?: string;
  /** The errors; absent without an error. */
  error?: OperationError;
  /** The warnings. */
  warnings?: Warning[];
  /** HTTP status of a failure, such as 404. */
  httpErrorStatusCode?: number;
  /** HTTP status of a failure in words, such as `NOT FOUND`. */
  httpErrorMessage?: string;
  /** Its URL. */
  selfLink?: string;
  /** The purpose. */
  description?: string;
  /** The same for all operations that one request started, such as a bulk insert. */
  operationGroupId?: string;
  /** Of an operation that sets the common metadata of instances; never together with the next one. */
  setCommonInstanceMetadataOperationMetadata?: SetCommonInstanceMetadataOperationMetadata;
  /** Of a bulk insert of instances. */
  instancesBulkInsertOperationMetadata?: InstancesBulkInsertOperationMetadata;
}

/** An error of an operation. */
export interface OperationError {
  /** Each with its code and message. */
  errors?: ErrorItem[];
}

/** One thing that went wrong. */
export interface ErrorItem {
  /** Such as `QUOTA_EXCEEDED`. */
  code?: string;
  /** The field of the request that caused it. */
  location?: string;
  /** In words. */
  message?: string;
  /** More about it; each has one of the four members. */
  errorDetails?: ErrorDetails[];
}

/** More about one thing that went wrong: one of the four. */
export interface ErrorDetails {
  /** Its cause, for programs. */
  errorInfo?: ErrorInfo;
  /** The quota, with the code `QUOTA_EXCEEDED`. */
  quotaInfo?: QuotaExceededInfo;
  /** A page to read. */
  help?: Help;
  /** The text for a person. */
  localizedMessage?: LocalizedMessage;
}

/** The cause of an error, for programs. */
export interface ErrorInfo {
  /** In capitals, at most 63 characters; unique within `domain`. */
  reason?: string;
  /** The owner of the reason, such as `compute.googleapis.com`. */
  domain?: string;
  /** More, by key. */
  metadatas?: Record<string, string>;
}

/** A quota that was exceeded. */
export interface QuotaExceededInfo {
  /** Such as `compute.googleapis.com/cpus`. */
  metricName?: string;
  /** Such as `CPUS-per-project-region`. */
  limitName?: string;
  /** The place of the limit, such as a region. */
  dimensions?: Record<string, string>;
  /** The limit in force. */
  limit?: number;
  /** The limit that is being rolled out. */
  futureLimit?: number;
  /** Says whether it is being rolled out. */
  rolloutStatus?: Open<"IN_PROGRESS" | "ROLLOUT_STATUS_UNSPECIFIED">;
}

/** A page to read. */
export interface Help {
  /** Pages. */
  links?: HelpLink[];
}

/** A page to read on. */
export interface HelpLink {
  /** The content. */
  description?: string;
  /** Its address. */
  url?: string;
}

/** A message in a language. */
export interface LocalizedMessage {
  /** The language, BCP 47. */
  locale?: string;
  /** The message. */
  message?: string;
}

/** Of an operation that sets the common metadata of instances. */
export interface SetCommonInstanceMetadataOperationMetadata {
  /** The client's id of the operation. */
  clientOperationId?: string;
  /** How far it is, by location, such as `zones/us-central1-a`. */
  perLocationOperations?: Record<string, SetCommonInstanceMetadataOperationMetadataPerLocationOperationInfo>;
}

/** How far common metadata are set in one location. */
export interface SetCommonInstanceMetadataOperationMetadataPerLocationOperationInfo {
  /** How far. */
  state?: Open<"PROPAGATING" | "PROPAGATED" | "ABANDONED" | "FAILED" | "DONE">;
  /** Why not, in the states `ABANDONED` and `FAILED`. */
  error?: Status;
}

/** An error of a remote call. */
export interface Status {
  /** One of the codes of RPCs. */
  code?: number;
  /** For developers, in English. */
  message?: string;
  /** Objects of any members; `@type` says which. */
  details?: Record<string, unknown>[];
}

/** Of a bulk insert of instances. */
export interface InstancesBulkInsertOperationMetadata {
  /** How far it is, by location. */
  perLocationStatus?: Record<string, BulkInsertOperationStatus>;
}

/** How far a bulk insert is in one location. */
export interface BulkInsertOperationStatus {
  /** Says whether instances are being made, or taken away again. */
  status?: Open<"CREATING" | "DONE" | "ROLLING_BACK" | "STATUS_UNSPECIFIED">;
  /** Instances that were planned. */
  targetVmCount?: number;
  /** Instances that were made so far. */
  createdVmCount?: number;
  /** Instances whose making failed. */
  failedToCreateVmCount?: number;
  /** Instances that were taken away again. */
  deletedVmCount?: number;
}
