import type { Open } from "./common";

/** An informational warning of the service (specification, "Warning"). */
export interface Warning {
  /** Such as `NO_RESULTS_ON_PAGE`. */
  code?: Open<"NO_RESULTS_ON_PAGE">;
  /** In words. */
  message?: string;
  /** Details by key, such as `scope`. */
  data?: { key: string; value: string }[];
}

/** One segment of the AS path of a dynamic route. */
export interface RouteAsPath {
  /** Kind of the segment. */
  pathSegmentType?: Open<"AS_CONFED_SEQUENCE" | "AS_CONFED_SET" | "AS_SEQUENCE" | "AS_SET">;
  /** AS numbers. */
  asLists?: number[];
}
