import type { ComputeClient } from "../../../http/client";
import { Deadline, formatDuration } from "../../../http/deadline";
import { managedInstancesRequest, type ApiManagedInstance } from "../../../compute/endpoints/instanceGroupManagers";
import {
  getRegionInstanceGroupManager,
  type ApiInstanceGroupManager,
  type RegionalGroup,
} from "../../../compute/endpoints/regionInstanceGroupManagers";
import { describeErrorItem, readErrorItems, type ErrorItem } from "../../../http/errors/errorBody";
import type { Fault } from "../../../http/errors/fault";
import { organizationPolicyIn } from "../../../http/errors/organizationPolicy";
import { UnfinishedError } from "../../../compute/errors/operationError";
import { iterateItems } from "../../../compute/paging";
import type { Job } from "../../../lifecycle/job/job";
import { poll } from "../../../lifecycle/job/poll";

/** How far the instances of a group are to be: nothing is changing, or all have the newest version, configuration and state too. */
export type InstancesGoal = "STABLE" | "UPDATED";

const reportMs = 30_000;
const shownInstances = 5;

/**
 * Waits until the instances are as the group wants them; the operation that changed the group is DONE long before.
 *
 * @param done what is done already, for the error at the deadline
 * @throws UnfinishedError at the deadline, with the current actions and the instances' last errors
 */
export async function waitForInstances(job: Job, group: RegionalGroup, goal: InstancesGoal, done = ""): Promise<void> {
  const { client, call, deadline } = job;
  job.begins("waitForInstances");
  const read = () => getRegionInstanceGroupManager(client, group, call);
  const { value: now, isFinal } = await poll(job, {}, read, (found) => {
    const isDone = isReached(found, goal);
    if (!isDone) job.status(`waiting for the instances to be ${goal}: ${describeActions(found)}`);
    return isDone;
  });
  if (isFinal) return;
  const { lines, fault } = await lastErrors(client, group);
  throw new UnfinishedError({
    action: "waitForInstances",
    summary: `${done}the instances are not ${goal} after ${formatDuration(deadline.allowedMs)}`,
    details: [`current actions: ${describeActions(now)}`, ...lines],
    fault,
    effect: "unknown",
  });
}

function isReached(group: ApiInstanceGroupManager, goal: InstancesGoal): boolean {
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

/** `creating 2, none 3`. */
function describeActions({ currentActions = {} }: ApiInstanceGroupManager): string {
  const actions = Object.entries(currentActions).filter(([, count]) => count > 0);
  return actions.length === 0
    ? "no instances"
    : actions.map(([action, count]) => `${action} ${String(count)}`).join(", ");
}

/** The errors of the newest attempts, by instance. The deadline is over, so this has a short one of its own. */
async function lastErrors(
  client: ComputeClient,
  group: RegionalGroup,
): Promise<{ lines: string[]; fault?: Fault | undefined }> {
  const context = { deadline: Deadline.after(reportMs) };
  const instances = iterateItems<ApiManagedInstance>(client, managedInstancesRequest({ ...group }), context, {
    itemsIn: ({ managedInstances = [] }) => managedInstances as ApiManagedInstance[],
  });
  const failing: string[] = [];
  const all: ErrorItem[] = [];
  try {
    for await (const { name = "?", currentAction = "?", lastAttempt } of instances) {
      const errors = readErrorItems(lastAttempt?.errors?.errors);
      all.push(...errors);
      if (errors.length > 0)
        failing.push(`${name} (${currentAction}): ${errors.flatMap(describeErrorItem).join("; ")}`);
    }
  } catch {
    return { lines: ["the instances could not be listed"] };
  }
  const more = failing.length - shownInstances;
  const lines = [...failing.slice(0, shownInstances), ...(more > 0 ? [`and ${String(more)} more with errors`] : [])];
  return { lines, fault: organizationPolicyIn(all) };
}
