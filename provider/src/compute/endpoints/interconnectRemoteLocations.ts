import type { CallContext, ComputeClient } from "../../http/client";
import type { ListItem, ListQuery, Page } from "../paging";
import { path } from "../../names/path";

/** Endpoint 12, one page of it. */
export async function listInterconnectRemoteLocations(
  client: ComputeClient,
  project: string,
  query: ListQuery,
  context: CallContext,
): Promise<Page<ListItem>> {
  return client.request<Page<ListItem>>(
    {
      action: `list projects/${project}/global/interconnectRemoteLocations`,
      method: "GET",
      path: path`projects/${project}/global/interconnectRemoteLocations`,
      query: { ...query },
      compressed: true,
      permissions: ["compute.interconnectRemoteLocations.list"],
      project,
    },
    context,
  );
}
