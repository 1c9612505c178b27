import {
  getRegionInstanceGroupManager,
  listRegionManagedInstances,
  type ApiInstanceGroupManager,
  type RegionalGroup,
} from "../../../compute/endpoints/regionInstanceGroupManagers";
import { Deadline, formatDuration } from "../../../compute/deadline";
import { describeErrorItem } from "../../../compute/errors/errorDetail";
import { UnfinishedError } from "../../../compute/errors/unfinishedError";
import type { Job } from "../../../runtime/job";
import type { Kind } from "../../../runtime/kinds/kind";
import { mustBe } from "../../../runtime/kinds/kind";
import type { Values } from "../../../runtime/values";

/** What is waited for after a change. */
export type WaitGoal = "NONE" | "STABLE" | "UPDATED";

const describe = 'false, true, "NONE", "STABLE" or "UPDATED"';
const goals: readonly unknown[] = [false, true, "NONE", "STABLE", "UPDATED"];

export const waitForInstancesKind: Kind = {
  describe,
  same: (left, right) => left === right,
  canonical: (value) => value,
  problems: (value, property) => (goals.includes(value) ? [] : mustBe(property, describe, value)),
};

/** `true` is STABLE. */
export function waitGoal({ waitForInstances }: Values): WaitGoal {
  if (waitForInstances === true || waitForInstances === "STABLE") return "STABLE";
  return waitForInstances === "UPDATED" ? "UPDATED" : "NONE";
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;
const reportMs = 30_000;
const shownInstances = 5;

/** Waits until the instances are as the group wants them; the patch's own operation is DONE long before. */
export async function waitForInstances(job: Job, group: RegionalGroup, goal: WaitGoal): Promise<void> {
  if (goal === "NONE") return;
  // Whatever comes now, the change itself is done.
  job.changed = true;
  job.action = "waitForInstances";
  let pauseMs = firstPauseMs;
  for (;;) {
    const now = await getRegionInstanceGroupManager(job.client, group, job.call);
    if (isReached(now, goal)) return;
    if (job.deadline.remainingMs <= pauseMs) throw await unfinished(job, group, goal, now);
    job.status(`waiting for the instances to be ${goal}: ${describeActions(now)}`);
    await job.deadline.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}

function isReached({ status }: ApiInstanceGroupManager, goal: WaitGoal): boolean {
  if (status?.isStable !== true || goal === "STABLE") return status?.isStable === true;
  return status.versionTarget?.isReached === true && status.allInstancesConfig?.effective !== false;
}

/** `creating 2, none 3`. */
function describeActions({ currentActions = {} }: ApiInstanceGroupManager): string {
  const actions = Object.entries(currentActions).filter(([, count]) => count > 0);
  return actions.length === 0
    ? "no instances"
    : actions.map(([action, count]) => `${action} ${String(count)}`).join(", ");
}

async function unfinished(
  job: Job,
  group: RegionalGroup,
  goal: WaitGoal,
  now: ApiInstanceGroupManager,
): Promise<UnfinishedError> {
  return new UnfinishedError({
    action: "waitForInstances",
    summary: `the instances are not ${goal} after ${formatDuration(job.deadline.allowedMs)}`,
    details: [`current actions: ${describeActions(now)}`, ...(await lastErrors(job, group))],
    effect: "unknown",
  });
}

/** The errors of the newest attempts, by instance. The deadline is over, so this has a short one of its own. */
async function lastErrors(job: Job, group: RegionalGroup): Promise<string[]> {
  try {
    const instances = await listRegionManagedInstances(job.client, group, { deadline: Deadline.after(reportMs) });
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
