import type { Open } from "./common";

/** An informational warning of the service. */
export interface Warning {
  /** Such as `NO_RESULTS_ON_PAGE`. */
  code?: Open<
    | "CLEANUP_FAILED"
    | "DEPRECATED_RESOURCE_USED"
    | "DEPRECATED_TYPE_USED"
    | "DISK_SIZE_LARGER_THAN_IMAGE_SIZE"
    | "EXPERIMENTAL_TYPE_USED"
    | "EXTERNAL_API_WARNING"
    | "FIELD_VALUE_OVERRIDEN"
    | "INJECTED_KERNELS_DEPRECATED"
    | "INVALID_HEALTH_CHECK_FOR_DYNAMIC_WIEGHTED_LB"
    | "LARGE_DEPLOYMENT_WARNING"
    | "LIST_OVERHEAD_QUOTA_EXCEED"
    | "MISSING_TYPE_DEPENDENCY"
    | "NEXT_HOP_ADDRESS_NOT_ASSIGNED"
    | "NEXT_HOP_CANNOT_IP_FORWARD"
    | "NEXT_HOP_INSTANCE_HAS_NO_IPV6_INTERFACE"
    | "NEXT_HOP_INSTANCE_NOT_FOUND"
    | "NEXT_HOP_INSTANCE_NOT_ON_NETWORK"
    | "NEXT_HOP_NOT_RUNNING"
    | "NOT_CRITICAL_ERROR"
    | "NO_RESULTS_ON_PAGE"
    | "PARTIAL_SUCCESS"
    | "QUOTA_INFO_UNAVAILABLE"
    | "REQUIRED_TOS_AGREEMENT"
    | "RESOURCE_IN_USE_BY_OTHER_RESOURCE_WARNING"
    | "RESOURCE_NOT_DELETED"
    | "SCHEMA_VALIDATION_IGNORED"
    | "SINGLE_INSTANCE_PROPERTY_TEMPLATE"
    | "UNDECLARED_PROPERTIES"
    | "UNREACHABLE"
  >;
  /** In words. */
  message?: string;
  /** Details by key, such as `scope`. */
  data?: {
    /** Such as `scope`. */
    key: string;
    /** The value of the key. */
    value: string;
  }[];
}
