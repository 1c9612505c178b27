import * as operations from "../../../provider/src/compute/endpoints/operations";
import { context, requestId, type ContractRows } from "../contractRow";

const operationScopes = [
  { service: "GlobalOperations", scope: "projects/p-1/global", variables: { project: "p-1" } },
  { service: "RegionOperations", scope: "projects/p-1/regions/r-1", variables: { project: "p-1", region: "r-1" } },
  { service: "ZoneOperations", scope: "projects/p-1/zones/z-1", variables: { project: "p-1", zone: "z-1" } },
];

/** What each function of `endpoints/operations.ts` sends. */
export const rows: ContractRows = {
  waitOperation: operationScopes.map(({ service, scope, variables }) => ({
    rpc: `${service}.Wait`,
    variables: { ...variables, operation: "o-1" },
    call: (client) => operations.waitOperation(client, `${scope}/operations/o-1`, context),
  })),
  getOperation: operationScopes.map(({ service, scope, variables }) => ({
    rpc: `${service}.Get`,
    variables: { ...variables, operation: "o-1" },
    call: (client) => operations.getOperation(client, `${scope}/operations/o-1`, context),
  })),
  findOperationByRequestId: operationScopes.map(({ service, scope, variables }) => ({
    rpc: `${service}.List`,
    variables,
    call: (client) => operations.findOperationByRequestId(client, scope, requestId, context),
  })),
  listOperations: operationScopes.flatMap(({ service, scope, variables }) =>
    [undefined, "123"].map((target) => ({
      rpc: `${service}.List`,
      variables,
      call: (client) => operations.listOperations(client, scope, context, target).next(),
    })),
  ),
  listProjectOperations: [
    {
      rpc: "GlobalOperations.List",
      variables: { project: "p-1" },
      call: (client) => operations.listProjectOperations(client, "p-1", context, true).next(),
    },
    {
      rpc: "GlobalOperations.AggregatedList",
      variables: { project: "p-1" },
      call: (client) => operations.listProjectOperations(client, "p-1", context, false).next(),
    },
  ],
};
