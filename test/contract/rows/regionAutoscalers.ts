import * as regionAutoscalers from "../../../provider/src/compute/endpoints/regionAutoscalers";
import { context, type ContractRows } from "../contractRow";

/** What each function of `endpoints/regionAutoscalers.ts` sends. */
export const rows: ContractRows = {
  getRegionAutoscaler: [
    {
      rpc: "RegionAutoscalers.Get",
      variables: { project: "p-1", region: "r-1", autoscaler: "a-1" },
      call: (client) =>
        regionAutoscalers.getRegionAutoscaler(client, { project: "p-1", region: "r-1", name: "a-1" }, context),
    },
  ],
};
