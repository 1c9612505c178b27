import type { ApiManagedInstance } from "../../../compute/endpoints/instanceGroupManagers";
import type { ApiInstanceGroupManager } from "../../../compute/endpoints/instanceGroupManagers";
import type { UnfinishedError } from "../../../compute/errors/operationError";
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
  /** The instances that were done at the newest list; `undefined` before the first one. */
  readonly done: ReadonlySet<string> | undefined;
  /** Those that got there since the first list. One that gets ill and well again does so once. */
  readonly arrived: ReadonlySet<string>;
  /** Since when no further instance got there. */
  readonly sinceMs: number;
  /** Since when each instance that is changing has errors that do not pass. */
  readonly lastingSinceMs: number | undefined;
  /** The newest error, and all that were seen. */
  readonly newestError: string | undefined;
  readonly errors: ReadonlySet<string>;
}

/** @param before the findings of earlier looks */
export function advanceRollout(before: Rollout | undefined, look: Look): Rollout {
  const isListed = look.instances !== undefined;
  const done = isListed ? new Set(listVersions(look).flatMap((version) => version.done)) : before?.done;
  const arrivals = [...(done ?? [])].filter((key) => before?.done?.has(key) === false && !before.arrived.has(key));
  // Without names, only the group tells that instances got there; the first list does not tell which of them just did.
  const [earlier = 0, resting = 0] = [before?.newest, look].map((one) => one?.group.currentActions?.none);
  const isProgress = isListed ? arrivals.length > 0 || before?.done === undefined : resting > earlier;
  const errors = (look.instances ?? []).flatMap(describeInstance);
  const news = errors.filter((error) => before?.errors.has(error) !== true);
  const changing = look.instances?.filter(({ currentAction }) => currentAction !== "NONE");
  const isLasting =
    changing === undefined
      ? before?.lastingSinceMs !== undefined
      : changing.length > 0 && changing.every(hasLastingErrors);
  return {
    newest: look,
    done,
    arrived: new Set([...(before?.arrived ?? []), ...arrivals]),
    sinceMs: before === undefined || isProgress ? look.atMs : before.sinceMs,
    lastingSinceMs: isLasting ? (before?.lastingSinceMs ?? look.atMs) : undefined,
    newestError: news.at(-1) ?? (errors.length === 0 && isListed ? undefined : before?.newestError),
    errors: new Set([...(before?.errors ?? []), ...news]),
  };
}

/** Why a rollout cannot be waited for any longer, as a sentence, and what ends the wait; `undefined` while it can. */
export function findStandstill(
  { sinceMs, lastingSinceMs, newest }: Rollout,
  progressDeadlineMs = Infinity,
): (Pick<UnfinishedError, "endedBy"> & { readonly reason: string }) | undefined {
  const idleMs = newest.atMs - sinceMs;
  if (lastingSinceMs !== undefined && Math.min(idleMs, newest.atMs - lastingSinceMs) >= lastingErrorsMs) {
    const reason = `each instance that is changing has errors that do not pass by themselves, for ${formatDuration(lastingErrorsMs)}`;
    return { reason, endedBy: "lastingErrors" };
  }
  if (idleMs < progressDeadlineMs) return undefined;
  return {
    reason: `no further instance got there in ${formatDuration(progressDeadlineMs)}`,
    endedBy: "progressDeadline",
  };
}

/** `0 of 1 on storefront-v42, 9 of 9 on storefront-v41, 1 verifying; web-1 (VERIFYING): UNHEALTHY by …`: the most telling first. */
export function describeProgress({ newest, newestError }: Rollout): string {
  const versions = newest.instances === undefined ? [] : listVersions(newest);
  const isLacking = ({ wanted = Infinity, done }: Version) => done.length < wanted;
  const counts = [...versions.filter(isLacking), ...versions.filter((version) => !isLacking(version))].map(
    ({ name, wanted, done }) =>
      `${String(done.length)}${wanted === undefined ? "" : ` of ${String(wanted)}`} on ${name}`,
  );
  const { none = 0, ...changing } = newest.group.currentActions ?? {};
  const actions = listCounts(changing).map(([action, count]) => `${String(count)} ${action}`);
  if (counts.length === 0 && (none > 0 || actions.length === 0)) actions.push(`${String(none)} not changing`);
  return [[...counts, ...actions].join(", "), ...(newestError === undefined ? [] : [newestError])].join("; ");
}

/** `creating 2, none 3`. */
export function describeActions({ currentActions = {} }: ApiInstanceGroupManager): string {
  const actions = listCounts(currentActions).map(([action, count]) => `${action} ${String(count)}`);
  return actions.length === 0 ? "no instances" : actions.join(", ");
}

/** The actions that instances of a group do now. */
function listCounts(actions: Readonly<Record<string, number>>): [action: string, count: number][] {
  return Object.entries(actions).filter(([, count]) => count > 0);
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

/** A version that a group wants instances of. */
interface Version {
  readonly name: string;
  /** `undefined` where the group does not tell. */
  readonly wanted: number | undefined;
  /** The instances that have it and are not changing, by version and name. */
  readonly done: readonly string[];
}

function listVersions({ group, instances = [] }: Look): Version[] {
  const settled = instances.filter(({ currentAction }) => currentAction === "NONE");
  return (group.versions ?? []).flatMap(({ name, instanceTemplate = "", targetSize }) => {
    const { calculated: wanted } = targetSize ?? {};
    const path = answeredPath(instanceTemplate);
    const has = ({ version }: ApiManagedInstance) =>
      answeredPath(version?.instanceTemplate ?? "") === path && version?.name === name;
    const done = settled.filter(has).map((instance) => [path, name, instance.name].join(" "));
    return wanted === 0 ? [] : [{ name: name ?? linkName(instanceTemplate), wanted, done }];
  });
}
