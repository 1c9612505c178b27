import * as networkProfiles from "../../../provider/src/compute/endpoints/networkProfiles";
import { context, wholeQuery, type ContractRows } from "../contractRow";

/** What each function of `endpoints/networkProfiles.ts` sends. */
export const rows: ContractRows = {
  listNetworkProfiles: [
    {
      rpc: "NetworkProfiles.List",
      variables: { project: "p-1" },
      call: (client) => networkProfiles.listNetworkProfiles(client, "p-1", wholeQuery, context),
    },
  ],
};
