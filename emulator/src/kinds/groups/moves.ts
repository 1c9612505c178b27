import { fingerprint } from "../../basics/fingerprint";
import { asObject, findOwn, mergeObject, toText, type Resource } from "../../basics/json";
import type { World } from "../../world/world";
import { isFailing, wantsFailing } from "./attempts";
import {
  createPlanner,
  fingerprintConfig,
  isLeaving,
  putInstance,
  readInstances,
  readTargetSize,
  readVersions,
  toInstanceVersion,
  type ManagedInstance,
} from "./instances";
import { MAX_GROUP_SIZE, type GroupVersion } from "./policies";

/** Which instances can stay as they are, and the versions that still lack some. */
interface Plan {
  readonly upToDate: Set<string>;
  readonly open: GroupVersion[];
}

/** How far a rollout may go at a time: instances above the target size, and instances that are not available. */
interface Limits {
  readonly surge: number;
  readonly unavailable: number;
}

/** True if a change of a group has consequences for its instances. */
export function movesInstances(world: World, before: Resource, after: Resource): boolean {
  return wantsFailing(world, before) || instanceSettings(before) !== instanceSettings(after);
}

/** Everything that decides what the instances have to be. */
function instanceSettings({ versions, targetSize, allInstancesConfig, updatePolicy }: Resource): string {
  return fingerprint(versions, targetSize, allInstancesConfig, updatePolicy);
}

/** Makes, changes and marks the instances of a group as it wants them, as far as it may go now. */
export function moveInstances(world: World, groupPath: string, group: Resource): void {
  const limits = wantsFailing(world, group) ? readLimits(group) : undefined;
  const plan = assign(world, groupPath, group);
  resize(world, groupPath, group, plan, limits);
  update(world, groupPath, group, plan, limits);
}

/** Without an update nothing is above the target size. A group that may have nothing above it has to take some down. */
function readLimits(group: Resource): Limits {
  if (!isUpdating(group)) return { surge: 0, unavailable: 0 };
  const { maxSurge, maxUnavailable } = asObject(group.updatePolicy);
  const [surge, unavailable] = [maxSurge, maxUnavailable].map((share) => Number(asObject(share).calculated ?? 0));
  return { surge: surge ?? 0, unavailable: Math.max(surge === 0 ? 1 : 0, unavailable ?? 0) };
}

/** Compares the instances with the versions. Of those that fit, the ones that are done with the newest configuration come first. */
export function assign(world: World, groupPath: string, group: Resource): Plan {
  const open: GroupVersion[] = [];
  for (const version of readVersions(group)) {
    const room = MAX_GROUP_SIZE - open.length;
    for (let left = Math.min(room, version.targetSize.calculated); left > 0; left -= 1) open.push(version);
  }
  const upToDate = new Set<string>();
  const staying = listStayingInstances(world, groupPath);
  const toRank = (instance: ManagedInstance) =>
    isAvailable(instance) ? (instance.appliedConfig === fingerprintConfig(group) ? 2 : 0) : 1;
  // Without limits nothing stands beside its substitute.
  if (wantsFailing(world, group)) staying.sort((a, b) => toRank(b) - toRank(a));
  for (const instance of staying) {
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

function isAvailable({ currentAction }: ManagedInstance): boolean {
  return currentAction === "NONE";
}

function listStayingInstances(world: World, groupPath: string): ManagedInstance[] {
  return readInstances(world, groupPath).filter((instance) => !isLeaving(instance));
}

/** Brings the number of instances to the target size, and what may stand above it. */
function resize(world: World, groupPath: string, group: Resource, { upToDate, open }: Plan, limits?: Limits): void {
  const staying = listStayingInstances(world, groupPath);
  const size = readTargetSize(group);
  const isUpToDate = ({ name }: ManagedInstance) => upToDate.has(name);
  const pending = staying.filter((instance) => isUpToDate(instance) && !isAvailable(instance));
  const spare = staying.filter(isAvailable).length - size;
  const outdated = staying.filter((instance) => isAvailable(instance) && !isUpToDate(instance));
  const isSpare = new Set(outdated.slice(0, Math.max(0, spare)));
  /** The lowest goes first. An instance that is not there yet goes before one that is needed in its place. */
  const toValue = (instance: ManagedInstance) =>
    limits === undefined
      ? Number(isUpToDate(instance)) * 2 + Number(!isFailing(world, instance))
      : isAvailable(instance)
        ? isSpare.has(instance)
          ? 1
          : isUpToDate(instance)
            ? 4
            : 3
        : isUpToDate(instance)
          ? 2
          : 0;
  const byValue = [...staying].sort((a, b) => toValue(b) - toValue(a));
  for (const instance of byValue.slice(size + Math.min(limits?.surge ?? 0, pending.length))) {
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

/** The least that is done with an instance that is outdated. */
function readAction(group: Resource): string {
  const { minimalAction } = asObject(group.updatePolicy);
  return minimalAction === "NONE" ? "REFRESH" : toText(minimalAction);
}

/** True if the policy lets the group update what is outdated. */
function isUpdating(group: Resource): boolean {
  const { type, mostDisruptiveAllowedAction = "REPLACE" } = asObject(group.updatePolicy);
  return (
    type === "PROACTIVE" &&
    DISRUPTION.indexOf(readAction(group)) <= DISRUPTION.indexOf(toText(mostDisruptiveAllowedAction))
  );
}

function update(world: World, groupPath: string, group: Resource, { upToDate, open }: Plan, limits?: Limits): void {
  const action = readAction(group);
  const isSubstituting =
    (limits?.unavailable === 0 && limits.surge > 0) ||
    (action === "REPLACE" && asObject(group.updatePolicy).replacementMethod === "SUBSTITUTE");
  const staying = listStayingInstances(world, groupPath);
  const size = readTargetSize(group);
  // Without limits everything goes at once, and nothing stands beside its substitute.
  let room = limits === undefined ? 0 : size + limits.surge - staying.length;
  let spare = limits === undefined ? Infinity : staying.filter(isAvailable).length - size + limits.unavailable;
  const plan = createPlanner(world, groupPath, group);
  for (const instance of staying) {
    const isUpToDate = upToDate.has(instance.name);
    const { currentAction } = instance;
    // An instance that fails is tried again as the group wants it then, whatever the policy.
    if (!isUpdating(group) && !isFailing(world, instance)) continue;
    const version = isUpToDate ? readVersions(group).find((one) => hasVersion(instance, one)) : open[0];
    const isOutdated = !isUpToDate || instance.appliedConfig !== fingerprintConfig(group);
    if (version === undefined || !isOutdated) continue;
    const staysBeside = isSubstituting && isAvailable(instance) && room > 0;
    if (isAvailable(instance) && !staysBeside && spare <= 0) continue;
    if (staysBeside) room -= 1;
    else if (isAvailable(instance)) spare -= 1;
    if (!isUpToDate) open.shift();
    if (currentAction === "CREATING") {
      // Nothing is there yet that could be disrupted: it is made as the group wants it now.
      putInstance(world, groupPath, toVersion(instance, version));
    } else if (isSubstituting) {
      putInstance(world, groupPath, plan(version));
      if (!staysBeside) putInstance(world, groupPath, markDeleting(instance));
    } else {
      const currentAction = findOwn(ACTIONS, action) ?? "RECREATING";
      putInstance(world, groupPath, { ...toVersion(instance, version), currentAction });
    }
  }
}

/** The instance as one of this version, of which nothing has failed yet. */
function toVersion(instance: ManagedInstance, version: GroupVersion): ManagedInstance {
  const isSame = hasVersion(instance, version);
  const base = isSame ? instance : mergeObject(instance, { failedAttempts: null });
  return { ...(base as ManagedInstance), version: toInstanceVersion(version) };
}

/** The template of an instance that is going is not shown any more, and what has failed does not hold it up. */
function markDeleting(instance: ManagedInstance): ManagedInstance {
  const change = { currentAction: "DELETING", version: { instanceTemplate: null }, failedAttempts: null };
  return mergeObject(instance, change) as ManagedInstance;
}
