import { listQuery, parameter, type Call, type Endpoint } from "../endpoint";
import { notFound } from "../../basics/errors";
import { leftOut, officialFields } from "../generic/officialFields";
import type { JsonObject } from "../../basics/json";
import { aggregatedListQuery, KNOWN_SCOPES, renderScopes } from "../listing/aggregatedList";
import { answerList, answerPage } from "../listing/envelope";
import type { TrackedOperation } from "../../world/operation";

/** Fields of an operation. Clients never send one; these are what a filter may name. */
export const operationFields = officialFields("Operation", {
  creationTimestamp: { format: "timestamp", outputOnly: true },
  instancesBulkInsertOperationMetadata: { outputOnly: true },
  // In the description, and not in the specification.
  getVersionOperationMetadata: leftOut,
});

/** `get`: the operation as it is now. */
export function getOperation(call: Call): JsonObject {
  return call.world.operations.look(call.path).render();
}

/** `wait`: holds the answer until the operation is DONE or the deadline is reached, and answers what is then. */
export async function waitForOperation(call: Call): Promise<JsonObject> {
  const { operations, latency } = call.world;
  const path = call.path.slice(0, -"/wait".length);
  const operation = operations.look(path);
  const isEarly = call.takeFaults("wait", operation.change.operationType).length > 0;
  if (!isEarly) await operations.wait(operation, latency.waitDeadlineMs, call.signal);
  if (operation.vanished) throw notFound(path);
  return operation.render();
}

/** `list`: the operations of one project, region or zone. */
export function listOperations(call: Call): JsonObject {
  const items = () => call.world.operations.list(({ scope }) => `${scope}/operations` === call.path);
  return answerPage(call, { kind: "compute#operations" }, { fields: operationFields, isVolatile: true, items });
}

/** `aggregatedList`: the operations of all scopes of a project. */
function aggregatedListOperations(call: Call): JsonObject {
  const project = `projects/${parameter(call, "project")}/`;
  const items = () => call.world.operations.list(({ scope }) => scope.startsWith(project));
  const aggregation = { name: "operations", kind: "compute#operationAggregatedList", fields: operationFields };
  const places = Object.values(KNOWN_SCOPES).flat();
  return answerList(call, { fields: operationFields, isVolatile: true, items }, (page, failure) =>
    renderScopes(call.path, aggregation, page, failure, places),
  );
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
const scopedEndpoints = (
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

export const operationEndpoints: readonly Endpoint[] = [...scopedEndpoints, aggregatedList];
