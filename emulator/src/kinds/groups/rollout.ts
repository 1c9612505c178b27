import { asObject, isJsonObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fingerprint } from "../../basics/fingerprint";
import { splitPath } from "../../basics/links";
import type { World } from "../../world/world";
import { attempt, attemptNext, isFailing, wantsFailing } from "./attempts";
import { ACTION_COUNTS } from "./fields";
import {
  fingerprintConfig,
  listBusy,
  toFinished,
  readInstances,
  instancesPath,
  createPlanner,
  readTargetSize,
  putInstance,
} from "./instances";
import { assign, moveInstances } from "./moves";

/** The shortest pause before an attempt that failed is repeated, and how much longer it is with each busy instance. */
const PAUSE_MS = 100;
const PAUSE_MS_PER_INSTANCE = 1;

/**
 * A small model of what a group does with its instances. It makes and deletes what its size asks for, whatever the update
 * policy. Instances that are not what the group wants are updated when the policy is PROACTIVE: templates are not
 * emulated, so the minimal action of the policy is always taken to be enough. All instances start at once and are
 * finished one after the other over `latency.instancesMs`, or in turns of `latency.perInstanceMs`. Only where a rule says
 * that new instances fail, the limits on surge and unavailability are kept, so that the old ones stay.
 */
export function rollOut(world: World, groupPath: string, isChanging?: boolean): void {
  const isInTurns = world.latency.perInstanceMs > 0;
  // A turn that has begun goes on, whatever changes.
  if (!isInTurns) world.timers.cancel(groupPath);
  const group = world.store.get(groupPath);
  if (group === undefined) return;
  moveInstances(world, groupPath, group);
  if (isInTurns) takeTurns(world, groupPath);
  const hasRoom = !isInTurns && attemptAll(world, groupPath, group);
  // Not at once: there can be thousands to come.
  if (hasRoom) world.timers.after(groupPath, 0, () => rollOut(world, groupPath));
  refreshStatus(world, groupPath, hasRoom || isChanging);
}

/** One instance comes, and one goes, at the end of each turn. */
function takeTurns(world: World, groupPath: string): void {
  if (listBusy(world, groupPath).length === 0 || world.timers.has(groupPath)) return;
  world.timers.after(groupPath, world.latency.perInstanceMs, () => {
    attemptNext(world, groupPath);
    rollOut(world, groupPath);
  });
}

/** Attempts what is to happen with the instances, now or later. True if one that has come makes room for others. */
function attemptAll(world: World, groupPath: string, group: Resource): boolean {
  const { instancesMs } = world.latency;
  const busy = listBusy(world, groupPath);
  const pauseMs = Math.max(PAUSE_MS, busy.length * PAUSE_MS_PER_INSTANCE);
  let hasRoom = false;
  for (const [index, { name, failedAttempts }] of busy.entries()) {
    const isDue = failedAttempts === undefined;
    const ms = (instancesMs * (index + 1)) / busy.length;
    if (isDue && instancesMs === 0 && attempt(world, groupPath, name)) hasRoom = wantsFailing(world, group);
    else attemptLater(world, groupPath, { name, ms: isDue && instancesMs > 0 ? ms : Math.max(ms, pauseMs), pauseMs });
  }
  return hasRoom;
}

interface LaterAttempt {
  readonly name: string;
  readonly ms: number;
  readonly pauseMs: number;
}

function attemptLater(world: World, groupPath: string, { name, ms, pauseMs }: LaterAttempt): void {
  const path = `${instancesPath(groupPath)}/${name}`;
  world.timers.after(groupPath, ms, () => {
    const before = world.store.get(path);
    const isDone = attempt(world, groupPath, name);
    if (!isDone) attemptLater(world, groupPath, { name, ms: Math.max(ms, pauseMs), pauseMs });
    // Where there are limits, it makes room for others.
    if (isDone && wantsFailing(world, world.store.get(groupPath) ?? {})) rollOut(world, groupPath);
    else if (world.store.get(path) !== before) refreshStatus(world, groupPath);
  });
}

/** Makes the instances that a new group has from its first moment, but for those that fail. */
export function fillGroup(world: World, groupPath: string, group: Resource): void {
  const { open } = assign(world, groupPath, group);
  // Instances that are there already are all that it has, even those that leave.
  const missing = readTargetSize(group) - readInstances(world, groupPath).length;
  const plan = createPlanner(world, groupPath, group);
  for (const version of open.slice(0, Math.max(0, missing))) {
    const instance = plan(version);
    putInstance(world, groupPath, isFailing(world, instance) ? instance : toFinished(world, group, instance));
  }
  if (wantsFailing(world, group)) rollOut(world, groupPath);
  else refreshStatus(world, groupPath);
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
