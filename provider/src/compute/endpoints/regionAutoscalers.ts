import type { CallContext, ComputeClient } from "../../http/client";
import { getObject, type Address } from "../objects";

/** What is read of an autoscaler (public v1 reference). */
export interface ApiAutoscaler {
  autoscalingPolicy?: { mode?: string };
}

export function getRegionAutoscaler(
  client: ComputeClient,
  autoscaler: Address,
  context: CallContext,
): Promise<ApiAutoscaler> {
  return getObject(client, { name: "autoscalers", scope: "region" }, autoscaler, context);
}
