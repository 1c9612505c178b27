import type { CallContext, ComputeClient } from "../../http/client";
import type { ListItem, ListQuery, Page } from "../paging";

/**
 * Endpoint 9, one page of it.
 *
 * @param parentId `organizations/1`
 */
export async function listOrganizationOperations(
  client: ComputeClient,
  parentId: string,
  query: ListQuery,
  context: CallContext,
): Promise<Page<ListItem>> {
  return client.request<Page<ListItem>>(
    {
      action: `list the operations of ${parentId}`,
      method: "GET",
      path: "locations/global/operations",
      query: { ...query, parentId },
      compressed: true,
      permissions: ["compute.globalOperations.list"],
    },
    context,
  );
}
