import type { CallContext, ComputeClient } from "../../http/client";
import { objectRequest, getObject, type Collection } from "../objects";
import type { Answer, Form } from "../../types/form";
import { actionsForm, statusForm } from "../../types/forms";
import { operationAnswer, type Operation } from "./operations";

const anyMap = { map: "any" } as const;

/** Of some instances or a share of them: one of the two. */
const sizeForm = { members: { fixed: "number", percent: "number", calculated: "number" } } as const;

export type ApiFixedOrPercent = Answer<typeof sizeForm>;

/** Of a managed instance group, as far as it is read (specification, "Managed instance group"). The rest is passed on as it is. */
export const groupForm = {
  members: {
    selfLink: "text",
    fingerprint: "text",
    instanceTemplate: "text",
    versions: { list: { members: { name: "text", instanceTemplate: "text", targetSize: sizeForm } } },
    targetSize: "number",
    updatePolicy: { members: { type: "text", maxSurge: sizeForm, maxUnavailable: sizeForm } },
    allInstancesConfig: { members: { properties: { members: { metadata: anyMap, labels: anyMap } } } },
    statefulPolicy: { members: { preservedState: anyMap } },
    currentActions: actionsForm,
    status: statusForm,
  },
} as const;

export type ApiInstanceGroupManager = Answer<typeof groupForm>;

/** Which group. */
export interface RegionalGroup {
  readonly project: string;
  readonly region: string;
  readonly name: string;
}

const groups: Collection = { name: "instanceGroupManagers", scope: "region" };

export function getRegionInstanceGroupManager(
  client: ComputeClient,
  group: RegionalGroup,
  context: CallContext,
  form: Form = groupForm,
): Promise<ApiInstanceGroupManager> {
  return getObject(client, groups, { ...group }, form, context);
}

/** Endpoint 7. */
export function patchRegionInstanceGroupManager(
  client: ComputeClient,
  group: RegionalGroup,
  body: Record<string, unknown>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  const request = {
    ...objectRequest("patch", groups, { ...group }),
    method: "PATCH",
    query: { requestId },
    body,
  } as const;
  return client.request(
    { ...request, permissions: ["compute.instanceGroupManagers.update"], form: operationAnswer },
    context,
  );
}

/** Of an autoscaler, as far as it is read (public v1 reference). */
export const autoscalerForm = { members: { autoscalingPolicy: { members: { mode: "text" } } } } as const;

export function getRegionAutoscaler(
  client: ComputeClient,
  autoscaler: RegionalGroup,
  context: CallContext,
): Promise<Answer<typeof autoscalerForm>> {
  return getObject(client, { name: "autoscalers", scope: "region" }, { ...autoscaler }, autoscalerForm, context);
}
