import type { CallContext, ComputeClient } from "../../http/client";
import type { ErrorItem } from "../../http/errors/errorBody";
import type { ListQuery } from "../paging";
import { path } from "../../names/path";

/** A managed instance group of a zone or a region. */
export interface GroupPath {
  readonly project: string;
  readonly scope: "zones" | "regions";
  /** The zone or the region. */
  readonly location: string;
  readonly name: string;
}

/** What is read of an instance of a group (specification, "ManagedInstance"). The rest is passed on as it is. */
export interface ApiManagedInstance {
  id?: string;
  name?: string;
  currentAction?: string;
  lastAttempt?: { errors?: { errors?: ErrorItem[] } };
}

/** One page of a group's instances. The answer has neither an id nor warnings. */
export interface ApiManagedInstancePage {
  managedInstances?: ApiManagedInstance[];
  nextPageToken?: string;
}

/**
 * Endpoint 4, one page of it, and its regional kin. Neither has a body.
 *
 * @param query without `orderBy`, which neither takes; `pageToken` only when an earlier page gave one, which only groups that are PAGINATED do
 */
export async function listManagedInstances(
  client: ComputeClient,
  group: GroupPath,
  query: ListQuery,
  context: CallContext,
): Promise<ApiManagedInstancePage> {
  return client.request<ApiManagedInstancePage>(
    {
      action: `list the instances of ${groupPath(group)}`,
      method: "POST",
      path: `${groupPath(group)}/listManagedInstances`,
      query: { ...query },
      compressed: true,
      permissions: ["compute.instanceGroupManagers.get"],
      project: group.project,
    },
    context,
  );
}

/** `projects/p/zones/z/instanceGroupManagers/g` or `projects/p/regions/r/instanceGroupManagers/g`. */
export function groupPath({ project, scope, location, name }: GroupPath): string {
  return scope === "zones"
    ? path`projects/${project}/zones/${location}/instanceGroupManagers/${name}`
    : path`projects/${project}/regions/${location}/instanceGroupManagers/${name}`;
}
