import * as interconnectRemoteLocations from "../../../provider/src/compute/endpoints/interconnectRemoteLocations";
import { context, wholeQuery, type ContractRows } from "../contractRow";

/** What each function of `endpoints/interconnectRemoteLocations.ts` sends. */
export const rows: ContractRows = {
  listInterconnectRemoteLocations: [
    {
      rpc: "InterconnectRemoteLocations.List",
      variables: { project: "p-1" },
      call: (client) => interconnectRemoteLocations.listInterconnectRemoteLocations(client, "p-1", wholeQuery, context),
    },
  ],
};
