import * as organizationOperations from "../../../provider/src/compute/endpoints/organizationOperations";
import { context, wholeQuery, type ContractRows } from "../contractRow";

/** What each function of `endpoints/organizationOperations.ts` sends. */
export const rows: ContractRows = {
  listOrganizationOperations: [
    {
      rpc: "GlobalOrganizationOperations.List",
      variables: {},
      call: (client) =>
        organizationOperations.listOrganizationOperations(client, "organizations/1", wholeQuery, context),
    },
  ],
};
