import { checkFingerprint, requireObject, validateCallBody, type Collection, type Located } from "../collection";
import type { Call } from "../endpoint";
import { conditionNotMet, invalidField } from "../../basics/errors";
import { fingerprint } from "../../basics/fingerprint";
import { groupFields } from "./fields";
import { movesInstances } from "./moves";
import { refreshStatus, rollOut } from "./rollout";
import { isRegional, patchGroup } from "./settings";
import { timestamp } from "../../basics/clock";
import { asObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fullUrl, operationScope, stripRoot } from "../../basics/links";
import { updateObject } from "../objects/update";
import type { World } from "../../world/world";

/** `patch` of a group: the operation is DONE when the group is changed; its instances follow in their own time. */
export function patchManagedGroup(call: Call, groups: Collection): JsonObject {
  const { world } = call;
  const group = requireObject(call, groups);
  const { path } = group;
  const { value } = validateCallBody(call, groupFields, "patch");
  checkFingerprint(value.fingerprint, group);
  checkAutoscaled(world, group, value, patchGroup(group.resource, value, path));
  let hasMoves = false;
  return updateObject(call, group, {
    begin: () => {
      refreshStatus(world, path, true);
    },
    apply: (current) => {
      const after = withRevision(current, patchGroup(current, value, path), timestamp(world.now()));
      hasMoves = movesInstances(world, current, after);
      return after;
    },
    follow: () => {
      if (hasMoves) rollOut(world, path, false);
      else refreshStatus(world, path, false);
    },
    fail: () => {
      refreshStatus(world, path, false);
    },
  });
}

/** Only an autoscaler that is OFF leaves the size of its group to others, and the group stateful. */
function checkAutoscaled(world: World, { path, resource }: Located, patch: JsonObject, after: Resource): void {
  const autoscaler = findAutoscaler(world, path, resource);
  if (autoscaler === undefined || asObject(world.find(autoscaler)?.autoscalingPolicy).mode === "OFF") return;
  if (patch.targetSize !== undefined && patch.targetSize !== resource.targetSize) {
    const groups = `${isRegional(path) ? "regional " : ""}managed instance groups`;
    throw conditionNotMet(
      path,
      `Resizing of autoscaled ${groups} is not allowed. If you want to manually adjust target size remove the autoscaler or set autoscaling policy mode to OFF.`,
    );
  }
  if (after.statefulPolicy !== undefined) {
    throw invalidField(
      "resource.statefulPolicy",
      JSON.stringify(after.statefulPolicy),
      `You cannot use autoscaling if the managed instance group has stateful configuration, and '${autoscaler}' autoscales it.`,
    );
  }
}

/** The path of the autoscaler that the status of a group names, or that names the group. */
function findAutoscaler({ store }: World, path: string, { status }: Resource): string | undefined {
  const { autoscaler } = asObject(status);
  if (typeof autoscaler === "string") return stripRoot(autoscaler);
  const autoscalers = `${operationScope(path)}/autoscalers`;
  const own = store.items(autoscalers).find(({ target }) => target === fullUrl(path));
  return own === undefined ? undefined : `${autoscalers}/${toText(own.name)}`;
}

/** The status tells since when the configuration for all instances is what it is. */
function withRevision(before: Resource, after: Resource, now: string): Resource {
  const status = asObject(after.status);
  if (fingerprint(before.allInstancesConfig) === fingerprint(after.allInstancesConfig)) return after;
  return { ...after, status: { ...status, allInstancesConfig: { effective: false, currentRevision: now } } };
}
