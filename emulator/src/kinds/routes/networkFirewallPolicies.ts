import {
  readAssociations,
  attach,
  describeAssociation,
  detach,
  followAssociations,
  findNetworkHolder,
  type Association,
} from "../policies/associations";
import { requireObject, validateCallBody, type Located, type ObjectChange } from "../collection";
import { mutationQuery, textParameter, type Call } from "../endpoint";
import { invalidField, required, type ApiError } from "../../basics/errors";
import { associationFields, firewallPolicyFields } from "../policies/firewallPolicyFields";
import { completeRules } from "../policies/firewallPolicyRules";
import { fingerprint } from "../../basics/fingerprint";
import { mergeObject, objectsIn, toText, type JsonObject, type Resource } from "../../basics/json";
import { API_ROOT, operationScope, parseProject, stripRoot } from "../../basics/links";
import { startOperation } from "../objects/mutation";
import { projectCollection } from "../objects/projectCollection";
import { failWith, type OperationFailure } from "../../world/operation";
import { validateBody } from "../../basics/validation";

/** Global network firewall policies, with their associations. Their rules come with them, or are put from outside. */
export const networkFirewallPolicies = projectCollection({
  collection: "firewallPolicies",
  scope: "global",
  kind: "compute#firewallPolicy",
  methods: ["insert", "list", "get", "delete"],
  delete: { readUsers: (policy) => readAssociations(policy).map(({ attachmentTarget }) => attachmentTarget) },
  fields: firewallPolicyFields,
  holds: (policy) => readAssociations(policy).map(({ attachmentTarget }) => attachmentTarget),
  complete,
  afterChange: followAssociations,
  endpoints: [
    {
      method: "POST",
      path: "/compute/v1/projects/{project}/global/firewallPolicies/{firewallPolicy}/addAssociation",
      query: { ...mutationQuery, replaceExistingAssociation: "boolean" },
      body: associationFields,
      operationType: "addAssociation",
      permissions: ["compute.firewallPolicies.use"],
      handle: addAssociation,
    },
    {
      method: "GET",
      path: "/compute/v1/projects/{project}/global/firewallPolicies/{firewallPolicy}/getAssociation",
      query: { name: "string" },
      permissions: ["compute.firewallPolicies.get"],
      handle: getAssociation,
    },
    {
      method: "POST",
      path: "/compute/v1/projects/{project}/global/firewallPolicies/{firewallPolicy}/removeAssociation",
      query: { ...mutationQuery, name: "string" },
      operationType: "removeAssociation",
      permissions: ["compute.firewallPolicies.use"],
      handle: removeAssociation,
    },
    {
      method: "GET",
      path: "/compute/v1/projects/{project}/global/firewallPolicies/{firewallPolicy}/getPacketMirroringRule",
      query: { priority: "int32" },
      permissions: ["compute.firewallPolicies.get"],
      handle: getPacketMirroringRule,
    },
  ],
});

function complete(object: Resource, { world, path }: ObjectChange): Resource {
  const project = parseProject(path) ?? "";
  const context = {
    project,
    exists: (target: string) => world.find(target) !== undefined,
    mode: "insert",
  } as const;
  const associations = objectsIn(object.associations).map((association) =>
    describeAssociation(validateBody(associationFields, association, context).value as Association, path, object.id),
  );
  const rules = completeRules("rules", object.rules, context);
  const packetMirroringRules = completeRules("packetMirroringRules", object.packetMirroringRules, context);
  const completed = {
    policyType: "VPC_POLICY",
    fingerprint: fingerprint(rules, packetMirroringRules),
    selfLinkWithId: `${API_ROOT}projects/${project}/global/firewallPolicies/${toText(object.id)}`,
    ...object,
  };
  return mergeObject(completed, {
    associations: associations.length === 0 ? null : associations,
    rules: rules.length === 0 ? null : rules,
    packetMirroringRules: packetMirroringRules.length === 0 ? null : packetMirroringRules,
  });
}

/**
 * An association that is not there is a bad value of `name`, not something that is not found; and so is a second one
 * with the name or the target of another. Recorded answers of the service say the first two; the third is in their style.
 */
function associationNamed(call: Call, { path, resource }: Located): Association {
  const name = textParameter(call, "name");
  if (name === undefined || name === "") throw required("name");
  const association = readAssociations(resource).find((candidate) => candidate.name === name);
  if (association === undefined) {
    throw invalidField("name", name, "An association with that name does not exist.", {
      refusedBy: { check: "existence", path },
    });
  }
  return association;
}

/** Answers of the service were seen to have no more than this, although the reference lists more. */
function getAssociation(call: Call): JsonObject {
  const { name, attachmentTarget } = associationNamed(call, requireObject(call, networkFirewallPolicies));
  return { name, attachmentTarget };
}

function addAssociation(call: Call): JsonObject {
  const { world } = call;
  const { path, resource } = requireObject(call, networkFirewallPolicies);
  const { value, references } = validateCallBody(call, associationFields, "insert");
  const association = describeAssociation(value as Association, path, resource.id);
  const network = stripRoot(association.attachmentTarget);
  call.demand("compute.networks.setFirewallPolicy", network);
  const obstacle = () => findObstacle(call, path, association, network);
  const refused = obstacle();
  if (refused !== undefined) throw refused;
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: toText(resource.id),
    references,
    // The network may have been given to another policy while this ran.
    land: () => toFailure(obstacle()) ?? attach(world, path, association),
    fail: (landsAs) => landsAs && attach(world, path, { ...association, ...landsAs }),
  });
}

/** The obstacle that prevents an association from being made now. */
function findObstacle(call: Call, path: string, association: Association, network: string): ApiError | undefined {
  const { world } = call;
  const mayReplace = call.query.replaceExistingAssociation === true;
  const { name, attachmentTarget } = association;
  const refusedBy = { check: "existence", path } as const;
  const namesake = readAssociations(world.store.get(path)).find((candidate) => candidate.name === name);
  // Replacing is about the target only: a name that another target has on this policy stays taken.
  if (namesake !== undefined && !(mayReplace && namesake.attachmentTarget === attachmentTarget))
    return invalidField("resource.name", name, "An association with that name already exists.", { refusedBy });
  if (!mayReplace && findNetworkHolder(world, network) !== undefined) {
    return invalidField(
      "resource.attachmentTarget",
      attachmentTarget,
      "An association with that attachment target already exists.",
      { refusedBy },
    );
  }
  return undefined;
}

function toFailure(error: ApiError | undefined): OperationFailure | undefined {
  return error && failWith(error.status, { code: "INVALID_FIELD_VALUE", message: error.message });
}

function removeAssociation(call: Call): JsonObject {
  const policy = requireObject(call, networkFirewallPolicies);
  const { name, attachmentTarget } = associationNamed(call, policy);
  call.demand("compute.networks.setFirewallPolicy", stripRoot(attachmentTarget));
  return startOperation(call, {
    scope: operationScope(policy.path),
    target: policy.path,
    targetId: toText(policy.resource.id),
    land: () => detach(call.world, policy.path, name),
  });
}

function getPacketMirroringRule(call: Call): JsonObject {
  const { resource } = requireObject(call, networkFirewallPolicies);
  const { priority } = call.query;
  if (priority === undefined) throw required("priority");
  if (Number(priority) < 0) throw invalidField("priority", priority, "Must be from 0 to 2147483647, inclusive.");
  const rule = objectsIn(resource.packetMirroringRules).find((candidate) => candidate.priority === priority);
  if (rule === undefined) {
    throw invalidField(
      "priority",
      priority,
      `The firewall policy does not contain a rule at priority ${String(priority)}.`,
    );
  }
  return rule;
}
