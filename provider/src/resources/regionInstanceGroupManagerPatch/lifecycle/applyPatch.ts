import {
  getRegionInstanceGroupManager,
  patchRegionInstanceGroupManager,
  type RegionalGroup,
} from "../../../compute/endpoints/regionInstanceGroupManagers";
import { ComputeError } from "../../../compute/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../../../compute/errors/operationError";
import { ConditionNotMetError } from "../../../compute/errors/responseError";
import { isOfDeadline } from "../../../compute/retry";
import type { LinkContext } from "../../../compute/links";
import type { Job } from "../../../runtime/job";
import { leavesOf, pathText, sameLeaf, valueAt } from "../../../runtime/partial/leaves";
import type { Patch } from "../../../runtime/partial/mergePatch";
import type { Values } from "../../../runtime/values";
import { groupKind } from "./fields";
import { withVersions } from "./mergePatch";

/**
 * The patch for a group as it was just read, and what to do before it is sent.
 *
 * @param mayBeOurs whether the end of an earlier patch of ours is not known, so that what is there may be what it set
 */
export type MakePatch = (group: Values, mayBeOurs: boolean) => Patch;

const longestPauseMs = 2_000;

/** Reads the group, makes the patch and sends it, again for as long as others change other things at the same time. */
export async function applyPatch(
  job: Job,
  group: RegionalGroup,
  { declared, context }: { declared: Values; context: LinkContext },
  make: MakePatch,
): Promise<Patch> {
  job.action = "patch";
  let base: Values | undefined;
  let setback: unknown;
  let mayBeOurs = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const there: Values = { ...(await getRegionInstanceGroupManager(job.client, group, job.call)) };
      if (base !== undefined) refuseConflict(base, there, declared, context);
      base = there;
      const patch = make(there, mayBeOurs);
      if (Object.keys(patch.body).length === 0) return patch;
      const body = { ...patch.body, fingerprint: there.fingerprint };
      await job.operate("patch", group.project, (requestId) =>
        patchRegionInstanceGroupManager(job.client, group, body, requestId, job.call),
      );
      return patch;
    } catch (error) {
      // That there was no time for another look says less than what made it necessary.
      if (setback !== undefined && isOfDeadline(error, job.deadline)) throw setback;
      const isVanished = error instanceof OperationVanishedError;
      if (!isVanished && !isStale(error)) throw error;
      const pauseMs = Math.min(longestPauseMs, 50 * 2 ** attempt) * (0.5 + Math.random());
      if (!job.deadline.allowsAttemptAfter(pauseMs)) throw error;
      setback = error;
      // Reading the group tells what became of an operation that the service has forgotten.
      if (isVanished) [job.pending, job.changed, mayBeOurs] = [undefined, true, true];
      job.status("the group was changed by somebody else at the same time; reading it again");
      await job.deadline.sleep(pauseMs);
    }
  }
}

/** The fingerprint was out of date, said at once or by the operation. */
function isStale(error: unknown): boolean {
  if (error instanceof ConditionNotMetError) return true;
  return (
    error instanceof OperationFailedError && error.errors.some(({ code }) => /^condition_?not_?met$/i.test(code ?? ""))
  );
}

/** Others may change what they like, but not what this patch is changing at the same moment. */
function refuseConflict(base: Values, theirs: Values, declared: Values, context: LinkContext): void {
  const [before, now] = [withVersions(base), withVersions(theirs)];
  const details = leavesOf(groupKind, withVersions(declared)).flatMap(({ path, kind, value }) => {
    const [was, is] = [valueAt(before, path), valueAt(now, path)];
    if (sameLeaf(kind, is, value, context) || sameLeaf(kind, is, was, context)) return [];
    const show = (shown: unknown) =>
      shown === undefined || shown === null
        ? "absent"
        : path.includes("metadata")
          ? "a value that is not shown"
          : JSON.stringify(shown);
    return [`${pathText(path)} was ${show(was)}, is ${show(is)} now, and is ${show(value)} in the program`];
  });
  if (details.length === 0) return;
  throw new ComputeError({
    action: "patch",
    summary: "somebody else changed the same fields of the group at the same time",
    details,
    hint: "Agree on who sets them; then run `pulumi up` again to set what the program says.",
    effect: "none",
  });
}
