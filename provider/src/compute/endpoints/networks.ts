import type { CallContext, ComputeClient } from "../../http/client";
import { path } from "../../names/path";

/** Of a VPC network: which policy holds it (public v1 reference). */
export interface ApiNetwork {
  id?: string;
  name: string;
  selfLink?: string;
  /** URL of the network firewall policy that the network is attached to. */
  firewallPolicy?: string;
}

export async function getNetwork(
  client: ComputeClient,
  project: string,
  network: string,
  context: CallContext,
): Promise<ApiNetwork> {
  return client.request<ApiNetwork>(
    {
      action: `get projects/${project}/global/networks/${network}`,
      method: "GET",
      path: path`projects/${project}/global/networks/${network}`,
      asked: { path: `projects/${project}/global/networks/${network}` },
      permissions: ["compute.networks.get"],
      project,
    },
    context,
  );
}
