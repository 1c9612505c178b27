import { defineCollection } from "../collection";
import { listQuery, textParameter, type Call } from "../endpoint";
import { badRequest, invalidField, required } from "../errors";
import { mergeObject, type JsonObject, type Resource, type WrittenJson } from "../json";
import { answerList } from "../listing/answerList";
import { renderPage } from "../listing/envelope";
import { operationFields } from "../operationFields";

const PARENT = /^(?:organizations|folders)\/[0-9]+$/;

/**
 * Operations of organizations and folders. Nothing that is emulated starts one, so they are put from outside, each with
 * the member `parentId`, which the service's own operations do not have: it tells whose list they are in.
 */
export const globalOrganizationOperations = defineCollection({
  path: "locations/global/operations/{operation}",
  kind: "compute#operation",
  listKind: "compute#operations",
  fields: operationFields,
  complete: (object) => {
    const { parentId } = object;
    if (typeof parentId !== "string" || !PARENT.test(parentId)) {
      throw badRequest("An operation at locations/global needs a parentId: organizations/NUMBER or folders/NUMBER.");
    }
    // What every other object has is deprecated for operations, and not shown.
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
  ],
});

/**
 * The public reference says of no `parentId` what it is for, nor what is listed without one. Here it is wanted: a
 * caller that leaves it out is more likely to have forgotten it than to mean anything.
 */
function listOrganizationOperations(call: Call): JsonObject | WrittenJson {
  const { path, world } = call;
  const parentId = textParameter(call, "parentId") ?? "";
  if (parentId === "") {
    throw required("parentId");
  }
  if (!PARENT.test(parentId)) {
    throw invalidField("parentId", parentId, `Must be a match of regex '${PARENT.source}'`);
  }
  const stored = world.store.collection(path);
  const source = {
    path: `${path}?parentId=${parentId}`,
    version: stored.version,
    fields: operationFields,
    items: () =>
      stored
        .items()
        .filter((operation) => operation.parentId === parentId)
        .map(withoutParent),
  };
  return answerList(call, source, (page, failure) => renderPage(path, { kind: "compute#operations" }, page, failure));
}

function withoutParent(operation: Resource): Resource {
  return mergeObject(operation, { parentId: null });
}
