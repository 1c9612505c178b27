import type { CallContext, ComputeClient } from "../../http/client";
import type { Operation } from "./operations";
import { itemsOf } from "../paging";
import { path } from "../../names/path";
import { oneOf } from "../permissions";
import type { Warning } from "../warning";

/** A route as the API has it (specification, "Route"). */
export interface ApiRoute {
  kind?: string;
  id?: string;
  creationTimestamp?: string;
  name: string;
  description?: string;
  network: string;
  tags?: string[];
  destRange: string;
  priority?: number;
  nextHopInstance?: string;
  nextHopIp?: string;
  nextHopNetwork?: string;
  nextHopGateway?: string;
  nextHopPeering?: string;
  nextHopIlb?: string;
  nextHopVpnTunnel?: string;
  nextHopHub?: string;
  warnings?: Warning[];
  selfLink?: string;
  routeType?: string;
  asPaths?: { pathSegmentType?: string; asLists?: number[] }[];
  routeStatus?: string;
  nextHopOrigin?: string;
  nextHopMed?: number;
  nextHopInterRegionCost?: number;
  params?: { resourceManagerTags?: Record<string, string> };
}

/** Endpoint 3. */
export async function insertRoute(
  client: ComputeClient,
  project: string,
  body: Record<string, unknown>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `insert projects/${project}/global/routes/${String(body.name)}`,
      method: "POST",
      path: path`projects/${project}/global/routes`,
      query: { requestId },
      body,
      permissions: [
        oneOf("compute.routes.create", "compute.networks.updatePolicy"),
        ...(body.nextHopInstance === undefined ? [] : ["compute.instances.use"]),
      ],
      project,
    },
    context,
  );
}

export async function getRoute(
  client: ComputeClient,
  project: string,
  route: string,
  context: CallContext,
): Promise<ApiRoute> {
  return client.request<ApiRoute>(
    {
      action: `get projects/${project}/global/routes/${route}`,
      method: "GET",
      path: path`projects/${project}/global/routes/${route}`,
      asked: { path: `projects/${project}/global/routes/${route}` },
      permissions: ["compute.routes.get"],
      project,
    },
    context,
  );
}

export async function deleteRoute(
  client: ComputeClient,
  project: string,
  route: string,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `delete projects/${project}/global/routes/${route}`,
      method: "DELETE",
      path: path`projects/${project}/global/routes/${route}`,
      query: { requestId },
      permissions: ["compute.routes.delete", "compute.networks.updatePolicy"],
      project,
    },
    context,
  );
}

/** All routes of a project, page by page. */
export function listRoutes(
  client: ComputeClient,
  project: string,
  context: CallContext,
): AsyncGenerator<ApiRoute, void, undefined> {
  return itemsOf(
    client,
    {
      action: `list projects/${project}/global/routes`,
      method: "GET",
      path: path`projects/${project}/global/routes`,
      query: { maxResults: 500 },
      permissions: ["compute.routes.list"],
      project,
    },
    context,
  );
}
