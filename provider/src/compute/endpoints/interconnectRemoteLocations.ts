import type { CallContext, ComputeClient } from "../../http/client";
import { listPage } from "../objects";
import type { ListItem, ListQuery, Page } from "../paging";

/** Endpoint 12, one page of it. */
export function listInterconnectRemoteLocations(
  client: ComputeClient,
  project: string,
  query: ListQuery,
  context: CallContext,
): Promise<Page<ListItem>> {
  return listPage(client, { name: "interconnectRemoteLocations", scope: "global" }, { project }, { ...query }, context);
}
