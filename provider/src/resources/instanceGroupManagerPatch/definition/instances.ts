import { Deadline, formatDuration } from "../../../http/deadline";
import {
  getInstanceGroupManager,
  managedInstancesRequest,
  type ApiInstanceGroupManager,
  type ApiManagedInstance,
} from "../../../compute/endpoints/instanceGroupManagers";
import type { Address } from "../../../compute/objects";
import { isDeadlineError } from "../../../http/errors/unsentError";
import { isCancelled } from "../../../http/errors/cancelledError";
import { ComputeError } from "../../../http/errors/computeError";
import type { Fault } from "../../../http/errors/fault";
import { organizationPolicyIn } from "../../../http/errors/organizationPolicy";
import { UnfinishedError } from "../../../compute/errors/operationError";
import { iterateItems, type ListBound } from "../../../compute/paging";
import { pick, type Values } from "../../../fields/values";
import type { Job } from "../../../lifecycle/job/job";
import { poll } from "../../../lifecycle/job/poll";
import {
  advanceRollout,
  describeActions,
  describeInstance,
  describeProgress,
  readErrors,
  findStandstill,
  type Rollout,
} from "./rollout";

/** How far the instances of a group are to be: nothing is changing, or all have the newest version, configuration and state too. */
export type InstancesGoal = "STABLE" | "UPDATED";

/** The goal to wait for; `true` is STABLE, also as a text. */
export function readGoal({ waitForInstances: goal }: Values): InstancesGoal | undefined {
  if (goal === true || goal === "true" || goal === "STABLE") return "STABLE";
  return goal === "UPDATED" ? goal : undefined;
}

/** The shortest time between two lists of the instances. */
const listEveryMs = 10_000;
/** A list that takes longer, or fails, ends no wait. */
const listMs = 30_000;
/** The instances are listed once more after the time of the wait, which ends that much later at most. */
const lastListMs = 2_000;
/** A status that says the same but for the time is repeated this often. */
const repeatMs = 60_000;
const shownInstances = 5;
/** A refusal that so many reads in a row repeat is there to stay. */
const mostRefusals = 3;

/** How long to wait, and for what. */
export interface InstancesWait {
  readonly goal: InstancesGoal;
  /** True for a group that goes back: under a policy that leaves the instances alone, they can only be STABLE. */
  readonly goesBack?: boolean;
  /** Begins the error: what is done already. */
  readonly done?: string;
  /** The part of the time that is left in the step. Default: all of it. */
  readonly share?: number;
  /** The longest time without progress. Default: no bound but the deadline. */
  readonly progressDeadlineMs?: number | undefined;
  /** True for the group as it was before the change: a copy that is behind shows it for some seconds, and its instances say nothing. */
  readonly isLate: (group: ApiInstanceGroupManager, askedMs: number) => boolean;
}

/**
 * Waits until the instances are as the group wants them; the operation that changed the group is DONE long before. Returns the group as
 * it is then.
 *
 * @throws UnfinishedError at the deadline, and earlier where they cannot get there any more, with the current actions and the
 * instances' last errors
 */
export async function waitForInstances(
  job: Job,
  group: Address,
  { goal: wanted, goesBack = false, done = "", share = 1, progressDeadlineMs = Infinity, isLate }: InstancesWait,
): Promise<ApiInstanceGroupManager> {
  const { deadline } = job;
  const budget = { mostMs: deadline.remainingMs * share };
  const untilMs = performance.now() + budget.mostMs;
  // The rest of the time is for going back: no read of the wait takes it.
  const call = { ...job.call, deadline: Deadline.after(budget.mostMs, deadline.signal) };
  job.begins("waitForInstances");
  let rollout: Rollout | undefined;
  let listedMs = performance.now();
  let shown = { text: "", atMs: -Infinity };
  let newest: ApiInstanceGroupManager = {};
  let goal = wanted;
  /** The newest reads that have failed: those that a later one does not repeat say nothing of the instances. */
  let refusals: ComputeError[] = [];
  const look = async () => {
    const askedMs = performance.now();
    try {
      newest = await getInstanceGroupManager(job.client, group, call);
      refusals = [];
    } catch (error) {
      if (!(error instanceof ComputeError) || isCancelled(error)) throw error;
      // A time that is over is no refusal.
      if (!isDeadlineError(error, call.deadline)) refusals.push(error);
      if (refusals.length === mostRefusals) throw unreadable(done, error);
      return { found: newest, stuck: undefined, isDone: false };
    }
    const found = newest;
    if (isLate(found, askedMs)) return { found, stuck: undefined, isDone: false };
    goal = goesBack ? toReachable(found, wanted) : wanted;
    if (isReached(found, goal)) return { found, stuck: undefined, isDone: true };
    const isDue = performance.now() - listedMs >= Math.min(listEveryMs, progressDeadlineMs / 4);
    const instances = isDue ? await listInstances(job, group, untilMs - performance.now()) : undefined;
    if (isDue) listedMs = performance.now();
    const isListed = instances !== undefined || rollout?.newest.instances === undefined;
    // Between two lists, nothing tells of progress.
    if (isListed) rollout = advanceRollout(rollout, { group: found, instances, atMs: performance.now() });
    if (rollout !== undefined) sayHowFar({ ...rollout, newest: { ...rollout.newest, group: found } });
    return { found, stuck: rollout && findStandstill(rollout, progressDeadlineMs), isDone: false };
  };
  const sayHowFar = (current: Rollout) => {
    const text = describeProgress(current);
    if (text === shown.text && performance.now() - shown.atMs < repeatMs) return;
    const left = formatDuration(Math.max(0, untilMs - performance.now()));
    if (job.status(`${text}; waiting for ${goal}, ${left} left`)) shown = { text, atMs: performance.now() };
  };
  const { value } = await poll(job, budget, look, ({ isDone, stuck }) => isDone || stuck !== undefined);
  if (value.isDone) return value.found;
  // A change that goes back has said its errors.
  const listed = job.journal.undo === "none" ? await listInstances(job, group, lastListMs) : undefined;
  const { lines, fault } = describeErrors(listed ?? rollout?.newest.instances);
  const after = `after ${formatDuration(deadline.elapsedMs)}`;
  throw new UnfinishedError({
    action: "waitForInstances",
    summary: `${done}the instances are not ${goal} ${value.stuck === undefined ? after : `${after}: ${value.stuck.reason}`}`,
    details: [
      `current actions: ${describeActions(value.found)}`,
      ...lines,
      ...refusals.map(({ summary }) => `the newest read was refused: ${summary}`),
    ],
    fault,
    effect: "unknown",
    endedBy: value.stuck?.endedBy,
  });
}

/** The end of a wait whose group cannot be read any more. */
function unreadable(done: string, error: ComputeError): UnfinishedError {
  const { details, fault } = error;
  const summary = `${done}the group cannot be read, so nobody sees how far its instances are: ${error.summary}`;
  return new UnfinishedError({
    action: "waitForInstances",
    summary,
    details,
    fault,
    effect: "unknown",
    endedBy: "refusal",
    cause: error,
  });
}

/** The goal that the instances can reach: under a policy that leaves them alone, nobody would ever be done. */
export function toReachable({ updatePolicy }: ApiInstanceGroupManager, goal: InstancesGoal): InstancesGoal {
  return updatePolicy?.type === "PROACTIVE" ? goal : "STABLE";
}

/** True if the instances of a group are as far as that. */
export function isReached(group: ApiInstanceGroupManager, goal: InstancesGoal): boolean {
  const { status } = group;
  if (status?.isStable !== true || goal === "STABLE") return status?.isStable === true;
  const isConfigured = isConfigurationApplied(group) && isStateApplied(group);
  return status.versionTarget?.isReached === true && isConfigured;
}

/** True if every instance has the configuration of all instances; a group without one has none to apply. */
function isConfigurationApplied({ status, allInstancesConfig }: ApiInstanceGroupManager): boolean {
  const { metadata = {}, labels = {} } = allInstancesConfig?.properties ?? {};
  const { effective, currentRevision } = status?.allInstancesConfig ?? {};
  const hasConfiguration = Object.keys({ ...metadata, ...labels }).length > 0 || currentRevision !== undefined;
  // A member that is false is left out of answers.
  return hasConfiguration ? effective === true : effective !== false;
}

/** True if every instance has the state that it is to keep; a group without such configuration has none to apply. */
function isStateApplied({ status, statefulPolicy }: ApiInstanceGroupManager): boolean {
  const hasPolicy = Object.keys(statefulPolicy?.preservedState ?? {}).length > 0;
  if (!hasPolicy && status?.stateful?.hasStatefulConfig !== true) return true;
  // A member that is false is left out of answers.
  return status?.stateful?.perInstanceConfigs?.allEffective === true;
}

/** All that is read of an instance. */
const listedMembers = ["name", "currentAction", "version", "lastAttempt", "instanceHealth"] as const;
type ListedInstance = Pick<ApiManagedInstance, (typeof listedMembers)[number]>;

/** Twice what the largest regional group has, which is 4,000 instances of some eight kibibytes; a list with more is none of a group. */
const mostListed: ListBound = { mebibytes: 64, items: 8_000 };

/** The instances; `undefined` where they cannot be listed: then only the group tells how far they are. */
async function listInstances(
  { client, deadline }: Job,
  group: Address,
  mostMs: number,
): Promise<ListedInstance[] | undefined> {
  const context = { deadline: Deadline.after(Math.min(listMs, mostMs), deadline.signal) };
  const items = iterateItems<ListedInstance>(client, managedInstancesRequest(group), context, {
    keeps: mostListed,
    // Of each page at once: what an instance preserves can be long.
    itemsIn: ({ managedInstances = [] }) =>
      (managedInstances as ApiManagedInstance[]).map((instance) => pick(instance, listedMembers) as ListedInstance),
  });
  const instances: ListedInstance[] = [];
  try {
    for await (const instance of items) instances.push(instance);
    return instances;
  } catch {
    return undefined;
  }
}

/** The errors of the newest attempts, by instance. */
function describeErrors(instances: readonly ApiManagedInstance[] | undefined): {
  lines: string[];
  fault?: Fault | undefined;
} {
  if (instances === undefined) return { lines: ["the instances could not be listed"] };
  const failing = instances.flatMap(describeInstance);
  const more = failing.length - shownInstances;
  const lines = [...failing.slice(0, shownInstances), ...(more > 0 ? [`and ${String(more)} more with errors`] : [])];
  return { lines, fault: organizationPolicyIn(readErrors(instances)) };
}
