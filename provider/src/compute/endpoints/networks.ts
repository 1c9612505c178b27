import type { CallContext, ComputeClient } from "../../http/client";
import type { Answer } from "../../types/form";
import { getObject } from "../objects";

/** Of a VPC network: which policy it is attached to (public v1 reference). */
export const networkForm = {
  members: { id: "int64", name: "text", selfLink: "text", firewallPolicy: "text" },
} as const;

export function getNetwork(
  client: ComputeClient,
  project: string,
  network: string,
  context: CallContext,
): Promise<Answer<typeof networkForm>> {
  return getObject(client, { name: "networks", scope: "global" }, { project, name: network }, networkForm, context);
}
