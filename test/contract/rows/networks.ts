import * as networks from "../../../provider/src/compute/endpoints/networks";
import { context, type ContractRows } from "../contractRow";

/** What each function of `endpoints/networks.ts` sends. */
export const rows: ContractRows = {
  getNetwork: [
    {
      rpc: "Networks.Get",
      variables: { project: "p-1", network: "n-1" },
      call: (client) => networks.getNetwork(client, "p-1", "n-1", context),
    },
  ],
};
