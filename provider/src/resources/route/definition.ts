import { deleteRoute, getRoute, insertRoute, listRoutes } from "../../compute/endpoints/routes";
import { parseLink } from "../../names/links";
import type { Warning } from "../../compute/warning";
import type { ResourceDefinition } from "../../lifecycle/definition";
import type { Field, FieldTable } from "../../lifecycle/field";
import { addressKind, rangeKind } from "../../fields/addresses";
import { mapKind, objectKind, setKind } from "../../fields/collections";
import type { Problem } from "../../fields/kind";
import { eitherKind, linkKind } from "../../fields/links";
import { integerKind, locationKind, outputKind, projectKind, resourceNameKind, textKind } from "../../fields/scalars";
import { isUnknown } from "../../fields/unknown";
import { text, type Values } from "../../fields/values";

const output: Field = { kind: outputKind, change: "output" };

const internetGateway = "default-internet-gateway";

const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  name: { kind: resourceNameKind, change: "replace", required: true },
  description: { kind: textKind(), change: "replace" },
  network: { kind: linkKind({ collection: "networks", scopes: ["global"] }), change: "replace", required: true },
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
  nextHopInstance: { kind: linkKind({ collection: "instances", scopes: ["zone"] }), change: "replace" },
  nextHopInstanceZone: { kind: locationKind("zone"), change: "completes" },
  nextHopIp: { kind: addressKind, change: "replace", serverMayFill: true },
  nextHopIlb: {
    kind: eitherKind(
      linkKind({ collection: "forwardingRules", scopes: ["region"] }),
      addressKind,
      (value) => value.includes("/") || !/^\d|:/.test(value),
    ),
    change: "replace",
  },
  nextHopNetwork: {
    kind: linkKind({ collection: "networks", scopes: ["global"] }),
    change: "replace",
    serverMayFill: true,
  },
  nextHopVpnTunnel: { kind: linkKind({ collection: "vpnTunnels", scopes: ["region"] }), change: "replace" },
  params: { kind: objectKind({ resourceManagerTags: mapKind(textKind()) }), change: "createOnly" },
  kind: output,
  numericId: { ...output, apiName: "id" },
  creationTimestamp: output,
  selfLink: output,
  nextHopPeering: output,
  nextHopHub: output,
  warnings: output,
  routeType: output,
  routeStatus: output,
  asPaths: output,
  nextHopOrigin: output,
  nextHopMed: output,
  nextHopInterRegionCost: output,
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
export const route: ResourceDefinition = {
  kind: "Route",
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
  timeouts: { create: 20 * 60_000, update: 20 * 60_000, delete: 20 * 60_000 },
  adoptable: true,
  identity: ["project", "name"],
  path: ({ project, name }) => `projects/${project ?? ""}/global/routes/${name ?? ""}`,

  parseId(id, context) {
    const short = /^([^/]+)\/([^/]+)$/.exec(id);
    const link = short ? `projects/${short[1] ?? ""}/global/routes/${short[2] ?? ""}` : id;
    const parsed = parseLink(link, { collection: "routes", scopes: ["global"] }, context);
    if ("problem" in parsed)
      throw new Error(`${JSON.stringify(id)} is not the id of a route. It must be PROJECT/NAME, or ${parsed.problem}.`);
    const [, project = "", , , name = ""] = parsed.path.split("/");
    return { project, name };
  },

  linkContext: (inputs, context) => ({ ...context, zone: text(inputs, "nextHopInstanceZone") ?? context.zone }),

  problems: exactlyOneNextHop,

  async create(job, { identity: { project = "" }, body }) {
    await job.operate("insert", project, (requestId) => insertRoute(job.client, project, body, requestId, job.call));
  },

  async read(job, { project = "", name = "" }) {
    return { ...(await getRoute(job.client, project, name, job.call)) };
  },

  async *list(job, project) {
    for await (const object of listRoutes(job.client, project, job.call)) yield { ...object };
  },

  async delete(job, { project = "", name = "" }) {
    await job.operate("delete", project, (requestId) => deleteRoute(job.client, project, name, requestId, job.call));
  },

  warnings: (object) => (Array.isArray(object.warnings) ? (object.warnings as Warning[]) : []),

  replacementWarning: (olds, _news, deletedFirst) =>
    deletedFirst
      ? `replacing it leaves ${text(olds, "destRange") ?? "its range"} without this route until the new one is there, because its name is fixed. Leave out name, or change it as well, to have the new route made first.`
      : undefined,
};

function exactlyOneNextHop(inputs: Values): Problem[] {
  const given = nextHops.filter((name) => inputs[name] !== undefined);
  // One that is not known yet may turn out to be absent.
  const known = given.filter((name) => !isUnknown(inputs[name]));
  if (given.length > 0 && known.length <= 1) return [];
  const reason =
    given.length === 0
      ? `A route needs a next hop: give one of ${nextHops.join(", ")}.`
      : `A route has exactly one next hop, and ${known.join(" and ")} are given: keep one.`;
  return [{ property: known[1] ?? "nextHopGateway", reason }];
}
