import type { CallContext, ComputeClient } from "../../http/client";
import type { FormFor } from "../../types/form";
import { getObject, type Address } from "../objects";

/** An autoscaler, as far as it is read (public v1 reference). */
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
