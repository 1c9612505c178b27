import type { ApiManagedInstance } from "../../../compute/endpoints/instanceGroupManagers";
import type { ApiInstanceGroupManager } from "../../../compute/endpoints/regionInstanceGroupManagers";
import { describeErrorItem, readErrorItems, type ErrorItem } from "../../../http/errors/errorBody";
import { formatDuration } from "../../../http/deadline";
import { organizationPolicyIn } from "../../../http/errors/organizationPolicy";
import { answeredPath, linkName } from "../../../names/links";

/*
 * How far the instances of a group are, in words, and whether they can still get there. This file asks nothing, and has no clock.
 */

/** How long errors that do not pass are waited for: somebody may mend their cause, and other instances may go on. */
export const lastingErrorsMs = 120_000;

/** The codes of errors that do not pass by themselves. Any other one may, such as a zone without capacity. */
const lastingCodes =
  /^(?:QUOTA_EXCEEDED|LIMIT_EXCEEDED|RESOURCE_NOT_FOUND|INVALID_|PERMISSION|FORBIDDEN|CONDITION_?NOT_?MET|UNSUPPORTED_OPERATION|IP_SPACE_EXHAUSTED)/i;

/** One look at a group, and at its instances where they could be listed. */
export interface Look {
  readonly group: ApiInstanceGroupManager;
  readonly instances: readonly ApiManagedInstance[] | undefined;
  readonly atMs: number;
}

/** The findings of all looks at a rollout so far. */
export interface Rollout {
  readonly newest: Look;
  /** The fewest instances that were not as the group wants them, and since when there are no fewer. */
  readonly fewestLeft: number;
  readonly sinceMs: number;
  /** Since when each instance that is changing has errors that do not pass. */
  readonly lastingSinceMs: number | undefined;
  /** The newest error, and all that were seen. */
  readonly newestError: string | undefined;
  readonly errors: ReadonlySet<string>;
}

/** @param before the findings of earlier looks */
export function advanceRollout(before: Rollout | undefined, look: Look): Rollout {
  const left = countLeft(look);
  const errors = (look.instances ?? []).flatMap(describeInstance);
  const news = errors.filter((error) => before?.errors.has(error) !== true);
  // The group alone does not tell how many instances are still to follow, so that the two counts say nothing of each other.
  const isComparable = (before?.newest.instances === undefined) === (look.instances === undefined);
  const isProgress = before === undefined || !isComparable || left < before.fewestLeft;
  const changing = look.instances?.filter(({ currentAction }) => currentAction !== "NONE");
  const isLasting =
    changing === undefined
      ? before?.lastingSinceMs !== undefined
      : changing.length > 0 && changing.every(hasLastingErrors);
  return {
    newest: look,
    fewestLeft: isProgress ? left : before.fewestLeft,
    sinceMs: isProgress ? look.atMs : before.sinceMs,
    lastingSinceMs: isLasting ? (before?.lastingSinceMs ?? look.atMs) : undefined,
    newestError: news.at(-1) ?? (errors.length === 0 && look.instances !== undefined ? undefined : before?.newestError),
    errors: new Set([...(before?.errors ?? []), ...news]),
  };
}

/** Why a rollout cannot be waited for any longer, as a sentence; `undefined` while it can. */
export function stuckBecause(rollout: Rollout, progressDeadlineMs = Infinity): string | undefined {
  const { sinceMs, lastingSinceMs, newest } = rollout;
  const idleMs = newest.atMs - sinceMs;
  if (lastingSinceMs !== undefined && Math.min(idleMs, newest.atMs - lastingSinceMs) >= lastingErrorsMs)
    return `each instance that is changing has errors that do not pass by themselves, for ${formatDuration(lastingErrorsMs)}`;
  return idleMs >= progressDeadlineMs
    ? `no further instance got there in ${formatDuration(progressDeadlineMs)}`
    : undefined;
}

/** `storefront-v42 1 of 2, storefront-v41 8 of 8; verifying 1; web-1 (CREATING): QUOTA_EXCEEDED: …`. */
export function describeProgress({ newest, newestError }: Rollout): string {
  const versions = countVersions(newest).map(
    ({ name, done, wanted }) => `${name} ${String(done)} of ${String(wanted)}`,
  );
  return [versions.join(", "), describeActions(newest.group), newestError ?? ""]
    .filter((part) => part !== "")
    .join("; ");
}

/** `creating 2, none 3`. */
export function describeActions({ currentActions = {} }: ApiInstanceGroupManager): string {
  const actions = Object.entries(currentActions).filter(([, count]) => count > 0);
  return actions.length === 0
    ? "no instances"
    : actions.map(([action, count]) => `${action} ${String(count)}`).join(", ");
}

/** The errors of an instance's newest attempt, or its health where it is not healthy; none for one that is in order. */
export function describeInstance({
  name = "?",
  currentAction = "?",
  lastAttempt,
  instanceHealth = [],
}: ApiManagedInstance): string[] {
  const errors = readErrorItems(lastAttempt?.errors?.errors).flatMap(describeErrorItem);
  const health = instanceHealth.flatMap(({ detailedHealthState: state = "", healthCheck = "" }) =>
    ["", "HEALTHY", "UNKNOWN"].includes(state) ? [] : [`${state} by the health check ${linkName(healthCheck)}`],
  );
  const texts = [...errors, ...health];
  return texts.length === 0 ? [] : [`${name} (${currentAction}): ${texts.join("; ")}`];
}

/** The errors of all instances. */
export function readErrors(instances: readonly ApiManagedInstance[]): ErrorItem[] {
  return instances.flatMap(({ lastAttempt }) => readErrorItems(lastAttempt?.errors?.errors));
}

function hasLastingErrors(instance: ApiManagedInstance): boolean {
  const errors = readErrors([instance]);
  const isLasting = (error: ErrorItem) =>
    lastingCodes.test(error.code ?? "") || organizationPolicyIn([error]) !== undefined;
  return errors.length > 0 && errors.every(isLasting);
}

/** The instances that are not as the group wants them, or not there yet. */
function countLeft(look: Look): number {
  const { group, instances } = look;
  const actions = Object.entries(group.currentActions ?? {});
  const changing = actions.filter(([action]) => action !== "none").reduce((sum, [, count]) => sum + count, 0);
  if (instances === undefined) return changing;
  const missing = countVersions(look).reduce((sum, { done, wanted }) => sum + Math.max(0, wanted - done), 0);
  return missing + changing;
}

/** How many instances each version is to have, and how many have it and are not changing. */
function countVersions({ group, instances }: Look): { name: string; done: number; wanted: number }[] {
  if (instances === undefined) return [];
  const settled = instances.filter(({ currentAction }) => currentAction === "NONE");
  return (group.versions ?? []).flatMap(({ name, instanceTemplate = "", targetSize }) => {
    const wanted = targetSize?.calculated;
    const has = (instance: ApiManagedInstance) =>
      answeredPath(instance.version?.instanceTemplate ?? "") === answeredPath(instanceTemplate) &&
      instance.version?.name === name;
    if (wanted === undefined) return [];
    return [{ name: name ?? linkName(instanceTemplate), done: settled.filter(has).length, wanted }];
  });
}
