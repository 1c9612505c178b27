import { defineCollection, requireObject } from "../collection";
import { listQuery, textParameter, type Call } from "../endpoint";
import { badRequest, invalidField, required } from "../../basics/errors";
import { PARENT_PATTERN } from "../../basics/identifiers";
import { mergeObject, type JsonObject, type Resource } from "../../basics/json";
import { answerPage } from "../listing/envelope";
import { operationFields } from "./operations";

/**
 * Operations of organizations and folders: those of hierarchical firewall policies, and those that are put from outside,
 * each with the member `parentId`, which the service's own operations do not have: it tells whose list they are in.
 */
export const globalOrganizationOperations = defineCollection({
  path: "locations/global/operations/{operation}",
  kind: "compute#operation",
  listKind: "compute#operations",
  fields: operationFields,
  complete: (object) => {
    const { parentId } = object;
    if (typeof parentId !== "string" || !PARENT_PATTERN.test(parentId))
      throw badRequest("An operation at locations/global needs a parentId: organizations/NUMBER or folders/NUMBER.");
    // `creationTimestamp`, which every other object has, is deprecated for operations, and not shown.
    const { creationTimestamp, ...operation } = object;
    return { status: "DONE", progress: 100, insertTime: creationTimestamp, ...operation };
  },
  endpoints: [
    {
      method: "GET",
      path: "/compute/v1/locations/global/operations",
      query: { ...listQuery, parentId: "string" },
      permissions: ["compute.globalOperations.list"],
      handle: listOrganizationOperations,
    },
    {
      method: "GET",
      path: "/compute/v1/locations/global/operations/{operation}",
      query: { parentId: "string" },
      permissions: ["compute.globalOperations.get"],
      handle: getOrganizationOperation,
    },
  ],
});

function getOrganizationOperation(call: Call): JsonObject {
  const { operations } = call.world;
  return operations.peek(call.path) === undefined
    ? withoutParent(requireObject(call, globalOrganizationOperations).resource)
    : operations.look(call.path).render();
}

function listOrganizationOperations(call: Call): JsonObject {
  const { path, world } = call;
  const parentId = requireParentId(call);
  const put = () => world.store.items(path).filter((operation) => operation.parentId === parentId);
  return answerPage(
    call,
    { kind: globalOrganizationOperations.listKind },
    {
      fields: operationFields,
      isVolatile: true,
      items: () => [...put().map(withoutParent), ...world.operations.list((change) => change.parentId === parentId)],
    },
  );
}

function withoutParent(operation: Resource): Resource {
  return mergeObject(operation, { parentId: null });
}

/**
 * The parameter `parentId` of a call. The public reference says of a list without one neither what it is for, nor what is
 * listed. Here it is wanted: a caller that leaves it out is more likely to have forgotten it than to mean anything.
 */
export function requireParentId(call: Call): string {
  const parentId = textParameter(call, "parentId") ?? "";
  if (parentId === "") throw required("parentId");
  if (!PARENT_PATTERN.test(parentId))
    throw invalidField("parentId", parentId, `Must be a match of regex '${PARENT_PATTERN.source}'`);
  return parentId;
}
