import type { ComputeRequest } from "../../http/client";
import type { Answer } from "../../types/form";
import { managedInstanceForm } from "../../types/forms";
import { objectRequest, objectPath, type Address, type Collection } from "../objects";
import { pageForm } from "../paging";

export type ApiManagedInstance = Answer<typeof managedInstanceForm>;

/** The managed instance groups of a zone or a region. */
function groupsAt({ zone }: Address): Collection {
  return { name: "instanceGroupManagers", scope: zone === undefined ? "region" : "zone" };
}

/** `projects/p/zones/z/instanceGroupManagers/g` or `projects/p/regions/r/instanceGroupManagers/g`. */
export function groupPath(group: Address): string {
  return objectPath(groupsAt(group), group);
}

/**
 * Endpoint 4, and its regional kin. Neither has a body, or takes `orderBy`. The items of the answer are its
 * `managedInstances`; only groups that are PAGINATED give page tokens.
 */
export function managedInstancesRequest(group: Address): ComputeRequest {
  const object = objectRequest("list the instances of", groupsAt(group), group);
  const permissions = ["compute.instanceGroupManagers.get"];
  const form = pageForm(managedInstanceForm, "managedInstances");
  return { ...object, method: "POST", path: `${object.path}/listManagedInstances`, permissions, form };
}
