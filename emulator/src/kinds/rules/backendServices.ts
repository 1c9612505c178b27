import type { ObjectChange } from "../collection";
import { invalidField } from "../../basics/errors";
import { isJsonObject, objectsIn, toText, type JsonObject, type Resource } from "../../basics/json";
import { operationScope } from "../../basics/links";
import type { FieldContext } from "../../basics/schema";

// The groups that serve a backend service. The quoted refusals are those of public reports, and the rules without one
// are in the comments of the official `compute.proto`.

/** Throws for the link of an object that is no group, such as the manager of one. Gives nothing: it is a link still. */
export function checkGroup(link: string, { field }: FieldContext): undefined {
  const [, collection = ""] = /([^/]+)\/[^/]+$/.exec(link) ?? [];
  if (collection !== "instanceGroups" && collection !== "networkEndpointGroups")
    throw invalidField(field, link, `Unexpected resource collection '${collection}'.`);
}

/** A backend service with what the service adds to each backend. Where the traffic goes by no mode, it adds nothing. */
export function completeBackends(service: Resource, { path }: Pick<ObjectChange, "path">): Resource {
  const { backends } = service;
  if (!Array.isArray(backends)) return service;
  const balancingMode = isPassthrough(service, path) ? "CONNECTION" : "UTILIZATION";
  const complete = (backend: unknown) =>
    isJsonObject(backend) && isBalanced(backend) ? { balancingMode, capacityScaler: 1, ...backend } : backend;
  return { ...service, backends: backends.map(complete) };
}

/** Throws unless the backends of a service can stand beside one another, each with its mode and its limits. */
export function checkBackends(service: Resource, { path }: Pick<ObjectChange, "path">): void {
  const backends = objectsIn(service.backends);
  const groups = new Set<unknown>();
  for (const [index, backend] of backends.entries()) {
    const field = `resource.backends[${String(index)}]`;
    checkOnce(backend, groups, `${field}.group`);
    checkLimits(backend, field);
    if (isBalanced(backend)) checkMode(service, backend, field, path);
    checkCapacity(backend, backends.length, `${field}.capacityScaler`);
  }
}

function checkOnce({ group }: JsonObject, groups: Set<unknown>, field: string): void {
  if (groups.has(group)) {
    const kind = isEndpointGroup(group) ? "network endpoint" : "instance";
    throw invalidField(field, group, `Duplicate ${kind} groups in backend service.`);
  }
  groups.add(group);
}

/** A group has limits for each of its instances, and a network endpoint group for each of its endpoints. */
function checkLimits(backend: JsonObject, field: string): void {
  const [other, each] = isEndpointGroup(backend.group)
    ? ["PerInstance", "endpoint of a network endpoint group"]
    : ["PerEndpoint", "instance of an instance group"];
  const limit = Object.keys(backend).find((name) => name.endsWith(other));
  if (limit !== undefined)
    throw invalidField(`${field}.${limit}`, backend[limit], `The limit has to be one for each ${each}.`);
}

function checkMode(service: Resource, backend: JsonObject, field: string, path: string): void {
  const { balancingMode, group } = backend;
  const modeField = `${field}.balancingMode`;
  if (isPassthrough(service, path)) {
    const { loadBalancingScheme: scheme = "EXTERNAL" } = service;
    if (balancingMode !== "CONNECTION") {
      const why = `Balancing mode must be CONNECTION for an ${toText(scheme)} backend service.`;
      throw invalidField(modeField, balancingMode, why);
    }
    return;
  }
  if (balancingMode === "UTILIZATION" && isEndpointGroup(group)) {
    const why = "UTILIZATION balancing mode is not supported for network endpoint groups.";
    throw invalidField(modeField, balancingMode, why);
  }
  const each = isEndpointGroup(group) ? "maxRatePerEndpoint" : "maxRatePerInstance";
  if (balancingMode === "RATE" && backend.maxRate === undefined && backend[each] === undefined)
    throw invalidField(field, JSON.stringify(backend), `Either maxRate or ${each} should be set with RATE mode.`);
}

/** A backend without a part of the traffic is drained: one that stands alone cannot be. */
function checkCapacity({ capacityScaler = 1 }: JsonObject, count: number, field: string): void {
  const capacity = Number(capacityScaler);
  if (capacity !== 0 && (capacity < 0.1 || capacity > 1))
    throw invalidField(field, capacity, "Must be 0, or from 0.1 to 1, inclusive.");
  if (capacity === 0 && count === 1)
    throw invalidField(field, capacity, "The only backend of a backend service cannot be drained.");
}

/**
 * True if traffic goes to a backend by a balancing mode: to instance groups, and to network endpoint groups of a zone.
 * Other network endpoint groups, such as serverless ones, have none.
 */
function isBalanced({ group }: JsonObject): boolean {
  return !isEndpointGroup(group) || /\/zones\/[^/]+\/networkEndpointGroups\//.test(toText(group));
}

function isEndpointGroup(group: unknown): boolean {
  return /\/networkEndpointGroups\/[^/]+$/.test(toText(group));
}

/** True for a load balancer that hands on packets: the internal one, and the external one of a region. */
function isPassthrough({ loadBalancingScheme = "EXTERNAL" }: Resource, path: string): boolean {
  const isRegional = operationScope(path).includes("/regions/");
  return loadBalancingScheme === "INTERNAL" || (loadBalancingScheme === "EXTERNAL" && isRegional);
}
