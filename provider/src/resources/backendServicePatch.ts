import type { Collection } from "../compute/objects";
import { objectKind, setKind } from "../fields/collections";
import { keyedListKind } from "../fields/keyedList";
import type { Kind } from "../fields/kind";
import { anyLinkKind } from "../fields/links";
import { booleanKind, integerKind, numberKind, textKind, wordKind } from "../fields/scalars";
import { makeShape } from "../fields/shape";
import { output, type FieldTable } from "../lifecycle/schema/field";
import { patchedObject } from "./patchedObject";

const maximum = 2 ** 31 - 1;
const count = integerKind(0, maximum);
const seconds = integerKind(0, maximum);

/** One backend of a service. */
const backendServiceBackend = {
  /** The instance group or network endpoint group, in the project of the service. It is the key in the list. */
  group: anyLinkKind(["instanceGroups", "networkEndpointGroups"], { scopes: ["zone", "region", "global"] }),
  /**
   * How the service tells whether the backend has capacity.
   *
   * @values `CONNECTION`: by its connections. `RATE`: by its requests per second. `UTILIZATION`: by the load of its
   * instances. `CUSTOM_METRICS`: by metrics that it reports. `IN_FLIGHT`: by requests that wait for an answer.
   */
  balancingMode: wordKind("CONNECTION", "RATE", "UTILIZATION", "CUSTOM_METRICS", "IN_FLIGHT"),
  /** Share of the capacity that is used: 0, which drains the backend, or 0.1 to 1. Service's default: 1. */
  capacityScaler: numberKind(0, 1),
  /** Description of the backend. */
  description: textKind(),
  /** Says whether the backend is a failover backend. */
  failover: booleanKind,
  /** The most connections of the group. */
  maxConnections: count,
  /** The most connections of each endpoint. */
  maxConnectionsPerEndpoint: count,
  /** The most connections of each instance. */
  maxConnectionsPerInstance: count,
  /** The most requests per second of the group. */
  maxRate: count,
  /** The most requests per second of each endpoint. */
  maxRatePerEndpoint: numberKind(0),
  /** The most requests per second of each instance. */
  maxRatePerInstance: numberKind(0),
  /** The highest load, 0 to 1. */
  maxUtilization: numberKind(0, 1),
  /**
   * Says whether the backend is filled before others.
   *
   * @values `DEFAULT`: after the preferred ones. `PREFERRED`: before others.
   */
  preference: wordKind("DEFAULT", "PREFERRED"),
};

/** The logs of a service. */
const backendServiceLogConfig = {
  /** Says whether requests are logged. */
  enable: booleanKind,
  /** Share of the requests to log, 0 to 1. */
  sampleRate: numberKind(0, 1),
  /**
   * Optional fields that each log has.
   *
   * @values `CUSTOM`: those of `optionalFields`. `EXCLUDE_ALL_OPTIONAL`: none.
   * `INCLUDE_ALL_OPTIONAL`: all.
   */
  optionalMode: wordKind("CUSTOM", "EXCLUDE_ALL_OPTIONAL", "INCLUDE_ALL_OPTIONAL"),
  /** Names of the optional fields, with `CUSTOM`. Order does not matter. */
  optionalFields: setKind(textKind()),
};

/** How long removed backends finish their connections. */
const backendServiceConnectionDraining = {
  /** Seconds, 0 to 3600. */
  drainingTimeoutSec: integerKind(0, 3600),
};

/** The parts of a request that tell cached answers apart. */
const backendServiceCacheKeyPolicy = {
  /** Says whether the host counts. */
  includeHost: booleanKind,
  /** Says whether the protocol counts. */
  includeProtocol: booleanKind,
  /** Says whether the query counts. */
  includeQueryString: booleanKind,
  /** Parameters of the query that count. Order does not matter. */
  queryStringWhitelist: setKind(textKind()),
  /** Parameters of the query that do not count. Order does not matter. */
  queryStringBlacklist: setKind(textKind()),
  /** Headers that count. Order does not matter. */
  includeHttpHeaders: setKind(textKind()),
  /** Cookies that count. Order does not matter. */
  includeNamedCookies: setKind(textKind()),
};

/** Cloud CDN of a service. */
const backendServiceCdnPolicy = {
  /**
   * Answers that are cached.
   *
   * @values `CACHE_ALL_STATIC`: static content, unless its headers forbid it. `FORCE_CACHE_ALL`: all, whatever their
   * headers say. `USE_ORIGIN_HEADERS`: those whose headers allow it.
   */
  cacheMode: wordKind("CACHE_ALL_STATIC", "FORCE_CACHE_ALL", "USE_ORIGIN_HEADERS"),
  /** Seconds for which clients may cache. */
  clientTtl: seconds,
  /** Seconds for answers that say nothing. */
  defaultTtl: seconds,
  /** The longest time in seconds. */
  maxTtl: seconds,
  /** Says whether errors and redirects are cached. */
  negativeCaching: booleanKind,
  /** Says whether requests for one object are joined. */
  requestCoalescing: booleanKind,
  /** Seconds for which an old answer may be served. */
  serveWhileStale: seconds,
  /** The parts of a request that tell cached answers apart. */
  cacheKeyPolicy: objectKind(backendServiceCacheKeyPolicy),
};

/** Bounds for the connections and requests to a service. */
const backendServiceCircuitBreakers = {
  /** The most connections. */
  maxConnections: count,
  /** The most requests that wait. */
  maxPendingRequests: count,
  /** The most parallel requests. */
  maxRequests: count,
  /** The most requests of one connection. */
  maxRequestsPerConnection: count,
  /** The most parallel retries. */
  maxRetries: count,
};

/** How a network load balancer fails over. */
const backendServiceFailoverPolicy = {
  /** Says whether connections end at once. */
  disableConnectionDrainOnFailover: booleanKind,
  /** Says whether connections are dropped while no backend is healthy. */
  dropTrafficIfUnhealthy: booleanKind,
  /** Share of healthy backends below which the failover begins, 0 to 1. */
  failoverRatio: numberKind(0, 1),
};

/** How a network load balancer tracks connections. */
const backendServiceConnectionTrackingPolicy = {
  /**
   * How connections to unhealthy backends end.
   *
   * @values `ALWAYS_PERSIST`: they stay. `DEFAULT_FOR_PROTOCOL`: those of TCP and SCTP stay, while each connection
   * is tracked by itself. `NEVER_PERSIST`: they end.
   */
  connectionPersistenceOnUnhealthyBackends: wordKind("ALWAYS_PERSIST", "DEFAULT_FOR_PROTOCOL", "NEVER_PERSIST"),
  /** Seconds for which a connection without traffic is tracked. */
  idleTimeoutSec: seconds,
  /**
   * The key of a connection.
   *
   * @values `PER_CONNECTION`: both addresses, both ports and the protocol. `PER_SESSION`: what the session affinity
   * looks at.
   */
  trackingMode: wordKind("PER_CONNECTION", "PER_SESSION"),
};

/** The settings that every backend service has. */
const common = {
  /** Description of the service. */
  description: textKind(),
  /** Backends, each found by its `group`. Those of others stay, with all that they have. */
  backends: keyedListKind(backendServiceBackend, {
    members: ["group"],
    isInOwnProject: true,
    aliases: { instanceGroup: "group", networkEndpointGroup: "group", backend: "group" },
  }),
  /** Health checks, at most one. A list counts as a whole. */
  healthChecks: setKind(
    anyLinkKind(["healthChecks", "httpsHealthChecks", "httpHealthChecks"], {
      scopes: ["global", "region"],
      ownRegion: "the backend service",
    }),
  ),
  /** Seconds for the answer of a backend. Service's default: 30. */
  timeoutSec: integerKind(1, maximum),
  /** Named port of instance groups. */
  portName: textKind(),
  /** Time for the connections of backends that are removed. */
  connectionDraining: objectKind(backendServiceConnectionDraining),
  /** The logs of requests. */
  logConfig: objectKind(backendServiceLogConfig),
  /**
   * How requests of one client stay with one backend.
   *
   * @values `CLIENT_IP`: by the addresses of the client and of the balancer. `CLIENT_IP_NO_DESTINATION`: by the
   * address of the client alone. `CLIENT_IP_PORT_PROTO`: by the addresses, the ports and the protocol.
   * `CLIENT_IP_PROTO`: by the addresses and the protocol. `GENERATED_COOKIE`: by a cookie of the balancer.
   * `HEADER_FIELD`: by a header of the request. `HTTP_COOKIE`: by a cookie with a name of your choice. `NONE`: they
   * do not. `STRONG_COOKIE_AFFINITY`: by a cookie that holds as long as the backend is there.
   */
  sessionAffinity: wordKind(
    "CLIENT_IP",
    "CLIENT_IP_NO_DESTINATION",
    "CLIENT_IP_PORT_PROTO",
    "CLIENT_IP_PROTO",
    "GENERATED_COOKIE",
    "HEADER_FIELD",
    "HTTP_COOKIE",
    "NONE",
    "STRONG_COOKIE_AFFINITY",
  ),
  /** Seconds for which the cookie of the affinity lives. */
  affinityCookieTtlSec: seconds,
  /**
   * How a backend is chosen in its zone.
   *
   * @values `LEAST_REQUEST`: of two random ones, the one with fewer requests. `MAGLEV`: by the hash table of Maglev.
   * `ORIGINAL_DESTINATION`: by the address that the client has called. `RANDOM`: at random. `RING_HASH`: by a ring
   * of hashes. `ROUND_ROBIN`: one after the other. `WEIGHTED_GCP_RENDEZVOUS`: by hashes, with the weights of health
   * checks. `WEIGHTED_MAGLEV`: as `MAGLEV`, with the weights of health checks. `WEIGHTED_ROUND_ROBIN`: one after the
   * other, with weights that backends report.
   */
  localityLbPolicy: wordKind(
    "LEAST_REQUEST",
    "MAGLEV",
    "ORIGINAL_DESTINATION",
    "RANDOM",
    "RING_HASH",
    "ROUND_ROBIN",
    "WEIGHTED_GCP_RENDEZVOUS",
    "WEIGHTED_MAGLEV",
    "WEIGHTED_ROUND_ROBIN",
  ),
  /** Bounds for connections and requests. */
  circuitBreakers: objectKind(backendServiceCircuitBreakers),
  /** Headers that the balancer adds to requests. A list counts as a whole. Order does not matter. */
  customRequestHeaders: setKind(textKind()),
  /** Headers that the balancer adds to answers. A list counts as a whole. Order does not matter. */
  customResponseHeaders: setKind(textKind()),
} satisfies Record<string, Kind>;

/** The settings that global services have beyond. */
const globalOnly = {
  /** Says whether Cloud CDN is on. */
  enableCDN: booleanKind,
  /** Cloud CDN. */
  cdnPolicy: objectKind(backendServiceCdnPolicy),
  /**
   * Says whether the balancer compresses answers.
   *
   * @values `AUTOMATIC`: it does, as the client takes them. `DISABLED`: it does not.
   */
  compressionMode: wordKind("AUTOMATIC", "DISABLED"),
} satisfies Record<string, Kind>;

/** The settings that regional services have beyond. */
const regionalOnly = {
  /** How a network load balancer fails over. */
  failoverPolicy: objectKind(backendServiceFailoverPolicy),
  /** How a network load balancer tracks connections. */
  connectionTrackingPolicy: objectKind(backendServiceConnectionTrackingPolicy),
} satisfies Record<string, Kind>;

const outputs: FieldTable = {
  /** Protocol to the backends. */
  protocol: output,
  /** Kind of load balancer. */
  loadBalancingScheme: output,
  /** URL of the network, where the service has one. */
  network: output,
};

/**
 * Some settings of a global backend service **that somebody else created**, such as the backends of one cluster. Fields and backends that
 * you leave out are never touched.
 *
 * Each backend is managed on its own, by its group. The request has the backends of everybody from a fresh read, and the service refuses it
 * if somebody else changes the service at the same time; then the step tries again. Members of a backend that the program does not give
 * stay as they are.
 *
 * @member backends["zones/us-central1-a/networkEndpointGroups/blue"].maxRatePerEndpoint
 * @source backendServices.get and backendServices.patch of the public v1 reference.
 *
 * @example One more backend
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const blue = new gce.BackendServicePatch("blue", {
 *   backendService: "storefront",
 *   backends: [
 *     { group: "zones/us-central1-a/instanceGroups/checkout", balancingMode: "UTILIZATION", maxUtilization: 0.6 },
 *   ],
 *   deletionPolicy: "RESTORE",
 * });
 * export const service = blue.selfLink;
 * ```
 */
export const backendServicePatch = servicePatch("BackendServicePatch", "a global backend service", {
  name: "backendServices",
  scope: "global",
});

/**
 * Some settings of a regional backend service **that somebody else created**, such as the backends of one cluster. Fields and backends that
 * you leave out are never touched.
 *
 * Each backend is managed on its own, by its group. The request has the backends of everybody from a fresh read, and the service refuses it
 * if somebody else changes the service at the same time; then the step tries again. Members of a backend that the program does not give
 * stay as they are.
 *
 * @member backends["zones/us-central1-b/instanceGroups/internal-b"].capacityScaler
 * @source regionBackendServices.get and regionBackendServices.patch of the public v1 reference.
 *
 * @example The backend of one zone, drained
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const drained = new gce.RegionBackendServicePatch("drained", {
 *   backendService: "regions/us-central1/backendServices/ledger",
 *   backends: [{ group: "zones/us-central1-a/instanceGroups/reports", capacityScaler: 0 }],
 *   deletionPolicy: "RESTORE",
 * });
 * export const backends = drained.backends;
 * ```
 */
export const regionBackendServicePatch = servicePatch("RegionBackendServicePatch", "a regional backend service", {
  name: "backendServices",
  scope: "region",
  permissionName: "regionBackendServices",
});

function servicePatch(kind: string, noun: string, collection: Collection) {
  return patchedObject({
    kind,
    noun,
    shortNoun: "backend service",
    collection,
    argument: "backendService",
    example: "backends",
    shape: makeShape({ ...common, ...(collection.scope === "global" ? globalOnly : regionalOnly) }),
    outputs,
    argumentAliases: {
      name: "backendService",
      backend: "backends",
      enableCdn: "enableCDN",
      connectionDrainingTimeoutSec: "connectionDraining: { drainingTimeoutSec: … }",
    },
  });
}
