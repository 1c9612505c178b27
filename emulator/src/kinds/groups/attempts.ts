import { fingerprint } from "../../basics/fingerprint";
import { mergeObject, type Resource } from "../../basics/json";
import type { RolloutRule } from "../../world/settings/rollouts";
import type { World } from "../../world/world";
import {
  ABSENT,
  instancesPath,
  isLeaving,
  isNew,
  listBusy,
  putInstance,
  readHealthCheck,
  readVersions,
  toFinished,
  type ManagedInstance,
} from "./instances";

/** The rule that an instance falls under. One that leaves has no template. */
function findRule({ rollouts }: World, { version }: ManagedInstance): RolloutRule | undefined {
  return version?.instanceTemplate === undefined ? undefined : rollouts.find(version.instanceTemplate);
}

/** True if a group wants instances that fail. Without a health check it takes those that are unhealthy for well. */
export function wantsFailing({ rollouts }: World, group: Resource): boolean {
  return readVersions(group).some(({ instanceTemplate }) => {
    const rule = rollouts.find(instanceTemplate);
    return rule !== undefined && (hasErrors(rule) || readHealthCheck(group) !== undefined);
  });
}

function hasErrors({ errors = [] }: RolloutRule): boolean {
  return errors.length > 0;
}

/** True for an instance that is not there yet, and of which a rule says that it fails. */
export function isFailing(world: World, instance: ManagedInstance): boolean {
  return instance.currentAction !== "NONE" && findRule(world, instance) !== undefined;
}

/** Tries what is to happen with an instance. True when it has happened, false if it has to be tried again. */
export function attempt(world: World, groupPath: string, name: string): boolean {
  const path = `${instancesPath(groupPath)}/${name}`;
  const [group, instance] = [world.store.get(groupPath), world.store.get(path) as ManagedInstance | undefined];
  if (group === undefined || instance === undefined) return true;
  if (isLeaving(instance)) {
    world.store.delete(path);
    return true;
  }
  const failed = toFailed(world, group, instance);
  const after = failed ?? toFinished(world, group, instance);
  // An attempt that fails as the one before is no change.
  if (fingerprint(after) !== fingerprint(instance)) putInstance(world, groupPath, after);
  return failed === undefined;
}

/** Tries the first instance that comes and does not fail, those that fail before it, and the first one that goes. */
export function attemptNext(world: World, groupPath: string): void {
  for (const leaves of [false, true]) {
    const instances = listBusy(world, groupPath).filter((instance) => isLeaving(instance) === leaves);
    instances.some(({ name }) => attempt(world, groupPath, name));
  }
}

/** An instance after an attempt that fails, or undefined if this one does not. */
function toFailed(world: World, group: Resource, instance: ManagedInstance): ManagedInstance | undefined {
  const { times = "always", errors = [] } = findRule(world, instance) ?? { times: 0 };
  const failedAttempts = (instance.failedAttempts ?? 0) + (times === "always" && instance.failedAttempts === 1 ? 0 : 1);
  if (times !== "always" && failedAttempts > times) return undefined;
  if (errors.length > 0) {
    const currentAction = instance.currentAction === "VERIFYING" ? "RECREATING" : instance.currentAction;
    // An instance that fails to be made, or to be made again, is not there.
    const gone = isNew({ currentAction }) ? ABSENT : {};
    const lastAttempt = { errors: { errors } };
    return mergeObject(instance, { ...gone, currentAction, lastAttempt, failedAttempts }) as ManagedInstance;
  }
  const healthCheck = readHealthCheck(group);
  if (healthCheck === undefined) return undefined;
  return {
    ...toFinished(world, group, instance),
    currentAction: "VERIFYING",
    instanceHealth: [{ healthCheck, detailedHealthState: "UNHEALTHY" }],
    failedAttempts,
  };
}
