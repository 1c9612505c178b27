import * as pulumi from "@pulumi/pulumi";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import type { DeletionPolicy } from "../../types/common";
import type { RouteAsPath } from "../../types/output";
import type { Warning } from "../../types/warning";
import type { RouteParams } from "../../types/input";

const declaration: Declaration = {
  kind: "Route",
  idForm: "projects/PROJECT/global/routes/NAME",
};

/**
 * A static route of a VPC network. It sends packets for a destination range to one next hop.
 *
 * `pulumi up` waits until the service has created the route. The service cannot change a route in place: **a change of
 * any argument replaces the route**. Pulumi creates the new route first, unless both routes have the same name. If
 * they have the same name, Pulumi deletes the old route first, and the range has no route until the new one exists.
 * The preview warns about this gap. To avoid the gap, leave out `name`.
 *
 * If Pulumi replaces the network, forwarding rule or VPN tunnel of the route and deletes it first, it also deletes the
 * route first and creates it again, because the service does not delete what a route names. The preview says so. A
 * route stays if its instance is replaced, and its packets go to the new instance of that name.
 *
 * The service accepts one change of routes or peerings of a network at a time. If the same stack also creates a
 * peering of the network, let the route depend on the peering.
 *
 * Id: `projects/PROJECT/global/routes/NAME`.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.routes.create`, `compute.routes.get`, `compute.routes.delete`, `compute.networks.updatePolicy`,
 * `compute.globalOperations.get`, `compute.globalOperations.list`; `compute.instances.use` on `nextHopInstance`. Scope: `compute` or `cloud-platform`.
 *
 * Source: specification, "Route" and endpoint 3; routes.get and routes.delete of the public v1 reference.
 *
 * @example A route to the internet
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const egress = new gce.Route("egress", {
 *   network: "default",
 *   destRange: "0.0.0.0/0",
 *   nextHopGateway: "default-internet-gateway",
 *   tags: ["web"],
 * });
 * export const egressLink = egress.selfLink;
 * ```
 *
 * @example With values of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * // While the preview does not know both values, it does not check them.
 * const shared = new pulumi.StackReference("acme/network/prod");
 * const toProxy = new gce.Route("to-proxy", {
 *   network: shared.requireOutput("networkLink"),
 *   destRange: "10.20.0.0/16",
 *   nextHopIp: shared.requireOutput("proxyAddress"),
 * });
 * export const proxyRoute = toProxy.name;
 * ```
 *
 * @example In another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const toNat = new gce.Route("to-nat", {
 *   project: "shared-vpc-project",
 *   network: "projects/shared-vpc-project/global/networks/shared",
 *   destRange: "0.0.0.0/0",
 *   nextHopInstance: "projects/shared-vpc-project/zones/europe-west1-b/instances/nat",
 *   priority: 900,
 * });
 * export const natRoute = toNat.id;
 * ```
 */
export class Route extends pulumi.CustomResource {
  /** Project of the route. */
  declare readonly project: pulumi.Output<string>;
  /** Physical name of the route. */
  declare readonly name: pulumi.Output<string>;
  /** Description of the route. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** URL of the network that the route belongs to. */
  declare readonly network: pulumi.Output<string>;
  /** Instance tags that the route applies to. Absent if it applies to all instances. */
  declare readonly tags: pulumi.Output<string[] | undefined>;
  /** Destination range in canonical form (RFC 5952 for IPv6). */
  declare readonly destRange: pulumi.Output<string>;
  /** Priority among routes of equal prefix length. The lowest number wins. */
  declare readonly priority: pulumi.Output<number>;
  /** URL of the internet gateway, if that is the next hop. */
  declare readonly nextHopGateway: pulumi.Output<string | undefined>;
  /** URL of the instance that is the next hop. */
  declare readonly nextHopInstance: pulumi.Output<string | undefined>;
  /** Address of the next hop. The service may set it for other kinds of next hop too. */
  declare readonly nextHopIp: pulumi.Output<string | undefined>;
  /** URL of the forwarding rule that is the next hop, or its address. */
  declare readonly nextHopIlb: pulumi.Output<string | undefined>;
  /** URL of the local network, if that is the next hop. */
  declare readonly nextHopNetwork: pulumi.Output<string | undefined>;
  /** URL of the VPN tunnel that is the next hop. */
  declare readonly nextHopVpnTunnel: pulumi.Output<string | undefined>;
  /** Always `compute#route`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the route (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the route, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the route. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Name of the peering that the route came from. */
  declare readonly nextHopPeering: pulumi.Output<string | undefined>;
  /** Full resource name of the connectivity hub that the route came from. */
  declare readonly nextHopHub: pulumi.Output<string | undefined>;
  /** Potential misconfigurations that the service found. The create shows them too. */
  declare readonly warnings: pulumi.Output<Warning[] | undefined>;
  /** Type of the route, such as `STATIC`. */
  declare readonly routeType: pulumi.Output<string | undefined>;
  /** Status of the route, such as `ACTIVE`. */
  declare readonly routeStatus: pulumi.Output<string | undefined>;
  /** AS paths of a dynamic route. */
  declare readonly asPaths: pulumi.Output<RouteAsPath[] | undefined>;
  /** Origin of a dynamic route. */
  declare readonly nextHopOrigin: pulumi.Output<string | undefined>;
  /** BGP multi-exit discriminator of a dynamic route. */
  declare readonly nextHopMed: pulumi.Output<number | undefined>;
  /** Region-to-region cost that the service computed. */
  declare readonly nextHopInterRegionCost: pulumi.Output<number | undefined>;

  /**
   * @param name logical name; the physical name comes from it if the arguments have no `name`
   * @param args what the route is
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: RouteArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads an existing route without managing it.
   *
   * @param name logical name in this program
   * @param id `projects/PROJECT/global/routes/NAME`, `PROJECT/NAME`, the name alone (project from configuration), or
   * the route's URL
   *
   * @example Read it by its id
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const existing = gce.Route.get("existing", "projects/my-project/global/routes/egress");
   * export const range = existing.destRange;
   * ```
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Route {
    return read(name, id, options);
  }

  /** True if an object is a `Route`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is Route {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof Route.get>) =>
  new Route(name, {} as RouteArgs, toRead(id, options));

/**
 * Arguments of a `Route`. Every link takes a name, a path, a full URL, or another resource's `id` or `selfLink`. Give
 * exactly one next hop. A change of most arguments replaces the route.
 */
export interface RouteArgs {
  /** Project of the route. Default: `gcp:project`. */
  project?: pulumi.Input<string | undefined>;
  /**
   * Physical name: 1 to 63 lower-case letters, digits and hyphens, beginning with a letter (RFC 1035). Default: the
   * logical name with a random suffix.
   */
  name?: pulumi.Input<string | undefined>;
  /** Description of the route. */
  description?: pulumi.Input<string | undefined>;
  /** The network that the route belongs to, in the project of the route. A network of a Shared VPC is in the host project. */
  network: pulumi.Input<string>;
  /**
   * Destination: an IPv4 range in CIDR form, or an IPv6 range (RFC 4291). The prefix length is required, also for one address
   * (`/32`, `/128`). No bits can be set behind the prefix.
   */
  destRange: pulumi.Input<string>;
  /** Priority of the route, 0 to 65535. The lowest number wins. Default: 1000. */
  priority?: pulumi.Input<number | undefined>;
  /** Instance tags that the route applies to. Default: all instances. Order does not matter. */
  tags?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Next hop: the internet gateway, `default-internet-gateway`. No other gateway can be a next hop. */
  nextHopGateway?: pulumi.Input<string | undefined>;
  /**
   * Next hop: an instance in the project of the route. The package completes a bare name with `nextHopInstanceZone`, or
   * else with `gcp:zone`. For an instance of another project, give `nextHopIp`.
   */
  nextHopInstance?: pulumi.Input<string | undefined>;
  /** Zone of `nextHopInstance`, if that is a bare name. The package does not send it by itself. */
  nextHopInstanceZone?: pulumi.Input<string | undefined>;
  /** Next hop: an IPv4 address, or an IPv6 address that is not IPv4-mapped. */
  nextHopIp?: pulumi.Input<string | undefined>;
  /**
   * Next hop: a forwarding rule of an internal load balancer, or its address. The package completes a bare name with
   * `gcp:region`.
   */
  nextHopIlb?: pulumi.Input<string | undefined>;
  /** Next hop: the local network. */
  nextHopNetwork?: pulumi.Input<string | undefined>;
  /** Next hop: a VPN tunnel. The package completes a bare name with `gcp:region`. */
  nextHopVpnTunnel?: pulumi.Input<string | undefined>;
  /** Only the create call uses it. The service does not keep it, and a change does nothing. */
  params?: pulumi.Input<RouteParams | undefined>;
  /**
   * The effect of a delete on the route: `DELETE` deletes it. `ABANDON` keeps it, and removes it from the
   * state. `PREVENT` makes the delete an error. Default: `gcp:deletionPolicy`, or `DELETE`. A change makes no call.
   */
  deletionPolicy?: pulumi.Input<DeletionPolicy | undefined>;
  /**
   * Takes over a route of that name, if it exists and is as the arguments describe it. Needs `name`. Destroy then
   * deletes it. Default: false. A change makes no call.
   */
  adoptExisting?: pulumi.Input<boolean | undefined>;
}
