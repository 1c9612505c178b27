import type { CallContext, ComputeClient } from "../../http/client";
import { about, getObject, type Collection } from "../objects";
import type { Operation } from "./operations";

/** Some instances or a share of them: one of the two. */
export interface ApiFixedOrPercent {
  fixed?: number;
  percent?: number;
  calculated?: number;
}

/** What is read of a managed instance group (specification, "Managed instance group"). The rest is passed on as it is. */
export interface ApiInstanceGroupManager {
  selfLink?: string;
  fingerprint?: string;
  instanceTemplate?: string;
  versions?: { name?: string; instanceTemplate?: string; targetSize?: ApiFixedOrPercent }[];
  targetSize?: number;
  updatePolicy?: { type?: string; maxSurge?: ApiFixedOrPercent; maxUnavailable?: ApiFixedOrPercent };
  allInstancesConfig?: { properties?: { metadata?: Record<string, unknown>; labels?: Record<string, unknown> } };
  statefulPolicy?: { preservedState?: Record<string, unknown> };
  currentActions?: Record<string, number>;
  status?: {
    isStable?: boolean;
    versionTarget?: { isReached?: boolean };
    allInstancesConfig?: { effective?: boolean; currentRevision?: string };
    stateful?: { hasStatefulConfig?: boolean; perInstanceConfigs?: { allEffective?: boolean } };
    autoscaler?: string;
  };
}

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
): Promise<ApiInstanceGroupManager> {
  return getObject(client, groups, { ...group }, context);
}

/** Endpoint 7. */
export function patchRegionInstanceGroupManager(
  client: ComputeClient,
  group: RegionalGroup,
  body: Record<string, unknown>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  const request = { ...about("patch", groups, { ...group }), method: "PATCH", query: { requestId }, body } as const;
  return client.request({ ...request, permissions: ["compute.instanceGroupManagers.update"] }, context);
}
