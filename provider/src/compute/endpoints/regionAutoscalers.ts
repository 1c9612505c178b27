import type { CallContext, ComputeClient } from "../../http/client";
import type { Answer } from "../../types/form";
import { getObject, type Address } from "../objects";

/** Of an autoscaler, as far as it is read (public v1 reference). */
export const autoscalerForm = { members: { autoscalingPolicy: { members: { mode: "text" } } } } as const;

export function getRegionAutoscaler(
  client: ComputeClient,
  autoscaler: Address,
  context: CallContext,
): Promise<Answer<typeof autoscalerForm>> {
  return getObject(client, { name: "autoscalers", scope: "region" }, autoscaler, autoscalerForm, context);
}
