import { parseAuthor } from "../compute/requestId";
import { overlap, type Leaf } from "../fields/leaves";
import { anyPath, unknownPaths } from "../fields/shape";
import { text, type Values } from "../fields/values";
import type { RecordedParts } from "../lifecycle/claims/registry";
import { readIncarnation } from "../lifecycle/incarnation";
import type { Job } from "../lifecycle/job";
import { requestKey } from "../lifecycle/outputKeys";
import { readAuthor, restoreTag } from "../lifecycle/resource";
import { ownChanges, unrecorded, type OwnChange } from "./ownChanges";
import type { PartialObject } from "./patchUntilDone";

/**
 * Whether what is there was there before, of parts that a resource manages for the first time: it may be this stack's own,
 * set by another resource of the program or by a run that was killed before anything was recorded.
 */
export class Origins {
  private changes: readonly OwnChange[] = [];

  /** @param olds what is recorded of the resource itself */
  constructor(
    private readonly job: Job,
    private readonly object: PartialObject,
    private readonly olds: Values,
  ) {}

  /** Lists the operations of the object, where what is known leaves it open. */
  async look(there: Values, fresh: readonly Leaf[]): Promise<void> {
    const number = readIncarnation(there);
    if (number === undefined || fresh.every((leaf) => this.isUndetermined(leaf))) return;
    const marks = { sets: this.paths, putsBack: this.paths.map(restoreTag) };
    this.changes = await ownChanges(this.job, this.object.path, number, marks);
  }

  /** Whether what is there may be this stack's own. */
  isUndetermined({ kind, path }: Leaf): boolean {
    const isSetByOther = this.others.some(({ parts }) => parts.some(([, ...part]) => overlap(part, path)));
    return !kind.fixed && (isSetByOther || this.isLost);
  }

  /**
   * Whether everything new stays undetermined: the next record of this resource hides an earlier change of its own. A change
   * of another resource is found again while the service lists it.
   */
  get staysLost(): boolean {
    return unknownPaths(this.olds).includes(anyPath) || this.found !== undefined;
  }

  /** The newest change of this resource that it has not recorded: it does so now. */
  get found(): string | undefined {
    const author = readAuthor(this.olds, this.job.urn);
    return this.unrecorded.findLast(({ requestId }) => parseAuthor(requestId) === author)?.requestId;
  }

  /** Whether any run of this stack has changed the object and recorded nothing: then whatever is new may be its own. */
  private get isLost(): boolean {
    return unknownPaths(this.olds).includes(anyPath) || this.unrecorded.length > 0;
  }

  private get unrecorded(): OwnChange[] {
    return unrecorded(this.changes, [text(this.olds, requestKey), ...this.others.map(({ requestId }) => requestId)]);
  }

  private get others(): RecordedParts[] {
    return this.paths.flatMap((path) => this.job.run.recordedByOthers(this.job.urn, path));
  }

  private get paths(): string[] {
    return [this.object.path];
  }
}
