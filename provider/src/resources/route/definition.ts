import type { Warning } from "../../compute/warning";
import { output, outputAs, type FieldTable } from "../../lifecycle/schema/field";
import { addressKind, rangeKind } from "../../fields/addresses";
import { mapKind, objectKind, setKind } from "../../fields/collections";
import { exactlyOne } from "../../fields/exactlyOne";
import { eitherKind, linkKind } from "../../fields/links";
import { integerKind, locationKind, resourceNameKind, textKind } from "../../fields/scalars";
import { text } from "../../fields/values";
import { warningForm } from "../../types/forms";
import { ownedObject } from "../ownedObject";

const internetGateway = "default-internet-gateway";

const fields: FieldTable = {
  description: { kind: textKind(), change: "replace" },
  network: {
    kind: linkKind({
      collection: "networks",
      scopes: ["global"],
      ownProject: (other) => `To make the route in the project of the network, set project: ${JSON.stringify(other)}`,
    }),
    change: "replace",
    required: true,
    // "The network resource … is already being used by" its routes (hashicorp/terraform-provider-google issues 41 and 3831).
    onTargetDelete: "refused",
  },
  tags: { kind: setKind(resourceNameKind), change: "replace", default: [], alwaysSent: true },
  destRange: { kind: rangeKind, change: "replace", required: true },
  priority: { kind: integerKind(0, 65_535), change: "replace", default: 1000, alwaysSent: true },
  nextHopGateway: {
    kind: linkKind({
      collection: "gateways",
      scopes: ["global"],
      rule: (path) =>
        path.endsWith(`/${internetGateway}`)
          ? undefined
          : `the internet gateway, global/gateways/${internetGateway}: no other gateway can be a next hop`,
    }),
    change: "replace",
  },
  // A route stays when its instance is deleted, and leads to a new one of that name.
  nextHopInstance: {
    kind: linkKind({
      collection: "instances",
      scopes: ["zone"],
      ownProject: () => "For an instance of another project, give its address as nextHopIp",
    }),
    change: "replace",
  },
  nextHopInstanceZone: { kind: locationKind("zone"), change: "completes", completes: ["nextHopInstance"] },
  nextHopIp: { kind: addressKind, change: "replace", serverDefaulted: true },
  nextHopIlb: {
    kind: eitherKind(
      linkKind({ collection: "forwardingRules", scopes: ["region"] }),
      addressKind,
      (value) => value.includes("/") || !/^\d|:/.test(value),
    ),
    change: "replace",
    onTargetDelete: "refused",
  },
  nextHopNetwork: {
    kind: linkKind({ collection: "networks", scopes: ["global"] }),
    change: "replace",
    serverDefaulted: true,
  },
  nextHopVpnTunnel: {
    kind: linkKind({ collection: "vpnTunnels", scopes: ["region"] }),
    change: "replace",
    onTargetDelete: "refused",
  },
  params: { kind: objectKind({ resourceManagerTags: mapKind(textKind()) }), change: "createOnly" },
  nextHopPeering: output,
  nextHopHub: output,
  warnings: outputAs({ list: warningForm }),
  routeType: output,
  routeStatus: output,
  asPaths: outputAs({ list: { members: { pathSegmentType: "text", asLists: { list: "number" } } } }),
  nextHopOrigin: output,
  nextHopMed: outputAs("number"),
  nextHopInterRegionCost: outputAs("number"),
};

const nextHops = [
  "nextHopGateway",
  "nextHopInstance",
  "nextHopIp",
  "nextHopIlb",
  "nextHopNetwork",
  "nextHopVpnTunnel",
] as const;

/** A static route of a VPC network (specification, "Route" and endpoint 3). */
export const route = ownedObject({
  kind: "Route",
  noun: "a route",
  collection: {
    name: "routes",
    scope: "global",
    permissions: {
      insert: ({ nextHopInstance }) => [
        "compute.routes.create",
        "compute.networks.updatePolicy",
        ...(nextHopInstance === undefined ? [] : ["compute.instances.use"]),
      ],
      delete: ["compute.routes.delete", "compute.networks.updatePolicy"],
    },
  },
  fields,
  argumentAliases: {
    destinationRange: "destRange",
    nextHopAddress: "nextHopIp",
    nextHopIpAddress: "nextHopIp",
    nextHopForwardingRule: "nextHopIlb",
    nextHopInternetGateway: "nextHopGateway",
    nextHopVpn: "nextHopVpnTunnel",
    networkTags: "tags",
    instanceTags: "tags",
    zone: "nextHopInstanceZone",
    resourceManagerTags: "params: { resourceManagerTags }",
  },
  linkContext: (inputs, context) => ({ ...context, zone: text(inputs, "nextHopInstanceZone") ?? context.zone }),

  problems: (inputs) =>
    exactlyOne(inputs, nextHops, { needs: "A route needs a next hop", has: "A route has exactly one next hop" }),

  warnings: ({ warnings = [] }) => warnings as Warning[],

  replacementWarning: (olds, _news, deletedFirst) =>
    deletedFirst
      ? `replacing it leaves ${text(olds, "destRange") ?? "its range"} without this route until the new one exists, because its name is fixed. To make the new route first, leave out name, or change it as well.`
      : undefined,
});
