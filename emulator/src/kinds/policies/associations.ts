import type { ObjectChange } from "../collection";
import { isJsonObject, mergeObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fullUrl, splitPath, stripRoot } from "../../basics/links";
import type { OperationFailure } from "../../world/operation";
import { goneFailure } from "../objects/update";
import type { World } from "../../world/world";

/** The attachment of a firewall policy to a network, as it is kept on the policy. */
export interface Association extends JsonObject {
  readonly name: string;
  readonly attachmentTarget: string;
}

/** The associations of a policy; anything that is none is passed over. */
export function readAssociations(policy: Resource | undefined): Association[] {
  const list: unknown = policy?.associations;
  return Array.isArray(list) ? list.filter(isAssociation) : [];
}

function isAssociation(value: unknown): value is Association {
  return isJsonObject(value) && typeof value.name === "string" && typeof value.attachmentTarget === "string";
}

/** An association as the service shows it, with what it says about its policy. */
export function describeAssociation({ name, attachmentTarget }: Association, path: string, id: unknown): Association {
  return { name, attachmentTarget, firewallPolicyId: toText(id), shortName: splitPath(path).name };
}

/** The path of the policy that holds a network. */
export function findNetworkHolder(world: World, network: string): string | undefined {
  const link = world.find(network)?.firewallPolicy;
  return typeof link === "string" ? stripRoot(link) : undefined;
}

/**
 * Gives a network to a policy, and takes it from the one that has it. Everything happens in one turn of the event loop,
 * and the network changes hands in a single step: nobody can see it without a policy in between.
 */
export function attach(world: World, policyPath: string, association: Association): OperationFailure | undefined {
  const { store } = world;
  const networkPath = stripRoot(association.attachmentTarget);
  const [policy, network] = [store.get(policyPath), store.get(networkPath)];
  if (policy === undefined || network === undefined)
    return goneFailure(policy === undefined ? policyPath : networkPath);
  const holder = findNetworkHolder(world, networkPath);
  const others = readAssociations(policy).filter(({ attachmentTarget }) => attachmentTarget !== fullUrl(networkPath));
  store.put(policyPath, withAssociations(policy, [...others, association]));
  store.put(networkPath, { ...network, firewallPolicy: fullUrl(policyPath) });
  if (holder !== undefined && holder !== policyPath) forget(world, holder, networkPath);
  return undefined;
}

/** Takes an association off a policy; the network has none from then on, unless another policy has taken it over. */
export function detach(world: World, policyPath: string, name: string): OperationFailure | undefined {
  const policy = world.store.get(policyPath);
  const association = readAssociations(policy).find((candidate) => candidate.name === name);
  if (policy === undefined || association === undefined) return goneFailure(`${policyPath}/associations/${name}`);
  forget(world, policyPath, stripRoot(association.attachmentTarget));
  release(world, policyPath, stripRoot(association.attachmentTarget));
  return undefined;
}

/** Makes networks follow the associations of a policy that was put, patched or deleted from outside the API. */
export function followAssociations({ world, path, before }: ObjectChange, after: Resource | undefined): void {
  const now = readAssociations(after);
  for (const { attachmentTarget } of readAssociations(before)) {
    if (!now.some((association) => association.attachmentTarget === attachmentTarget))
      release(world, path, stripRoot(attachmentTarget));
  }
  for (const association of now) attach(world, path, association);
}

/** Removes a policy's association with a network. */
function forget(world: World, policyPath: string, networkPath: string): void {
  const policy = world.store.get(policyPath);
  if (policy !== undefined) {
    const rest = readAssociations(policy).filter(({ attachmentTarget }) => stripRoot(attachmentTarget) !== networkPath);
    world.store.put(policyPath, withAssociations(policy, rest));
  }
}

/** Removes a policy from a network, if the network is still held by it. */
function release(world: World, policyPath: string, networkPath: string): void {
  const network = world.store.get(networkPath);
  if (network !== undefined && findNetworkHolder(world, networkPath) === policyPath)
    world.store.put(networkPath, mergeObject(network, { firewallPolicy: null }));
}

function withAssociations(policy: Resource, associations: readonly Association[]): Resource {
  return mergeObject(policy, { associations: associations.length === 0 ? null : associations });
}
