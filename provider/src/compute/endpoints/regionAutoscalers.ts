import type { CallContext, ComputeClient } from "../../http/client";
import type { FormFor } from "../../types/form";
import { getObject, type Address } from "../objects";

/** What is read of an autoscaler (public v1 reference). */
export interface ApiAutoscaler {
  autoscalingPolicy?: { mode?: string };
}

const autoscalerForm: FormFor<ApiAutoscaler> = {
  members: { autoscalingPolicy: { members: { mode: "text" } } },
};

export function getRegionAutoscaler(
  client: ComputeClient,
  autoscaler: Address,
  context: CallContext,
): Promise<ApiAutoscaler> {
  return getObject(client, { name: "autoscalers", scope: "region" }, autoscaler, autoscalerForm, context);
}
