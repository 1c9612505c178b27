import { canonicalAddress, canonicalRange, isAddress } from "../../basics/addresses";
import { badRequest, invalid, invalidField } from "../../basics/errors";
import { officialOwnFields } from "../generic/officialFields";
import { NAME_PATTERN } from "../../basics/identifiers";
import type { JsonObject } from "../../basics/json";
import { fullUrl, PathTemplate, resolveLink } from "../../basics/links";
import { projectCollection } from "../objects/projectCollection";
import type { FieldContext } from "../../basics/schema";

const gatewayTemplate = new PathTemplate("projects/{project}/global/gateways/{gateway}");

const NEXT_HOPS = [
  "nextHopGateway",
  "nextHopIlb",
  "nextHopInstance",
  "nextHopIp",
  "nextHopNetwork",
  "nextHopVpnTunnel",
] as const;

/** Static routes. */
export const routes = projectCollection({
  collection: "routes",
  scope: "global",
  kind: "compute#route",
  permissions: {
    insert: ["compute.routes.create", "compute.networks.updatePolicy"],
    delete: ["compute.routes.delete", "compute.networks.updatePolicy"],
  },
  fields: officialOwnFields("Route", {
    network: {
      required: true,
      reference: {
        to: "projects/{project}/global/networks/{network}",
        mustExist: true,
        ownProject: true,
        holdsTarget: true,
      },
    },
    // The reference calls tags and priority required; recorded traffic shows routes made without them.
    tags: { items: { type: "string", pattern: NAME_PATTERN } },
    destRange: { required: true, canonical: canonicalRange },
    priority: { type: "integer", minimum: 0, maximum: 65535, default: 1000 },
    nextHopInstance: {
      reference: { to: "projects/{project}/zones/{zone}/instances/{instance}", mustExist: true, ownProject: true },
    },
    nextHopIp: { canonical: canonicalAddress },
    nextHopNetwork: {
      reference: { to: "projects/{project}/global/networks/{network}", mustExist: true },
    },
    nextHopGateway: { canonical: canonicalGateway },
    nextHopIlb: {
      canonical: (value, context) => (isAddress(value) ? canonicalAddress(value, context) : undefined),
      reference: { to: "projects/{project}/regions/{region}/forwardingRules/{forwardingRule}", mustExist: true },
    },
    nextHopVpnTunnel: {
      reference: { to: "projects/{project}/regions/{region}/vpnTunnels/{vpnTunnel}", mustExist: true },
    },
    params: { inputOnly: true },
  }),
  quota: { name: "routes", metricName: "compute.googleapis.com/routes", limitName: "ROUTES-per-project" },
  insert: { complete },
});

function canonicalGateway(value: string, context: FieldContext): string {
  const { field, project, canonicalPath } = context;
  const named = resolveLink(value, gatewayTemplate, project);
  const path = named === undefined || canonicalPath === undefined ? named : canonicalPath(named);
  if (path?.endsWith("/global/gateways/default-internet-gateway") !== true) {
    throw invalidField(
      field,
      value,
      "The only gateway is projects/<project>/global/gateways/default-internet-gateway.",
    );
  }
  return fullUrl(path);
}

function complete(body: JsonObject): JsonObject {
  const hops = NEXT_HOPS.filter((name) => body[name] !== undefined);
  if (hops.length === 0) throw badRequest(`Exactly one next hop has to be specified: one of ${NEXT_HOPS.join(", ")}.`);
  if (hops.length > 1)
    throw invalid(`Exactly one next hop has to be specified, and the request has ${hops.join(" and ")}.`);
  return { ...body, routeType: "STATIC", routeStatus: "ACTIVE" };
}
