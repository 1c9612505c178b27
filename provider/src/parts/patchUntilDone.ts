import type { Operation } from "../compute/endpoints/operations";
import { pathText, sameLeaf, sameState, valueAt, type Path } from "../fields/leaves";
import { managedLeaves, spelledOut, type Shape } from "../fields/shape";
import type { Values } from "../fields/values";
import type { Job } from "../lifecycle/job";
import { AdvisedError } from "../lifecycle/advice";
import { requestKey } from "../lifecycle/outputKeys";
import { mutate } from "../lifecycle/mutate";
import { readModifyWrite } from "../lifecycle/readModifyWrite";
import type { LinkContext } from "../names/links";
import type { Patch } from "./mergePatch";

/** The object at the service. */
export interface PartialObject {
  readonly shape: Shape;
  readonly path: string;
  readonly project: string;
  read(): Promise<Values>;
  /** Members of a patch on which somebody else decides by now: they are not put back. */
  decidedByOthers(actual: Values, patch: Values): Promise<readonly string[]>;
  /** Sends a merge patch that is refused when the object is no longer as it was read (`actual`). */
  send(patch: Values, actual: Values, requestId: string): Promise<Operation>;
}

/**
 * The patch for an object as it was just read.
 *
 * @param mayBeOurs true if the end of an earlier own patch is not known, so that it may have set the actual values
 */
export type MakePatch = (actual: Values, mayBeOurs: boolean) => Patch | Promise<Patch>;

/** Reads the object, makes the patch and sends it, again for as long as others change other things at the same time. */
export async function patchUntilDone(
  job: Job,
  { shape, path, project, read, send }: PartialObject,
  { declared, context }: { declared: Values; context: LinkContext },
  make: MakePatch,
): Promise<Patch> {
  let patch: Patch = { body: {}, notRestored: {}, unseen: [] };
  let base: Values | undefined;
  await readModifyWrite<Values, unknown>(job, {
    action: "patch",
    key: path,
    readVersion: ({ fingerprint }) => fingerprint,
    read,
    async modify(actual, mayBeOurs) {
      if (base !== undefined) refuseConflict(shape, base, actual, declared, context);
      patch = await make(actual, mayBeOurs);
      base = actual;
      return Object.keys(patch.body).length === 0 ? undefined : actual;
    },
    write: (actual) =>
      mutate(job, {
        action: "patch",
        project,
        send(requestId) {
          job.record.updatedOutputs = { ...job.record.updatedOutputs, [requestKey]: requestId };
          return send(patch.body, actual, requestId);
        },
      }),
  });
  return patch;
}

/**
 * Others may change what they like, but not what this patch is changing at the same moment.
 *
 * @param base the object as the patch found it
 * @param theirs the object as it is now that the patch was refused
 */
export function refuseConflict(
  shape: Shape,
  base: Values,
  theirs: Values,
  declared: Values,
  context: LinkContext,
): void {
  const [before, now] = [spelledOut(shape, base), spelledOut(shape, theirs)];
  const details = managedLeaves(shape, declared).flatMap(({ path, kind, value }) => {
    const [was, is] = [valueAt(before, path), valueAt(now, path)];
    if (sameLeaf(kind, is, value, context) || sameState(kind, is, was, context)) return [];
    const show = (member: unknown) => showMember(shape, path, member);
    return [`${pathText(path)} was ${show(was)}, is ${show(is)} now, and is ${show(value)} in the program`];
  });
  if (details.length === 0) return;
  throw new AdvisedError({
    action: "patch",
    summary: "somebody else changed the same fields at the same time",
    details,
    hint: "Agree on who sets them; then run `pulumi up` again to set what the program says.",
    effect: "none",
  });
}

/** A member of an object, for a message. */
export function showMember(shape: Shape, path: Path, member: unknown): string {
  if (member === undefined || member === null) return "absent";
  return shape.conceals(path) ? "a value that is not shown" : JSON.stringify(member);
}
