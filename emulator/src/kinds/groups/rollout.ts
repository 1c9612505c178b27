import {
  asObject,
  findOwn,
  isJsonObject,
  mergeObject,
  toText,
  type JsonObject,
  type Resource,
} from "../../basics/json";
import { fingerprint } from "../../basics/fingerprint";
import { splitPath } from "../../basics/links";
import type { World } from "../../world/world";
import { ACTION_COUNTS } from "./fields";
import {
  fingerprintConfig,
  toFinished,
  readInstances,
  instancesPath,
  createPlanner,
  readTargetSize,
  putInstance,
  toInstanceVersion,
  readVersions,
  type ManagedInstance,
} from "./instances";
import { MAX_GROUP_SIZE, type GroupVersion } from "./policies";

/**
 * A small model of what a group does with its instances. It makes and deletes what its size asks for, whatever the update
 * policy. Instances that are not what the group wants are updated when the policy is PROACTIVE: templates are not
 * emulated, so the minimal action of the policy is always taken to be enough. All instances start at once and are
 * finished one after the other over `latency.instancesMs`; the limits on surge and unavailability are not modelled.
 */
export function rollOut(world: World, groupPath: string): void {
  world.timers.cancel(groupPath);
  const group = world.store.get(groupPath);
  if (group === undefined) return;
  const plan = assign(world, groupPath, group);
  resize(world, groupPath, group, plan);
  update(world, groupPath, group, plan);
  const busy = readInstances(world, groupPath).filter(({ currentAction }) => currentAction !== "NONE");
  const { instancesMs } = world.latency;
  for (const [index, { name }] of busy.entries()) {
    if (instancesMs === 0) finishInstance(world, groupPath, name);
    else {
      world.timers.after(groupPath, (instancesMs * (index + 1)) / busy.length, () => {
        finishInstance(world, groupPath, name);
        refreshStatus(world, groupPath);
      });
    }
  }
  refreshStatus(world, groupPath, false);
}

/** Makes the instances that a group which is put from outside has from its first moment. */
export function fillGroup(world: World, groupPath: string, group: Resource): void {
  const { open } = assign(world, groupPath, group);
  // Instances that are there already are all that it has, even those that leave.
  const missing = readTargetSize(group) - readInstances(world, groupPath).length;
  const plan = createPlanner(world, groupPath, group);
  for (const version of open.slice(0, Math.max(0, missing)))
    putInstance(world, groupPath, toFinished(world, group, plan(version)));
  refreshStatus(world, groupPath);
}

/** Which instances can stay as they are, and the versions that still lack some. */
interface Plan {
  readonly upToDate: Set<string>;
  readonly open: GroupVersion[];
}

function assign(world: World, groupPath: string, group: Resource): Plan {
  const open: GroupVersion[] = [];
  for (const version of readVersions(group)) {
    const room = MAX_GROUP_SIZE - open.length;
    for (let left = Math.min(room, version.targetSize.calculated); left > 0; left -= 1) open.push(version);
  }
  const upToDate = new Set<string>();
  for (const instance of listStayingInstances(world, groupPath)) {
    const index = open.findIndex((version) => hasVersion(instance, version));
    if (index !== -1) {
      open.splice(index, 1);
      upToDate.add(instance.name);
    }
  }
  return { upToDate, open };
}

function hasVersion({ version }: ManagedInstance, wanted: GroupVersion): boolean {
  return version?.name === wanted.name && version?.instanceTemplate === wanted.instanceTemplate;
}

function listStayingInstances(world: World, groupPath: string): ManagedInstance[] {
  return readInstances(world, groupPath).filter(
    ({ currentAction }) => !["DELETING", "ABANDONING"].includes(currentAction),
  );
}

/** Brings the number of instances to the target size, from those that are outdated first. */
function resize(world: World, groupPath: string, group: Resource, { upToDate, open }: Plan): void {
  const staying = listStayingInstances(world, groupPath);
  const size = readTargetSize(group);
  const byValue = [...staying].sort((a, b) => Number(upToDate.has(b.name)) - Number(upToDate.has(a.name)));
  for (const instance of byValue.slice(size)) {
    putInstance(world, groupPath, markDeleting(instance));
    upToDate.delete(instance.name);
  }
  // No more instances are missing than versions lack, since the sizes of the versions make up that of the group.
  const plan = createPlanner(world, groupPath, group);
  for (const version of open.splice(0, Math.max(0, size - staying.length))) {
    const instance = plan(version);
    putInstance(world, groupPath, instance);
    upToDate.add(instance.name);
  }
}

const ACTIONS: Readonly<Record<string, string>> = { REFRESH: "REFRESHING", RESTART: "RESTARTING" };
const DISRUPTION = ["NONE", "REFRESH", "RESTART", "REPLACE"];

function update(world: World, groupPath: string, group: Resource, { upToDate, open }: Plan): void {
  const policy = asObject(group.updatePolicy);
  const action = policy.minimalAction === "NONE" ? "REFRESH" : toText(policy.minimalAction);
  const allowed = toText(policy.mostDisruptiveAllowedAction ?? "REPLACE");
  if (policy.type !== "PROACTIVE" || DISRUPTION.indexOf(action) > DISRUPTION.indexOf(allowed)) return;
  const plan = createPlanner(world, groupPath, group);
  for (const instance of listStayingInstances(world, groupPath)) {
    const isUpToDate = upToDate.has(instance.name);
    const version = isUpToDate
      ? readVersions(group).find((candidate) => hasVersion(instance, candidate))
      : open.shift();
    const isOutdated = !isUpToDate || instance.appliedConfig !== fingerprintConfig(group);
    if (version === undefined || !isOutdated) continue;
    if (instance.currentAction === "CREATING") {
      // Nothing is there yet that could be disrupted: it is made as the group wants it now.
      putInstance(world, groupPath, { ...instance, version: toInstanceVersion(version) });
    } else if (action === "REPLACE" && policy.replacementMethod === "SUBSTITUTE") {
      putInstance(world, groupPath, plan(version));
      putInstance(world, groupPath, markDeleting(instance));
    } else {
      const currentAction = findOwn(ACTIONS, action) ?? "RECREATING";
      putInstance(world, groupPath, { ...instance, currentAction, version: toInstanceVersion(version) });
    }
  }
}

/** The template of an instance that is going is not shown any more. */
function markDeleting(instance: ManagedInstance): ManagedInstance {
  return mergeObject(instance, { currentAction: "DELETING", version: { instanceTemplate: null } }) as ManagedInstance;
}

function finishInstance(world: World, groupPath: string, name: string): void {
  const path = `${instancesPath(groupPath)}/${name}`;
  const [group, instance] = [world.store.get(groupPath), world.store.get(path)];
  if (group === undefined || instance === undefined) return;
  if (instance.currentAction === "DELETING" || instance.currentAction === "ABANDONING") world.store.delete(path);
  else putInstance(world, groupPath, toFinished(world, group, instance as ManagedInstance));
}

/** Writes into a group what follows from its instances. It is stable only when nothing changes, itself included. */
export function refreshStatus(
  world: World,
  groupPath: string,
  isChanging = world.operations.findRunning(groupPath) !== undefined,
): void {
  const group = world.store.get(groupPath);
  if (group === undefined) return;
  const instances = readInstances(world, groupPath);
  const actions = instances.map(({ currentAction }) => toText(currentAction).toLowerCase().replaceAll("_", ""));
  const currentActions = Object.fromEntries(
    ACTION_COUNTS.map((name) => [name, actions.filter((action) => action === name.toLowerCase()).length]),
  );
  const isQuiet = currentActions.none === instances.length;
  const { open } = assign(world, groupPath, group);
  const before = asObject(group.status);
  const status: JsonObject = {
    ...before,
    isStable: isQuiet && !isChanging,
    stateful: { hasStatefulConfig: isJsonObject(group.statefulPolicy), perInstanceConfigs: { allEffective: true } },
    versionTarget: { isReached: isQuiet && open.length === 0 },
    ...(group.allInstancesConfig === undefined && before.allInstancesConfig === undefined
      ? {}
      : {
          allInstancesConfig: {
            ...asObject(before.allInstancesConfig),
            effective: instances.every(({ appliedConfig }) => appliedConfig === fingerprintConfig(group)),
          },
        }),
  };
  const after = { ...group, currentActions, status };
  if (fingerprint(after) !== fingerprint(group)) world.store.put(groupPath, after);
}

/** The path of the group that an instance belongs to. */
export function toGroupPath(instancePath: string): string {
  return splitPath(splitPath(instancePath).parent).parent;
}
