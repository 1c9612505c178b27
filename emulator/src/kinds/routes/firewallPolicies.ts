import { defineCollection, requireObject, type ObjectChange } from "../collection";
import { listQuery, mutationQuery, type Call } from "../endpoint";
import { alreadyExists, invalidField, required } from "../../basics/errors";
import { fingerprint, stableText } from "../../basics/fingerprint";
import { hierarchicalPolicyFields } from "../policies/firewallPolicyFields";
import { iamPolicyFields, normalPolicy } from "../policies/iamPolicy";
import { asObject, isJsonObject, mergeObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fullUrl, splitPath } from "../../basics/links";
import { answerPage } from "../listing/envelope";
import { deleteObject } from "../objects/deleteObject";
import { insertObject, type NewObject } from "../objects/insertObject";
import { validateBody } from "../../basics/validation";
import { requireParentId } from "./globalOrganizationOperations";
import { getIamPolicy, setIamPolicy, setIamPolicyFields } from "./firewallPolicyIam";

const COLLECTION = "/compute/v1/locations/global/firewallPolicies";

/**
 * Hierarchical firewall policies: their IAM policies, insert, get, list and delete. An IAM policy is kept in the member
 * `iamPolicy`, which the service's own firewall policies do not have.
 */
export const firewallPolicies = defineCollection({
  path: "locations/global/firewallPolicies/{firewallPolicy}",
  kind: "compute#firewallPolicy",
  listKind: "compute#firewallPolicyList",
  fields: hierarchicalPolicyFields,
  complete,
  endpoints: [
    {
      method: "POST",
      path: COLLECTION,
      query: { ...mutationQuery, parentId: "string" },
      body: hierarchicalPolicyFields,
      operationType: "insert",
      permissions: ["compute.firewallPolicies.create"],
      handle: (call) =>
        insertObject(call, firewallPolicies, {
          isNamedById: true,
          complete: completeInsert,
          operationTarget: ({ parent }) => ({ parentId: toText(parent) }),
        }),
    },
    {
      method: "GET",
      path: COLLECTION,
      query: { ...listQuery, parentId: "string" },
      permissions: ["compute.firewallPolicies.list"],
      handle: listPolicies,
    },
    {
      method: "GET",
      path: `${COLLECTION}/{firewallPolicy}`,
      permissions: ["compute.firewallPolicies.get"],
      handle: (call) => render(requireObject(call, firewallPolicies).resource),
    },
    {
      method: "DELETE",
      path: `${COLLECTION}/{firewallPolicy}`,
      query: mutationQuery,
      operationType: "delete",
      permissions: ["compute.firewallPolicies.delete"],
      handle: (call) =>
        deleteObject(call, firewallPolicies, {
          readUsers: ({ associations }) => attachmentTargets(associations),
          readParentId: ({ parent }) => parent,
        }),
    },
    {
      // Its path looks like that of a policy of this name.
      method: "GET",
      path: `${COLLECTION}/listAssociations`,
      query: { targetResource: "string", includeInheritedPolicies: "boolean" },
      permissions: ["compute.organizations.listAssociations"],
      unserved: "firewallPolicies.listAssociations",
      handle: () => ({}),
    },
    {
      method: "GET",
      path: `${COLLECTION}/{resource}/getIamPolicy`,
      query: { optionsRequestedPolicyVersion: "int32" },
      permissions: ["compute.firewallPolicies.getIamPolicy"],
      handle: (call) => getIamPolicy(call, requireObject(call, firewallPolicies)),
    },
    {
      method: "POST",
      path: `${COLLECTION}/{resource}/setIamPolicy`,
      body: setIamPolicyFields,
      changes: true,
      permissions: ["compute.firewallPolicies.setIamPolicy"],
      handle: (call) => setIamPolicy(call, requireObject(call, firewallPolicies)),
    },
  ],
});

function complete(object: Resource, { path, before }: ObjectChange): Resource {
  const { name } = splitPath(path);
  // The name of such a policy is its numeric id.
  const id = /^[0-9]+$/.test(name) ? name : object.id;
  const { iamPolicy } = object;
  if (!isJsonObject(iamPolicy) || stableText(iamPolicy) === stableText(before?.iamPolicy)) return { ...object, id };
  const context = { project: undefined, name: "iamPolicy", mode: "insert" } as const;
  const { value } = validateBody(iamPolicyFields, iamPolicy, context);
  return { ...object, id, iamPolicy: normalPolicy(value) };
}

/** The name of a policy is the number that the service gives it. Its short name belongs to the parent. */
function completeInsert(value: JsonObject, { call, path, id }: NewObject): JsonObject {
  const parent = requireParentId(call);
  if (value.name !== undefined) {
    throw invalidField(
      "resource.name",
      value.name,
      "The service chooses the name of such a policy: give its shortName.",
    );
  }
  const { displayName, shortName = displayName, ...others } = value;
  if (shortName === undefined) throw required("resource.shortName");
  const policies = call.world.store.items(splitPath(path).parent);
  if (policies.some((other) => other.shortName === shortName && other.parent === parent))
    throw alreadyExists(`${parent}/firewallPolicies/${toText(shortName)}`);
  return {
    ...others,
    name: id,
    shortName,
    displayName: shortName,
    parent,
    fingerprint: fingerprint(value),
    selfLinkWithId: fullUrl(path),
  };
}

function listPolicies(call: Call): JsonObject {
  const parent = requireParentId(call);
  const policies = () => call.world.store.items(call.path).filter((policy) => policy.parent === parent);
  return answerPage(
    call,
    { kind: firewallPolicies.listKind },
    { fields: hierarchicalPolicyFields, items: () => policies().map(render), areCopies: true },
  );
}

/** The form of a policy in `get` and `list`: without its IAM policy. */
function render(policy: Resource): Resource {
  return mergeObject(policy, { iamPolicy: null });
}

function attachmentTargets(associations: unknown): unknown[] {
  return Array.isArray(associations) ? associations.map((one) => asObject(one).attachmentTarget) : [];
}
