import type { CallContext, ComputeClient } from "../../http/client";
import type { ListItem, ListQuery, Page } from "../paging";
import { path } from "../../names/path";

/** One page of the network profiles of a project. */
export interface ApiNetworkProfilePage extends Page<ListItem> {
  etag?: string;
  /** Places that could not be asked. */
  unreachables?: string[];
}

/** Endpoint 2, one page of it. */
export async function listNetworkProfiles(
  client: ComputeClient,
  project: string,
  query: ListQuery,
  context: CallContext,
): Promise<ApiNetworkProfilePage> {
  return client.request<ApiNetworkProfilePage>(
    {
      action: `list projects/${project}/global/networkProfiles`,
      method: "GET",
      path: path`projects/${project}/global/networkProfiles`,
      query: { ...query },
      compressed: true,
      permissions: ["compute.networkProfiles.list"],
      project,
    },
    context,
  );
}
