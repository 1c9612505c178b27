import { parseAuthor } from "../compute/requestId";
import { overlap, type Leaf } from "../fields/leaves";
import { anyPath, unknownPaths } from "../fields/shape";
import { text, type Values } from "../fields/values";
import { readIncarnation } from "../lifecycle/resource/incarnation";
import type { Job } from "../lifecycle/job/job";
import { requestKey } from "../lifecycle/job/outputKeys";
import { readAuthor } from "../lifecycle/resource/resource";
import { isJustRestored, listStackChanges, findUnrecorded, type Marks } from "./stackChanges";

/** Provenance of the parts that a resource manages for the first time: they may be this stack's own. */
export interface Origins {
  /** True if another resource of the program, or a run that was killed, may have set the actual value. */
  readonly isUndetermined: (leaf: Leaf) => boolean;
  /** True if a run has changed the object and recorded nothing: then every new part may be its own. */
  readonly isLost: boolean;
  /**
   * True if that stays so: the next record of the resource hides an earlier change of its own. A change of another resource
   * is found again while the service lists it.
   */
  readonly staysLost: boolean;
  /** True if the stack has just restored the object: a read that shows what it had set may be late. */
  readonly isJustRestored: () => boolean;
  /** The newest change of the resource that it has not recorded: it does so now. */
  readonly requestId: string | undefined;
}

/**
 * True if a run has changed the object and recorded nothing: what differs from the record may be its own, and no operation
 * says what it has changed.
 */
export async function hasUnrecordedChange(
  job: Job,
  { path: object }: Pick<Marks, "path">,
  olds: Values,
  actual: Values,
): Promise<boolean> {
  const others = job.run.recordedByOthers(job.urn, object).map(({ requestId }) => requestId);
  const changes = await listStackChanges(job, { path: object }, readIncarnation(actual) ?? "");
  return findUnrecorded(changes, [text(olds, requestKey), ...others]).length > 0;
}

/**
 * Lists the operations of the object, where the claims of the program leave a part open.
 *
 * @param olds the record of the resource itself
 */
export async function findOrigins(
  job: Job,
  { path: object }: Pick<Marks, "path">,
  olds: Values,
  actual: Values,
  newLeaves: readonly Leaf[],
): Promise<Origins> {
  const others = job.run.recordedByOthers(job.urn, object);
  const isSetByOther = ({ path }: Leaf) => others.some(({ parts }) => parts.some(([, ...part]) => overlap(part, path)));
  const wasLost = unknownPaths(olds).includes(anyPath);
  const number = wasLost || newLeaves.every(isSetByOther) ? undefined : readIncarnation(actual);
  const changes = number === undefined ? [] : await listStackChanges(job, { path: object }, number);
  const lost = findUnrecorded(changes, [text(olds, requestKey), ...others.map(({ requestId }) => requestId)]);
  const author = readAuthor(olds, job.urn);
  const newest = lost.findLast(({ requestId }) => parseAuthor(requestId) === author);
  const isLost = wasLost || lost.length > 0;
  return {
    isUndetermined: (leaf) => !leaf.kind.fixed && (isSetByOther(leaf) || isLost),
    isLost,
    staysLost: wasLost || newest !== undefined,
    isJustRestored: () => isJustRestored(job, changes),
    requestId: newest?.requestId,
  };
}
