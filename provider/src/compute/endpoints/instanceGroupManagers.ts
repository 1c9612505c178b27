import type { CallContext, ComputeClient } from "../../http/client";
import type { ErrorItem } from "../../http/errors/errorBody";
import { callMethod, type Collection } from "../objects";
import type { ListQuery } from "../paging";

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
export function listManagedInstances(
  client: ComputeClient,
  group: GroupPath,
  query: ListQuery,
  context: CallContext,
): Promise<ApiManagedInstancePage> {
  const request = {
    action: `list the instances of ${groupPath(group)}`,
    query: { ...query },
    compressed: true,
    permissions: ["compute.instanceGroupManagers.get"],
  } as const;
  const { project, scope, location, name } = group;
  const place = scope === "zones" ? "zone" : "region";
  const groups: Collection = { name: "instanceGroupManagers", scope: place };
  return callMethod(client, groups, { project, [place]: location, name }, "listManagedInstances", request, context);
}

/** `projects/p/zones/z/instanceGroupManagers/g` or `projects/p/regions/r/instanceGroupManagers/g`. */
export function groupPath({ project, scope, location, name }: GroupPath): string {
  return `projects/${project}/${scope}/${location}/instanceGroupManagers/${name}`;
}
