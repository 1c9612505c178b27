/* `npm run docs:reference` writes this file from the definitions of patches. */
import type * as pulumi from "@pulumi/pulumi";
import type { Open } from "./common";

/** One backend of a service. */
export interface BackendServiceBackend {
  /** The instance group or network endpoint group, in the project of the service. It is the key in the list. */
  group: pulumi.Input<string>;
  /** How the service tells whether the backend has capacity. */
  balancingMode?: pulumi.Input<
    Open<"CONNECTION" | "RATE" | "UTILIZATION" | "CUSTOM_METRICS" | "IN_FLIGHT"> | undefined
  >;
  /** Share of the capacity that is used: 0, which drains the backend, or 0.1 to 1. Service's default: 1. */
  capacityScaler?: pulumi.Input<number | undefined>;
  /** Description of the backend. */
  description?: pulumi.Input<string | undefined>;
  /** Says whether the backend is a failover backend. */
  failover?: pulumi.Input<boolean | undefined>;
  /** The most connections of the group. */
  maxConnections?: pulumi.Input<number | undefined>;
  /** The most connections of each endpoint. */
  maxConnectionsPerEndpoint?: pulumi.Input<number | undefined>;
  /** The most connections of each instance. */
  maxConnectionsPerInstance?: pulumi.Input<number | undefined>;
  /** The most requests per second of the group. */
  maxRate?: pulumi.Input<number | undefined>;
  /** The most requests per second of each endpoint. */
  maxRatePerEndpoint?: pulumi.Input<number | undefined>;
  /** The most requests per second of each instance. */
  maxRatePerInstance?: pulumi.Input<number | undefined>;
  /** The highest load, 0 to 1. */
  maxUtilization?: pulumi.Input<number | undefined>;
  /** Says whether the backend is filled before others. */
  preference?: pulumi.Input<Open<"DEFAULT" | "PREFERRED"> | undefined>;
  /**
   * `true`: the item is not to be there. The resource removes it, also one of somebody else, and a restore puts it
   * back. Give nothing but the key beside it.
   */
  absent?: pulumi.Input<boolean | undefined>;
}

/** How long removed backends finish their connections. */
export interface BackendServiceConnectionDraining {
  /** Seconds, 0 to 3600. */
  drainingTimeoutSec?: pulumi.Input<number | undefined>;
}

/** The logs of a service. */
export interface BackendServiceLogConfig {
  /** Says whether requests are logged. */
  enable?: pulumi.Input<boolean | undefined>;
  /** Share of the requests to log, 0 to 1. */
  sampleRate?: pulumi.Input<number | undefined>;
  /** Optional fields that each log has. */
  optionalMode?: pulumi.Input<Open<"CUSTOM" | "EXCLUDE_ALL_OPTIONAL" | "INCLUDE_ALL_OPTIONAL"> | undefined>;
  /** Names of the optional fields, with `CUSTOM`. Order does not matter. */
  optionalFields?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** Bounds for the connections and requests to a service. */
export interface BackendServiceCircuitBreakers {
  /** The most connections. */
  maxConnections?: pulumi.Input<number | undefined>;
  /** The most requests that wait. */
  maxPendingRequests?: pulumi.Input<number | undefined>;
  /** The most parallel requests. */
  maxRequests?: pulumi.Input<number | undefined>;
  /** The most requests of one connection. */
  maxRequestsPerConnection?: pulumi.Input<number | undefined>;
  /** The most parallel retries. */
  maxRetries?: pulumi.Input<number | undefined>;
}

/** Cloud CDN of a service. */
export interface BackendServiceCdnPolicy {
  /** Answers that are cached. */
  cacheMode?: pulumi.Input<Open<"CACHE_ALL_STATIC" | "FORCE_CACHE_ALL" | "USE_ORIGIN_HEADERS"> | undefined>;
  /** Seconds for which clients may cache. */
  clientTtl?: pulumi.Input<number | undefined>;
  /** Seconds for answers that say nothing. */
  defaultTtl?: pulumi.Input<number | undefined>;
  /** The longest time in seconds. */
  maxTtl?: pulumi.Input<number | undefined>;
  /** Says whether errors and redirects are cached. */
  negativeCaching?: pulumi.Input<boolean | undefined>;
  /** Says whether requests for one object are joined. */
  requestCoalescing?: pulumi.Input<boolean | undefined>;
  /** Seconds for which an old answer may be served. */
  serveWhileStale?: pulumi.Input<number | undefined>;
  /** The parts of a request that tell cached answers apart. */
  cacheKeyPolicy?: pulumi.Input<BackendServiceCacheKeyPolicy | undefined>;
}

/** The parts of a request that tell cached answers apart. */
export interface BackendServiceCacheKeyPolicy {
  /** Says whether the host counts. */
  includeHost?: pulumi.Input<boolean | undefined>;
  /** Says whether the protocol counts. */
  includeProtocol?: pulumi.Input<boolean | undefined>;
  /** Says whether the query counts. */
  includeQueryString?: pulumi.Input<boolean | undefined>;
  /** Parameters of the query that count. Order does not matter. */
  queryStringWhitelist?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Parameters of the query that do not count. Order does not matter. */
  queryStringBlacklist?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Headers that count. Order does not matter. */
  includeHttpHeaders?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Cookies that count. Order does not matter. */
  includeNamedCookies?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** How a network load balancer fails over. */
export interface BackendServiceFailoverPolicy {
  /** Says whether connections end at once. */
  disableConnectionDrainOnFailover?: pulumi.Input<boolean | undefined>;
  /** Says whether connections are dropped while no backend is healthy. */
  dropTrafficIfUnhealthy?: pulumi.Input<boolean | undefined>;
  /** Share of healthy backends below which the failover begins, 0 to 1. */
  failoverRatio?: pulumi.Input<number | undefined>;
}

/** How a network load balancer tracks connections. */
export interface BackendServiceConnectionTrackingPolicy {
  /** How connections to unhealthy backends end. */
  connectionPersistenceOnUnhealthyBackends?: pulumi.Input<
    Open<"ALWAYS_PERSIST" | "DEFAULT_FOR_PROTOCOL" | "NEVER_PERSIST"> | undefined
  >;
  /** Seconds for which a connection without traffic is tracked. */
  idleTimeoutSec?: pulumi.Input<number | undefined>;
  /** The key of a connection. */
  trackingMode?: pulumi.Input<Open<"PER_CONNECTION" | "PER_SESSION"> | undefined>;
}

/** A consumer that may connect: a project, a network or an endpoint. */
export interface ServiceAttachmentConsumer {
  /** The project by its id or number, as the key in the list. */
  projectIdOrNum?: pulumi.Input<string | undefined>;
  /** The network, as the key in the list. */
  networkUrl?: pulumi.Input<string | undefined>;
  /** The endpoint, a forwarding rule, as the key in the list. */
  endpointUrl?: pulumi.Input<string | undefined>;
  /** The most connections of the consumer. */
  connectionLimit?: pulumi.Input<number | undefined>;
  /**
   * `true`: the item is not to be there. The resource removes it, also one of somebody else, and a restore puts it
   * back. Give nothing but the key beside it.
   */
  absent?: pulumi.Input<boolean | undefined>;
}

/** One secondary range of a subnetwork. */
export interface SubnetworkSecondaryRange {
  /** Name of the range, which is its key in the list. */
  rangeName: pulumi.Input<string>;
  /**
   * The range in CIDR notation, such as `10.8.0.0/14`. A change removes the range and adds it again, which the
   * service refuses while the range is in use.
   */
  ipCidrRange?: pulumi.Input<string | undefined>;
  /** The internal range that the addresses are reserved from. */
  reservedInternalRange?: pulumi.Input<string | undefined>;
  /**
   * `true`: the item is not to be there. The resource removes it, also one of somebody else, and a restore puts it
   * back. Give nothing but the key beside it.
   */
  absent?: pulumi.Input<boolean | undefined>;
}

/** The flow logs of a subnetwork. */
export interface SubnetworkLogConfig {
  /** Says whether flow logs are on. */
  enable?: pulumi.Input<boolean | undefined>;
  /** Time over which the service aggregates a connection. */
  aggregationInterval?: pulumi.Input<
    | Open<
        | "INTERVAL_5_SEC"
        | "INTERVAL_30_SEC"
        | "INTERVAL_1_MIN"
        | "INTERVAL_5_MIN"
        | "INTERVAL_10_MIN"
        | "INTERVAL_15_MIN"
      >
    | undefined
  >;
  /** Share of the flows to log, 0 to 1. */
  flowSampling?: pulumi.Input<number | undefined>;
  /** Expression that chooses the flows to log. */
  filterExpr?: pulumi.Input<string | undefined>;
  /** Metadata that each log has. */
  metadata?: pulumi.Input<Open<"EXCLUDE_ALL_METADATA" | "INCLUDE_ALL_METADATA" | "CUSTOM_METADATA"> | undefined>;
  /** Names of the metadata, with `CUSTOM_METADATA`. Order does not matter. */
  metadataFields?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}
