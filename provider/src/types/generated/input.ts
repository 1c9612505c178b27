/* `npm run docs:reference` writes this file from the definitions of resources. */

import type * as pulumi from "@pulumi/pulumi";
import type { Open } from "../common";

/** One backend of a service. */
export interface BackendServiceBackend {
  /** The instance group or network endpoint group, in the project of the service. It is the key in the list. */
  group: pulumi.Input<string>;
  /**
   * How the service tells whether the backend has capacity.
   *
   * @values `CONNECTION`: by its connections. `RATE`: by its requests per second. `UTILIZATION`: by the load of its
   * instances. `CUSTOM_METRICS`: by metrics that it reports. `IN_FLIGHT`: by requests that wait for an answer.
   */
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
  /**
   * Says whether the backend is filled before others.
   *
   * @values `DEFAULT`: after the preferred ones. `PREFERRED`: before others.
   */
  preference?: pulumi.Input<Open<"DEFAULT" | "PREFERRED"> | undefined>;
  /**
   * `true`: the item is not to be there. The resource removes it, also one of somebody else, and a restore puts it
   * back. Give nothing but the key beside it.
   */
  absent?: pulumi.Input<boolean | undefined>;
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

/** Cloud CDN of a service. */
export interface BackendServiceCdnPolicy {
  /**
   * Answers that are cached.
   *
   * @values `CACHE_ALL_STATIC`: static content, unless its headers forbid it. `FORCE_CACHE_ALL`: all, whatever their
   * headers say. `USE_ORIGIN_HEADERS`: those whose headers allow it.
   */
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

/** How long removed backends finish their connections. */
export interface BackendServiceConnectionDraining {
  /** Seconds, 0 to 3600. */
  drainingTimeoutSec?: pulumi.Input<number | undefined>;
}

/** How a network load balancer tracks connections. */
export interface BackendServiceConnectionTrackingPolicy {
  /**
   * How connections to unhealthy backends end.
   *
   * @values `ALWAYS_PERSIST`: they stay. `DEFAULT_FOR_PROTOCOL`: those of TCP and SCTP stay, while each connection
   * is tracked by itself. `NEVER_PERSIST`: they end.
   */
  connectionPersistenceOnUnhealthyBackends?: pulumi.Input<
    Open<"ALWAYS_PERSIST" | "DEFAULT_FOR_PROTOCOL" | "NEVER_PERSIST"> | undefined
  >;
  /** Seconds for which a connection without traffic is tracked. */
  idleTimeoutSec?: pulumi.Input<number | undefined>;
  /**
   * The key of a connection.
   *
   * @values `PER_CONNECTION`: both addresses, both ports and the protocol. `PER_SESSION`: what the session affinity
   * looks at.
   */
  trackingMode?: pulumi.Input<Open<"PER_CONNECTION" | "PER_SESSION"> | undefined>;
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

/** The logs of a service. */
export interface BackendServiceLogConfig {
  /** Says whether requests are logged. */
  enable?: pulumi.Input<boolean | undefined>;
  /** Share of the requests to log, 0 to 1. */
  sampleRate?: pulumi.Input<number | undefined>;
  /**
   * Optional fields that each log has.
   *
   * @values `CUSTOM`: those of `optionalFields`. `EXCLUDE_ALL_OPTIONAL`: none. `INCLUDE_ALL_OPTIONAL`: all.
   */
  optionalMode?: pulumi.Input<Open<"CUSTOM" | "EXCLUDE_ALL_OPTIONAL" | "INCLUDE_ALL_OPTIONAL"> | undefined>;
  /** Names of the optional fields, with `CUSTOM`. Order does not matter. */
  optionalFields?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** The places of a regional group's instances. */
export interface DistributionPolicy {
  /** The zones of the group, which never change. Order does not matter. Other zones are an error. */
  zones?: pulumi.Input<pulumi.Input<DistributionPolicyZone>[] | undefined>;
  /**
   * The distribution that the group strives for.
   *
   * @values `ANY`: whatever zones have capacity. `ANY_SINGLE_ZONE`: one zone for all. `BALANCED`: as even as
   * capacity allows. `EVEN`: as many in each zone.
   */
  targetShape?: pulumi.Input<Open<"ANY" | "ANY_SINGLE_ZONE" | "BALANCED" | "EVEN"> | undefined>;
}

/** One zone of a regional group. */
export interface DistributionPolicyZone {
  /** Its name, path or URL. */
  zone: pulumi.Input<string>;
}

/** Some instances, or a share of them: exactly one of the two. */
export interface FixedOrPercent {
  /** The number of instances, 0 or more. */
  fixed?: pulumi.Input<number | undefined>;
  /** Percent of the group's target size, 0 to 100. */
  percent?: pulumi.Input<number | undefined>;
}

/** Configuration of every instance, above the template. */
export interface InstanceGroupManagerAllInstancesConfig {
  /** Metadata and labels. */
  properties?: pulumi.Input<InstancePropertiesPatch | undefined>;
}

/** When the group repairs instances. */
export interface InstanceGroupManagerAutoHealingPolicy {
  /** The health check that tells. */
  healthCheck?: pulumi.Input<string | undefined>;
  /** Seconds after its start in which a new instance may fail the check, 0 to 3600. Service's default: 0. */
  initialDelaySec?: pulumi.Input<number | undefined>;
}

/** Machine types to choose from. */
export interface InstanceGroupManagerInstanceFlexibilityPolicy {
  /** By names of your choice; `null` removes one. Other selections stay as they are. */
  instanceSelections?: pulumi.Input<
    Record<string, pulumi.Input<InstanceGroupManagerInstanceSelection | null>> | undefined
  >;
}

/** The group's handling of instances that fail. */
export interface InstanceGroupManagerInstanceLifecyclePolicy {
  /**
   * Says whether a repair applies the newest configuration.
   *
   * @values `NO`: the instance is as it was. `YES`: it does.
   */
  forceUpdateOnRepair?: pulumi.Input<Open<"NO" | "YES"> | undefined>;
  /**
   * The action on a failed or unhealthy instance.
   *
   * @values `DO_NOTHING`: none. `REPAIR`: the group makes it anew.
   */
  defaultActionOnFailure?: pulumi.Input<Open<"DO_NOTHING" | "REPAIR"> | undefined>;
}

/** Machine types of equal preference. */
export interface InstanceGroupManagerInstanceSelection {
  /** Full names, such as `n1-standard-16`. Order does not matter. */
  machineTypes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The group prefers lower ranks. */
  rank?: pulumi.Input<number | undefined>;
}

/** Resource policies of a group. */
export interface InstanceGroupManagerResourcePolicies {
  /** The workload policy: its name, path or URL. An empty text removes the policy from the group. */
  workloadPolicy?: pulumi.Input<string | undefined>;
}

/** How the group uses stopped and suspended instances. */
export interface InstanceGroupManagerStandbyPolicy {
  /** Seconds between the making of an instance and its stop or suspension, 0 to 3600. Service's default: 0. */
  initialDelaySec?: pulumi.Input<number | undefined>;
  /**
   * Says whether the group starts standby instances when it grows.
   *
   * @values `MANUAL`: it does not. `SCALE_OUT_POOL`: it does, and fills up the standby instances.
   */
  mode?: pulumi.Input<Open<"MANUAL" | "SCALE_OUT_POOL"> | undefined>;
}

/** How the group updates its instances. */
export interface InstanceGroupManagerUpdatePolicy {
  /**
   * How updates begin. `PROACTIVE`: the group updates instances by itself; `OPPORTUNISTIC`: only those that somebody
   * names.
   */
  type?: pulumi.Input<Open<"OPPORTUNISTIC" | "PROACTIVE"> | undefined>;
  /**
   * The smallest action on an instance.
   *
   * @values `NONE`: none. `REFRESH`: what needs no restart. `RESTART`: a restart. `REPLACE`: a new instance.
   */
  minimalAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /**
   * The largest action on an instance. The group does not make an update that needs more.
   *
   * @values `NONE`: none. `REFRESH`: what needs no restart. `RESTART`: a restart. `REPLACE`: a new instance.
   */
  mostDisruptiveAllowedAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /**
   * Says whether a replaced instance keeps its name (`RECREATE`).
   *
   * @values `RECREATE`: it keeps its name. `SUBSTITUTE`: it gets another one, and is made before the old one goes.
   */
  replacementMethod?: pulumi.Input<Open<"RECREATE" | "SUBSTITUTE"> | undefined>;
  /** How many instances there may be above the target size. Not 0 together with `maxUnavailable`. */
  maxSurge?: pulumi.Input<FixedOrPercent | undefined>;
  /** How many instances may be out of service. A percentage only for a group of 10 or more instances. */
  maxUnavailable?: pulumi.Input<FixedOrPercent | undefined>;
  /**
   * Says whether the group moves instances to keep zones even.
   *
   * @values `NONE`: it moves none. `PROACTIVE`: it moves them.
   */
  instanceRedistributionType?: pulumi.Input<Open<"NONE" | "PROACTIVE"> | undefined>;
}

/** One version of a group's instances. */
export interface InstanceGroupManagerVersion {
  /** Unique among the group's versions. */
  name?: pulumi.Input<string | undefined>;
  /** The template of these instances. */
  instanceTemplate: pulumi.Input<string>;
  /** How many instances. Exactly one version has none, and takes the rest. */
  targetSize?: pulumi.Input<FixedOrPercent | undefined>;
}

/** Metadata and labels; `null` removes a key. Other keys stay as they are. */
export interface InstancePropertiesPatch {
  /** Metadata by key. Messages never show values. To encrypt them in the state, make the whole argument a secret. */
  metadata?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;
  /** Labels by key. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;
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

/** The state that instances keep. */
export interface StatefulPolicy {
  /** The state that an instance keeps when the group makes it again. */
  preservedState?: pulumi.Input<StatefulPolicyPreservedState | undefined>;
}

/** The effect of a permanent delete of the instance on a disk or an address. */
export interface StatefulPolicyAutoDelete {
  /**
   * When it goes. Service's default: `NEVER`.
   *
   * @values `NEVER`: it stays. `ON_PERMANENT_INSTANCE_DELETION`: it goes with the instance.
   */
  autoDelete?: pulumi.Input<Open<"NEVER" | "ON_PERMANENT_INSTANCE_DELETION"> | undefined>;
}

/** Disks and addresses that instances keep; `null` removes one. Others stay as they are. */
export interface StatefulPolicyPreservedState {
  /** By device name. */
  disks?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
  /** By network interface name. */
  internalIPs?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
  /** By network interface name. */
  externalIPs?: pulumi.Input<Record<string, pulumi.Input<StatefulPolicyAutoDelete | null>> | undefined>;
}

/** The flow logs of a subnetwork. */
export interface SubnetworkLogConfig {
  /** Says whether flow logs are on. */
  enable?: pulumi.Input<boolean | undefined>;
  /**
   * Time over which the service aggregates a connection.
   *
   * @values `INTERVAL_5_SEC`: 5 seconds. `INTERVAL_30_SEC`: 30 seconds. `INTERVAL_1_MIN`: 1 minute.
   * `INTERVAL_5_MIN`: 5 minutes. `INTERVAL_10_MIN`: 10 minutes. `INTERVAL_15_MIN`: 15 minutes.
   */
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
  /**
   * Metadata that each log has.
   *
   * @values `EXCLUDE_ALL_METADATA`: none. `INCLUDE_ALL_METADATA`: all. `CUSTOM_METADATA`: those of `metadataFields`.
   */
  metadata?: pulumi.Input<Open<"EXCLUDE_ALL_METADATA" | "INCLUDE_ALL_METADATA" | "CUSTOM_METADATA"> | undefined>;
  /** Names of the metadata, with `CUSTOM_METADATA`. Order does not matter. */
  metadataFields?: pulumi.Input<pulumi.Input<string>[] | undefined>;
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

/** How a group of one zone updates its instances. */
export interface ZonalInstanceGroupManagerUpdatePolicy {
  /**
   * How updates begin. `PROACTIVE`: the group updates instances by itself; `OPPORTUNISTIC`: only those that somebody
   * names.
   */
  type?: pulumi.Input<Open<"OPPORTUNISTIC" | "PROACTIVE"> | undefined>;
  /**
   * The smallest action on an instance.
   *
   * @values `NONE`: none. `REFRESH`: what needs no restart. `RESTART`: a restart. `REPLACE`: a new instance.
   */
  minimalAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /**
   * The largest action on an instance. The group does not make an update that needs more.
   *
   * @values `NONE`: none. `REFRESH`: what needs no restart. `RESTART`: a restart. `REPLACE`: a new instance.
   */
  mostDisruptiveAllowedAction?: pulumi.Input<Open<"NONE" | "REFRESH" | "RESTART" | "REPLACE"> | undefined>;
  /**
   * Says whether a replaced instance keeps its name (`RECREATE`).
   *
   * @values `RECREATE`: it keeps its name. `SUBSTITUTE`: it gets another one, and is made before the old one goes.
   */
  replacementMethod?: pulumi.Input<Open<"RECREATE" | "SUBSTITUTE"> | undefined>;
  /** How many instances there may be above the target size. Not 0 together with `maxUnavailable`. */
  maxSurge?: pulumi.Input<FixedOrPercent | undefined>;
  /** How many instances may be out of service. A percentage only for a group of 10 or more instances. */
  maxUnavailable?: pulumi.Input<FixedOrPercent | undefined>;
}
