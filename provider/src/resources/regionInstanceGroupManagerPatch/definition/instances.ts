import type { CallContext, ComputeClient } from "../../../http/client";
import { Deadline, formatDuration } from "../../../http/deadline";
import { managedInstancesRequest, type ApiManagedInstance } from "../../../compute/endpoints/instanceGroupManagers";
import {
  getRegionInstanceGroupManager,
  type ApiInstanceGroupManager,
  type RegionalGroup,
} from "../../../compute/endpoints/regionInstanceGroupManagers";
import { describeErrorItem } from "../../../http/errors/errorBody";
import { UnfinishedError } from "../../../compute/errors/operationError";
import { itemsOf } from "../../../compute/paging";

/** How far the instances of a group are to be: nothing is changing, or all have the newest version, configuration and state too. */
export type InstancesGoal = "STABLE" | "UPDATED";

export interface InstancesContext extends CallContext {
  /** Told now and then what is going on, as the end of a message. */
  onState: (state: string) => void;
  /** What is done already, for the error at the deadline. */
  done?: string;
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;
const reportMs = 30_000;
const shownInstances = 5;

/**
 * Waits until the instances are as the group wants them; the operation that changed the group is DONE long before.
 *
 * @throws UnfinishedError at the deadline, with the current actions and the instances' last errors
 */
export async function waitForInstances(
  client: ComputeClient,
  group: RegionalGroup,
  goal: InstancesGoal,
  { onState, done, ...context }: InstancesContext,
): Promise<void> {
  let pauseMs = firstPauseMs;
  for (;;) {
    const now = await getRegionInstanceGroupManager(client, group, context);
    if (isReached(now, goal)) return;
    if (context.deadline.remainingMs <= pauseMs) {
      const { allowedMs } = context.deadline;
      throw new UnfinishedError({
        action: "waitForInstances",
        summary: `${done === undefined ? "" : `${done}, and `}the instances are not ${goal} after ${formatDuration(allowedMs)}`,
        details: [`current actions: ${describeActions(now)}`, ...(await lastErrors(client, group))],
        effect: "unknown",
      });
    }
    onState(`waiting for the instances to be ${goal}: ${describeActions(now)}`);
    await context.deadline.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}

function isReached(group: ApiInstanceGroupManager, goal: InstancesGoal): boolean {
  const { status } = group;
  if (status?.isStable !== true || goal === "STABLE") return status?.isStable === true;
  const isConfigured = isConfigurationApplied(group) && isStateApplied(group);
  return status.versionTarget?.isReached === true && isConfigured;
}

/** Whether every instance has the configuration of all instances; a group without one has none to apply. */
function isConfigurationApplied({ status, allInstancesConfig }: ApiInstanceGroupManager): boolean {
  const { metadata = {}, labels = {} } = allInstancesConfig?.properties ?? {};
  const { effective, currentRevision } = status?.allInstancesConfig ?? {};
  const hasConfiguration = Object.keys({ ...metadata, ...labels }).length > 0 || currentRevision !== undefined;
  // What is false is left out of answers.
  return hasConfiguration ? effective === true : effective !== false;
}

/** Whether every instance has the state that it is to keep; a group without such configuration has none to apply. */
function isStateApplied({ status, statefulPolicy }: ApiInstanceGroupManager): boolean {
  const hasPolicy = Object.keys(statefulPolicy?.preservedState ?? {}).length > 0;
  if (!hasPolicy && status?.stateful?.hasStatefulConfig !== true) return true;
  // What is false is left out of answers.
  return status?.stateful?.perInstanceConfigs?.allEffective === true;
}

/** `creating 2, none 3`. */
function describeActions({ currentActions = {} }: ApiInstanceGroupManager): string {
  const actions = Object.entries(currentActions).filter(([, count]) => count > 0);
  return actions.length === 0
    ? "no instances"
    : actions.map(([action, count]) => `${action} ${String(count)}`).join(", ");
}

/** The errors of the newest attempts, by instance. The deadline is over, so this has a short one of its own. */
async function lastErrors(client: ComputeClient, group: RegionalGroup): Promise<string[]> {
  try {
    const instances = await instancesOf(client, group, { deadline: Deadline.after(reportMs) });
    const failing = instances.flatMap(({ name = "?", currentAction = "?", lastAttempt }) => {
      const errors = lastAttempt?.errors?.errors ?? [];
      return errors.length === 0 ? [] : [`${name} (${currentAction}): ${errors.flatMap(describeErrorItem).join("; ")}`];
    });
    const more = failing.length - shownInstances;
    return [...failing.slice(0, shownInstances), ...(more > 0 ? [`and ${String(more)} more with errors`] : [])];
  } catch {
    return ["the instances could not be listed"];
  }
}

async function instancesOf(
  client: ComputeClient,
  group: RegionalGroup,
  context: CallContext,
): Promise<ApiManagedInstance[]> {
  const list = itemsOf<ApiManagedInstance>(client, managedInstancesRequest({ ...group }), context, {
    holds: true,
    itemsIn: (page: { managedInstances?: ApiManagedInstance[] }) => page.managedInstances ?? [],
  });
  const found: ApiManagedInstance[] = [];
  for await (const instance of list) found.push(instance);
  return found;
}
