/* `npm run docs:reference` writes this file from resources/backendServicePatch.ts. */

import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/input";

const declaration: Declaration = {
  kind: "RegionBackendServicePatch",
  deletesFirst: true,
  importAdvice:
    "Declare the fields to manage: if the backend service already has these values, the create sends nothing.",
};

/**
 * Some settings of a regional backend service **that somebody else created**, such as the backends of one cluster.
 * Fields and backends that you leave out are never touched.
 *
 * Each backend is managed on its own, by its group. The request has the backends of everybody from a fresh read,
 * and the service refuses it if somebody else changes the service at the same time; then the step tries again.
 * Members of a backend that the program does not give stay as they are.
 *
 * As an output, each field has only what the program manages, with URLs for links.
 *
 * If you remove a field from the program, it returns to the value that it had before this resource first changed
 * it. If somebody else has changed the field since, the resource leaves it alone and shows a warning. Destroy
 * leaves the backend service as it is, unless `deletionPolicy` is `RESTORE`.
 *
 * Several patches can manage one backend service if they manage different fields or items. If two patches of one
 * program and one provider manage the same, the preview shows an error. Patches of different programs that manage
 * the same overwrite each other in every run. `patches.md` has the details, and what the owner of a backend
 * service writes to leave a patch alone.
 *
 * Id: the path of the backend service, `projects/PROJECT/regions/REGION/backendServices/NAME`. Nothing can look it
 * up by that id, because only the program knows which fields it manages.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.regionBackendServices.get`, `compute.regionBackendServices.update`,
 * `compute.regionOperations.get`, `compute.regionOperations.list`, and the right to use what its links name.
 * Scope: `compute` or `cloud-platform`.
 *
 * Source: regionBackendServices.get and regionBackendServices.patch of the public v1 reference.
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
export class RegionBackendServicePatch extends pulumi.CustomResource {
  /** Project of the backend service. */
  declare readonly project: pulumi.Output<string>;
  /** Region of the backend service. */
  declare readonly region: pulumi.Output<string>;
  /** The backend service. */
  declare readonly backendService: pulumi.Output<string>;
  /** Description of the service. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Backends, each found by its `group`. */
  declare readonly backends: pulumi.Output<Managed["backends"]>;
  /** Health checks, at most one. */
  declare readonly healthChecks: pulumi.Output<string[] | undefined>;
  /** Seconds for the answer of a backend. */
  declare readonly timeoutSec: pulumi.Output<number | undefined>;
  /** Named port of instance groups. */
  declare readonly portName: pulumi.Output<string | undefined>;
  /** Time for the connections of backends that are removed. */
  declare readonly connectionDraining: pulumi.Output<Managed["connectionDraining"]>;
  /** The logs of requests. */
  declare readonly logConfig: pulumi.Output<Managed["logConfig"]>;
  /** How requests of one client stay with one backend. */
  declare readonly sessionAffinity: pulumi.Output<
    | Open<
        | "CLIENT_IP"
        | "CLIENT_IP_NO_DESTINATION"
        | "CLIENT_IP_PORT_PROTO"
        | "CLIENT_IP_PROTO"
        | "GENERATED_COOKIE"
        | "HEADER_FIELD"
        | "HTTP_COOKIE"
        | "NONE"
        | "STRONG_COOKIE_AFFINITY"
      >
    | undefined
  >;
  /** Seconds for which the cookie of the affinity lives. */
  declare readonly affinityCookieTtlSec: pulumi.Output<number | undefined>;
  /** How a backend is chosen in its zone. */
  declare readonly localityLbPolicy: pulumi.Output<
    | Open<
        | "LEAST_REQUEST"
        | "MAGLEV"
        | "ORIGINAL_DESTINATION"
        | "RANDOM"
        | "RING_HASH"
        | "ROUND_ROBIN"
        | "WEIGHTED_GCP_RENDEZVOUS"
        | "WEIGHTED_MAGLEV"
        | "WEIGHTED_ROUND_ROBIN"
      >
    | undefined
  >;
  /** Bounds for connections and requests. */
  declare readonly circuitBreakers: pulumi.Output<Managed["circuitBreakers"]>;
  /** Headers that the balancer adds to requests. */
  declare readonly customRequestHeaders: pulumi.Output<string[] | undefined>;
  /** Headers that the balancer adds to answers. */
  declare readonly customResponseHeaders: pulumi.Output<string[] | undefined>;
  /** How a network load balancer fails over. */
  declare readonly failoverPolicy: pulumi.Output<Managed["failoverPolicy"]>;
  /** How a network load balancer tracks connections. */
  declare readonly connectionTrackingPolicy: pulumi.Output<Managed["connectionTrackingPolicy"]>;
  /**
   * Every member that the resource manages, such as
   * `backends["zones/us-central1-b/instanceGroups/internal-b"].capacityScaler`; that of an item has the key of the
   * item in it. The preview knows it. The resource itself needs it, to find the members that leave the program.
   */
  declare readonly managedFields: pulumi.Output<string[]>;
  /**
   * The values of the managed fields before this resource first changed them, recorded once. A field or an item is
   * absent if it was absent, or if nobody knows its earlier value: a warning names it, and no restore changes it.
   * The resource itself needs it, to restore a field that leaves the program, and at a destroy with `RESTORE`. A
   * secret.
   */
  declare readonly previousValues: pulumi.Output<Managed | undefined>;
  /** Fingerprint of the backend service after the last step. Each change reads a fresh one. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** Always `compute#backendService`. */
  declare readonly kind: pulumi.Output<string>;
  /**
   * The service's own number for the backend service (the API's `id`), as a string, because it does not fit a
   * number.
   */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the backend service, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the backend service. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Protocol to the backends. */
  declare readonly protocol: pulumi.Output<string | undefined>;
  /** Kind of load balancer. */
  declare readonly loadBalancingScheme: pulumi.Output<string | undefined>;
  /** URL of the network, where the service has one. */
  declare readonly network: pulumi.Output<string | undefined>;

  /**
   * @param name logical name
   * @param args the backend service, and its managed settings
   * @param options Pulumi's options. `id`, `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: RegionBackendServicePatchArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /** True if an object is a `RegionBackendServicePatch`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is RegionBackendServicePatch {
    return isResourceKind(declaration.kind, object);
  }
}

/** Settings of a backend service as they are read. */
type Managed = pulumi.Unwrap<RegionBackendServicePatchSettings>;

/** The settings of a backend service that a program can manage. */
export type RegionBackendServicePatchSettings = Omit<
  RegionBackendServicePatchArgs,
  "project" | "region" | "backendService" | "previous" | "deletionPolicy"
>;

/**
 * The backend service, and the fields that the resource manages: at least one. Every link takes a name, a path, a
 * full URL, or another resource's `id` or `selfLink`.
 */
export interface RegionBackendServicePatchArgs {
  /**
   * Project of the backend service. Default: the project that the link names, or else `gcp:project`. A change
   * replaces.
   */
  project?: pulumi.Input<string | undefined>;
  /** Region of the backend service. Default: the region that the link names, or else `gcp:region`. A change replaces. */
  region?: pulumi.Input<string | undefined>;
  /** The backend service, which must exist. A change replaces. */
  backendService: pulumi.Input<string>;
  /** Description of the service. */
  description?: pulumi.Input<string | undefined>;
  /** Backends, each found by its `group`. Those of others stay, with all that they have. */
  backends?: pulumi.Input<pulumi.Input<inputs.BackendServiceBackend>[] | undefined>;
  /** Health checks, at most one. A list counts as a whole. */
  healthChecks?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Seconds for the answer of a backend. Service's default: 30. */
  timeoutSec?: pulumi.Input<number | undefined>;
  /** Named port of instance groups. */
  portName?: pulumi.Input<string | undefined>;
  /** Time for the connections of backends that are removed. */
  connectionDraining?: pulumi.Input<inputs.BackendServiceConnectionDraining | undefined>;
  /** The logs of requests. */
  logConfig?: pulumi.Input<inputs.BackendServiceLogConfig | undefined>;
  /**
   * How requests of one client stay with one backend.
   *
   * @values `CLIENT_IP`: by the addresses of the client and of the balancer. `CLIENT_IP_NO_DESTINATION`: by the
   * address of the client alone. `CLIENT_IP_PORT_PROTO`: by the addresses, the ports and the protocol.
   * `CLIENT_IP_PROTO`: by the addresses and the protocol. `GENERATED_COOKIE`: by a cookie of the balancer.
   * `HEADER_FIELD`: by a header of the request. `HTTP_COOKIE`: by a cookie with a name of your choice. `NONE`: they
   * do not. `STRONG_COOKIE_AFFINITY`: by a cookie that holds as long as the backend is there.
   */
  sessionAffinity?: pulumi.Input<
    | Open<
        | "CLIENT_IP"
        | "CLIENT_IP_NO_DESTINATION"
        | "CLIENT_IP_PORT_PROTO"
        | "CLIENT_IP_PROTO"
        | "GENERATED_COOKIE"
        | "HEADER_FIELD"
        | "HTTP_COOKIE"
        | "NONE"
        | "STRONG_COOKIE_AFFINITY"
      >
    | undefined
  >;
  /** Seconds for which the cookie of the affinity lives. */
  affinityCookieTtlSec?: pulumi.Input<number | undefined>;
  /**
   * How a backend is chosen in its zone.
   *
   * @values `LEAST_REQUEST`: of two random ones, the one with fewer requests. `MAGLEV`: by the hash table of Maglev.
   * `ORIGINAL_DESTINATION`: by the address that the client has called. `RANDOM`: at random. `RING_HASH`: by a ring
   * of hashes. `ROUND_ROBIN`: one after the other. `WEIGHTED_GCP_RENDEZVOUS`: by hashes, with the weights of health
   * checks. `WEIGHTED_MAGLEV`: as `MAGLEV`, with the weights of health checks. `WEIGHTED_ROUND_ROBIN`: one after the
   * other, with weights that backends report.
   */
  localityLbPolicy?: pulumi.Input<
    | Open<
        | "LEAST_REQUEST"
        | "MAGLEV"
        | "ORIGINAL_DESTINATION"
        | "RANDOM"
        | "RING_HASH"
        | "ROUND_ROBIN"
        | "WEIGHTED_GCP_RENDEZVOUS"
        | "WEIGHTED_MAGLEV"
        | "WEIGHTED_ROUND_ROBIN"
      >
    | undefined
  >;
  /** Bounds for connections and requests. */
  circuitBreakers?: pulumi.Input<inputs.BackendServiceCircuitBreakers | undefined>;
  /** Headers that the balancer adds to requests. A list counts as a whole. Order does not matter. */
  customRequestHeaders?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Headers that the balancer adds to answers. A list counts as a whole. Order does not matter. */
  customResponseHeaders?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** How a network load balancer fails over. */
  failoverPolicy?: pulumi.Input<inputs.BackendServiceFailoverPolicy | undefined>;
  /** How a network load balancer tracks connections. */
  connectionTrackingPolicy?: pulumi.Input<inputs.BackendServiceConnectionTrackingPolicy | undefined>;
  /**
   * The effect of a delete on the settings: `RETAIN` keeps them. `RESTORE` restores the earlier values, and takes
   * out the items that this resource has added, except what somebody else has changed since. `PREVENT` makes the
   * delete an error. Default: `gcp:deletionPolicy` (`ABANDON` means `RETAIN`), or `RETAIN`. A change makes no call.
   */
  deletionPolicy?: pulumi.Input<RestorePolicy | undefined>;
  /**
   * The earlier values, in the shape of the arguments above. Give it when a warning says that they are not known, or
   * that the value of the program counts as the earlier one: a run was killed between its change and the writing of
   * the state, or another resource managed the field. It replaces what is recorded: `previousValues` shows what
   * holds.
   */
  previous?: pulumi.Input<RegionBackendServicePatchSettings | undefined>;
}
