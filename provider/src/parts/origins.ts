import { parseAuthor } from "../compute/requestId";
import { overlap, type Leaf } from "../fields/leaves";
import { anyPath, unknownPaths } from "../fields/shape";
import { text, type Values } from "../fields/values";
import { readIncarnation } from "../lifecycle/incarnation";
import type { Job } from "../lifecycle/job";
import { requestKey } from "../lifecycle/outputKeys";
import { readAuthor } from "../lifecycle/resource";
import { ownChanges, unrecorded } from "./ownChanges";
import type { PartialObject } from "./patchUntilDone";

/** What may be this stack's own, of parts that a resource manages for the first time. */
export interface Origins {
  /** Whether another resource of the program, or a run that was killed, may have set what is there. */
  readonly isUndetermined: (leaf: Leaf) => boolean;
  /** Whether a run has changed the object and recorded nothing: then whatever is new may be its own. */
  readonly isLost: boolean;
  /**
   * Whether that stays so: the next record of the resource hides an earlier change of its own. A change of another resource
   * is found again while the service lists it.
   */
  readonly staysLost: boolean;
  /** The newest change of the resource that it has not recorded: it does so now. */
  readonly requestId: string | undefined;
}

/**
 * Lists the operations of the object, where the claims of the program leave a part open.
 *
 * @param olds what is recorded of the resource itself
 */
export async function findOrigins(
  job: Job,
  { path: object }: Pick<PartialObject, "path">,
  olds: Values,
  there: Values,
  fresh: readonly Leaf[],
): Promise<Origins> {
  const others = job.run.recordedByOthers(job.urn, object);
  const isSetByOther = ({ path }: Leaf) => others.some(({ parts }) => parts.some(([, ...part]) => overlap(part, path)));
  const wasLost = unknownPaths(olds).includes(anyPath);
  const number = wasLost || fresh.every(isSetByOther) ? undefined : readIncarnation(there);
  const changes = number === undefined ? [] : await ownChanges(job, { path: object }, number);
  const lost = unrecorded(changes, [text(olds, requestKey), ...others.map(({ requestId }) => requestId)]);
  const author = readAuthor(olds, job.urn);
  const newest = lost.findLast(({ requestId }) => parseAuthor(requestId) === author);
  const isLost = wasLost || lost.length > 0;
  return {
    isUndetermined: (leaf) => !leaf.kind.fixed && (isSetByOther(leaf) || isLost),
    isLost,
    staysLost: wasLost || newest !== undefined,
    requestId: newest?.requestId,
  };
}
