import type { CallContext, ComputeClient } from "../../http/client";
import type { FormFor } from "../../types/form";
import { getObject } from "../objects";

/** Of a VPC network: which policy holds it (public v1 reference). */
export interface ApiNetwork {
  id?: string;
  name: string;
  selfLink?: string;
  /** URL of the network firewall policy that the network is attached to. */
  firewallPolicy?: string;
}

const networkForm: FormFor<ApiNetwork> = {
  members: { id: "int64", name: "text", selfLink: "text", firewallPolicy: "text" },
};

export function getNetwork(
  client: ComputeClient,
  project: string,
  network: string,
  context: CallContext,
): Promise<ApiNetwork> {
  return getObject(client, { name: "networks", scope: "global" }, { project, name: network }, networkForm, context);
}
