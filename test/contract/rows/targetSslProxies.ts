import * as targetSslProxies from "../../../provider/src/compute/endpoints/targetSslProxies";
import { context, requestId, type ContractRows } from "../contractRow";

/** What each function of `endpoints/targetSslProxies.ts` sends. */
export const rows: ContractRows = {
  getTargetSslProxy: [
    {
      rpc: "TargetSslProxies.Get",
      variables: { project: "p-1", targetSslProxy: "t-1" },
      call: (client) => targetSslProxies.getTargetSslProxy(client, "p-1", "t-1", context),
    },
  ],
  setCertificateMap: [
    "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m",
    undefined,
  ].map((map) => ({
    rpc: "TargetSslProxies.SetCertificateMap",
    variables: { project: "p-1", targetSslProxy: "t-1" },
    call: (client) => targetSslProxies.setCertificateMap(client, "p-1", "t-1", map, requestId, context),
  })),
};
