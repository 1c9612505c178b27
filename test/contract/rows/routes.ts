import * as routes from "../../../provider/src/compute/endpoints/routes";
import { route } from "../../../provider/src/resources/route/definition";
import { context, requestId, wholeBody, type ContractRows } from "../contractRow";

/** A value for every argument that is sent: a new argument needs one. */
const sample = {
  name: "r-1",
  description: "d",
  network: "n",
  tags: ["a"],
  destRange: "10.0.0.0/8",
  priority: 1,
  nextHopGateway: "default-internet-gateway",
  nextHopInstance: "vm",
  nextHopIp: "10.0.0.1",
  nextHopIlb: "rule",
  nextHopNetwork: "n",
  nextHopVpnTunnel: "t",
  params: { resourceManagerTags: { "tagKeys/1": "tagValues/1" } },
};

/** What each function of `endpoints/routes.ts` sends. */
export const rows: ContractRows = {
  insertRoute: [
    {
      rpc: "Routes.Insert",
      variables: { project: "p-1" },
      call: (client) => routes.insertRoute(client, "p-1", wholeBody(route, sample), requestId, context),
    },
  ],
  listRoutes: [
    {
      rpc: "Routes.List",
      variables: { project: "p-1" },
      call: (client) => routes.listRoutes(client, "p-1", context).next(),
    },
  ],
  getRoute: [
    {
      rpc: "Routes.Get",
      variables: { project: "p-1", route: "r-1" },
      call: (client) => routes.getRoute(client, "p-1", "r-1", context),
    },
  ],
  deleteRoute: [
    {
      rpc: "Routes.Delete",
      variables: { project: "p-1", route: "r-1" },
      call: (client) => routes.deleteRoute(client, "p-1", "r-1", requestId, context),
    },
  ],
};
