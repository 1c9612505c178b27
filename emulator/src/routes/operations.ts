import { listQuery, parameter, type Call, type Endpoint } from "../endpoint";
import { notFound } from "../errors";
import type { JsonObject, Resource, WrittenJson } from "../json";
import { aggregatedListQuery, KNOWN_PLACES, renderScopes } from "../listing/aggregatedList";
import { answerList } from "../listing/answerList";
import { renderPage } from "../listing/envelope";
import type { TrackedOperation } from "../operation";
import { operationFields } from "../operationFields";

/** `get`: the operation as it is now. */
export function getOperation(call: Call): JsonObject {
  return call.world.operations.look(call.path).render();
}

/** `wait`: holds the answer until the operation is DONE or the deadline is reached, and answers what is then. */
export async function waitForOperation(call: Call): Promise<JsonObject> {
  const { operations, latency } = call.world;
  const path = call.path.slice(0, -"/wait".length);
  const operation = operations.look(path);
  const isEarly = call.takeFault("wait", operation.change.operationType) !== undefined;
  if (!isEarly) {
    await operations.wait(operation, latency.waitDeadlineMs, call.signal);
  }
  if (operation.vanished) {
    throw notFound(path);
  }
  return operation.render();
}

/** `list`: the operations of one project, region or zone. */
export function listOperations(call: Call): JsonObject | WrittenJson {
  const { path, world } = call;
  const scope = path.slice(0, -"/operations".length);
  return answerList(
    call,
    sourceOf(call, () => world.operations.list(scope)),
    (page, failure) => renderPage(path, { kind: "compute#operations" }, page, failure),
  );
}

/** `aggregatedList`: the operations of all scopes of a project. */
function aggregatedListOperations(call: Call): JsonObject | WrittenJson {
  const { path, world } = call;
  const project = parameter(call, "project");
  const aggregation = { name: "operations", kind: "compute#operationAggregatedList", fields: operationFields };
  const places = Object.values(KNOWN_PLACES).flat();
  return answerList(
    call,
    sourceOf(call, () => world.operations.listProject(project)),
    (page, failure) => renderScopes(path, aggregation, page, failure, places),
  );
}

function sourceOf({ path, world }: Call, items: () => Resource[]) {
  return { path, version: world.operations.version, isVolatile: true, fields: operationFields, items };
}

/** The operation that a request to one of these endpoints looks at, for faults that name an operation type. */
export function operationLookedAt(call: Pick<Call, "world" | "path">): TrackedOperation | undefined {
  return call.world.operations.peek(call.path.replace(/\/wait$/, ""));
}

const aggregatedList: Endpoint = {
  method: "GET",
  path: "/compute/v1/projects/{project}/aggregated/operations",
  query: aggregatedListQuery,
  permissions: ["compute.globalOperations.list"],
  handle: aggregatedListOperations,
};

/** The methods of operations on objects that belong to no region, on regional and on zonal ones. */
const endpointsOfScopes = (
  [
    ["global", "globalOperations"],
    ["regions/{region}", "regionOperations"],
    ["zones/{zone}", "zoneOperations"],
  ] as const
).flatMap(([place, service]): Endpoint[] => {
  const all = `/compute/v1/projects/{project}/${place}/operations` as const;
  const one = `${all}/{operation}` as const;
  const permissions = [`compute.${service}.get`];
  return [
    { method: "GET", path: all, query: listQuery, permissions: [`compute.${service}.list`], handle: listOperations },
    { method: "GET", path: one, permissions, handle: getOperation },
    { method: "POST", path: `${one}/wait`, permissions, handle: waitForOperation },
  ];
});

export const operationEndpoints: readonly Endpoint[] = [...endpointsOfScopes, aggregatedList];
