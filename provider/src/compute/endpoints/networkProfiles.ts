import type { CallContext, ComputeClient } from "../../http/client";
import { listPage } from "../objects";
import type { ListItem, ListQuery, Page } from "../paging";

/** One page of the network profiles of a project. */
export interface ApiNetworkProfilePage extends Page<ListItem> {
  etag?: string;
  /** Places that could not be asked. */
  unreachables?: string[];
}

/** Endpoint 2, one page of it. */
export function listNetworkProfiles(
  client: ComputeClient,
  project: string,
  query: ListQuery,
  context: CallContext,
): Promise<ApiNetworkProfilePage> {
  return listPage(client, { name: "networkProfiles", scope: "global" }, { project }, { ...query }, context);
}
