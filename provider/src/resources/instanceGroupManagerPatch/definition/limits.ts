import { AdvisedError } from "../../../lifecycle/job/advice";
import {
  getAutoscaler,
  groupScope,
  type ApiFixedOrPercent,
  type ApiInstanceGroupManager,
} from "../../../compute/endpoints/instanceGroupManagers";
import type { ComputeError } from "../../../http/errors/computeError";
import { NotFoundError, PermissionDeniedError } from "../../../http/errors/responseError";
import type { Job } from "../../../lifecycle/job/job";
import type { Address } from "../../../compute/objects";
import { parseObject } from "../../../fields/linkScope";
import { answeredPath, parseLink } from "../../../names/links";
import type { InstancesGoal } from "./instances";
import { zonesProblem } from "./zones";
import { applyMergePatch, type Values } from "../../../fields/values";

type UpdatePolicy = ApiInstanceGroupManager["updatePolicy"];

/** Fewest instances of a group whose `maxUnavailable` may be a percentage. */
const fewestForPercentage = 10;

const bothNone = "maxSurge and maxUnavailable cannot both be 0, or no instance could be updated: raise one of them.";

/** Why no instance could be updated under a policy; `undefined` when some could, or when it leaves that open. */
export function updatePolicyProblem(policy: UpdatePolicy): string | undefined {
  return isNone(policy?.maxSurge) && isNone(policy?.maxUnavailable) ? bothNone : undefined;
}

function isNone(size: ApiFixedOrPercent | undefined): boolean {
  return size?.fixed === 0 || size?.percent === 0;
}

/** The beginning of the instance names: a hyphen and `#` at its end ask for numbers, which may begin at one in brackets. */
const baseInstanceName = /^[a-z]([-a-z0-9]*[a-z0-9])?(-#{1,10}(\[\d{1,10}\])?)?$/;
const longestBaseInstanceName = 58;

/** Why a text cannot be in front of instance names, as the end of the sentence "must be …". */
export function baseInstanceNameProblem(name: string): string | undefined {
  if (name.length > longestBaseInstanceName)
    return `at most ${String(longestBaseInstanceName)} characters long (it has ${String(name.length)})`;
  return baseInstanceName.test(name)
    ? undefined
    : 'lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen (RFC 1035), with "-" and one to ten "#" at the end for numbers, such as web-###';
}

/** The autoscaler of a group. */
export interface Autoscaler {
  readonly link: string;
  /** Of its policy: with `OFF` alone it does not decide on the size. `undefined` where that is not known. */
  readonly mode: string | undefined;
  /** Why the mode is not known, as the end of a sentence. */
  readonly unknownBecause?: string;
}

/** The mode of a policy that names none. */
const usualMode = "ON";

/** The autoscaler of a group, with its mode; `undefined` for a group that has none. */
export async function findAutoscaler(
  job: Job,
  group: Address,
  { status }: ApiInstanceGroupManager,
): Promise<Autoscaler | undefined> {
  const { autoscaler: link = "" } = status ?? {};
  if (link === "") return undefined;
  const scope = groupScope(group);
  const parsed = parseLink(answeredPath(link), { collection: "autoscalers", scopes: [scope] }, {});
  const unknown = (unknownBecause: string): Autoscaler => ({ link, mode: undefined, unknownBecause });
  if ("problem" in parsed)
    return unknown(`its link is not that of a ${scope === "region" ? "regional" : "zonal"} autoscaler`);
  try {
    const { autoscalingPolicy } = await getAutoscaler(job.client, { ...parseObject(parsed.path) }, job.call);
    return { link, mode: autoscalingPolicy?.mode ?? usualMode };
  } catch (error) {
    if (error instanceof PermissionDeniedError) {
      return unknown(
        error.fault?.kind === "permissionMissing" ? "the permission compute.autoscalers.get is missing" : error.summary,
      );
    }
    if (error instanceof NotFoundError) return unknown("the service does not find it");
    throw error;
  }
}

/** True if the autoscaler lets others decide on the size, as far as that is known. */
export function isOff({ mode }: Autoscaler): boolean {
  return mode === "OFF";
}

/**
 * Refuses, before anything is sent, a patch that the group as it is rules out.
 *
 * @param values what the program says
 * @param autoscaler of the group, where the program means to decide on the size
 * @param goal what is to be waited for afterwards
 */
export function refuseForGroup(
  group: ApiInstanceGroupManager,
  patch: Record<string, unknown>,
  {
    values,
    autoscaler,
    goal,
  }: { values: Values; autoscaler?: Autoscaler | undefined; goal?: InstancesGoal | undefined },
): void {
  const changes = patch as ApiInstanceGroupManager;
  const after = applyMergePatch(group, patch) as ApiInstanceGroupManager;
  // Where the mode is not known, the service decides.
  if (autoscaler?.mode !== undefined && !isOff(autoscaler)) {
    throw refusal(
      "targetSize cannot be set, because an autoscaler sets the size of the group",
      "Remove targetSize from the program, remove the autoscaler from the group, or set the mode of its policy to OFF.",
      [`autoscaler ${autoscaler.link}, mode ${autoscaler.mode}`],
    );
  }
  const zones = zonesProblem({ ...group }, values);
  if (zones !== undefined) throw refusal(zones);
  const { targetSize = 0 } = after;
  // A merge patch holds null for what goes.
  const percent = changes.updatePolicy?.maxUnavailable?.percent as number | null | undefined;
  if (typeof percent === "number" && targetSize < fewestForPercentage) {
    throw refusal(
      `updatePolicy.maxUnavailable can be a percentage only for a group of ${String(fewestForPercentage)} or more instances; this one has ${String(targetSize)}`,
      "Give maxUnavailable as { fixed: … }.",
    );
  }
  const problem = changes.updatePolicy === undefined ? undefined : updatePolicyProblem(after.updatePolicy);
  if (problem !== undefined) throw refusal(`in updatePolicy ${problem}`);
  const type = after.updatePolicy?.type;
  if (goal === "UPDATED" && type !== "PROACTIVE") {
    throw refusal(
      `waitForInstances is UPDATED, and the group's updatePolicy.type is ${type ?? "not set"}, with which the group does not update its instances by itself`,
      'Set updatePolicy: { type: "PROACTIVE" }, or wait for "STABLE".',
    );
  }
}

function refusal(summary: string, hint?: string, details: readonly string[] = []): ComputeError {
  return new AdvisedError({ action: "patch", summary, details, hint, effect: "none" });
}
