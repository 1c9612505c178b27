import type { CallContext, ComputeClient } from "../../http/client";
import { objectRequest, getObject, type Collection } from "../objects";
import type { Form, FormFor } from "../../types/form";
import { actionsForm, statusForm } from "../../types/forms";
import type { InstanceGroupManagerActions, InstanceGroupManagerStatus } from "../../types/output";
import { operationAnswer, type Operation } from "./operations";

const anyMap: FormFor<Record<string, unknown>> = { map: "any" };

/** Some instances or a share of them: one of the two. */
export interface ApiFixedOrPercent {
  fixed?: number;
  percent?: number;
  calculated?: number;
}

/** A managed instance group, as far as it is read (specification, "Managed instance group"). The rest is passed on as it is. */
export interface ApiInstanceGroupManager {
  selfLink?: string;
  fingerprint?: string;
  instanceTemplate?: string;
  versions?: { name?: string; instanceTemplate?: string; targetSize?: ApiFixedOrPercent }[];
  targetSize?: number;
  updatePolicy?: { type?: string; maxSurge?: ApiFixedOrPercent; maxUnavailable?: ApiFixedOrPercent };
  allInstancesConfig?: { properties?: { metadata?: Record<string, unknown>; labels?: Record<string, unknown> } };
  statefulPolicy?: { preservedState?: Record<string, unknown> };
  currentActions?: InstanceGroupManagerActions;
  status?: InstanceGroupManagerStatus;
}

const sizeForm: FormFor<ApiFixedOrPercent> = { members: { fixed: "number", percent: "number", calculated: "number" } };

const readForm: FormFor<ApiInstanceGroupManager> = {
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
};

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
  form: Form = readForm,
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
