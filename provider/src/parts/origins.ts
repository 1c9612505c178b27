import { parseAuthor } from "../compute/requestId";
import { pathText, sameLeaf, valueAt, type Leaf } from "../fields/leaves";
import { anyPath, previousIn, spelledOut, unknownPaths } from "../fields/shape";
import type { Values } from "../fields/values";
import type { Job } from "../lifecycle/job";
import { readAuthor, restoreTag } from "../lifecycle/resource";
import { isDifferentIncarnation, readIncarnation } from "../lifecycle/incarnation";
import type { LinkContext } from "../names/links";
import { ownChanges, unrecorded, type OwnChange } from "./ownChanges";
import { ownLeaves, type Origin } from "./ownership";
import type { PartialObject } from "./patchUntilDone";

/**
 * Where the earlier values are, of parts that a resource manages for the first time: what is there may be this
 * stack's own, set by another resource of the program or by a run that was killed before anything was recorded.
 */
export class Origins {
  private changes: readonly OwnChange[] | undefined;

  /** @param olds what is recorded of the resource itself */
  constructor(
    private readonly job: Job,
    private readonly object: PartialObject,
    private readonly olds: Values,
    private readonly context: LinkContext,
  ) {}

  /** Lists the operations of the object, where what is known leaves the origin of a part open. */
  async look(there: Values, fresh: readonly Leaf[]): Promise<void> {
    const number = readIncarnation(there);
    const isOpen = fresh.some((leaf) => this.handedOver(leaf, there) === undefined);
    if (!isOpen || number === undefined || this.isLost) return;
    const marks = { sets: this.paths, putsBack: this.paths.map(restoreTag) };
    this.changes = await ownChanges(this.job, this.object.path, number, marks);
  }

  /** `undefined`: what is there was there before. */
  of(leaf: Leaf, there: Values): Origin | undefined {
    if (leaf.kind.fixed) return undefined;
    return this.handedOver(leaf, there) ?? (this.isLost ? "unknown" : undefined);
  }

  /** Whether any run of this stack has changed the object and recorded nothing: then whatever is new may be its own. */
  get isLost(): boolean {
    return unknownPaths(this.olds).includes(anyPath) || this.unrecorded.length > 0;
  }

  /**
   * Whether that stays so: the next record of this resource hides an earlier change of its own. A change of another resource
   * is found again while the service lists it.
   */
  get staysLost(): boolean {
    return unknownPaths(this.olds).includes(anyPath) || this.found !== undefined;
  }

  /** The newest change of this resource that it has not recorded: it does so now. */
  get found(): string | undefined {
    const author = readAuthor(this.olds, this.job.urn);
    return this.unrecorded.findLast(({ requestId }) => parseAuthor(requestId) === author)?.requestId;
  }

  private get unrecorded(): OwnChange[] {
    return unrecorded(this.changes ?? [], this.records);
  }

  private get records(): Values[] {
    return [...this.job.run.recordedOutputs(this.paths), this.olds];
  }

  private get paths(): string[] {
    return [this.object.path];
  }

  /** What another resource has recorded of a part that is as that one has set it. */
  private handedOver({ path, kind }: Leaf, there: Values): Origin | undefined {
    const { shape } = this.object;
    const name = pathText(path);
    const now = valueAt(spelledOut(shape, there), path);
    const record = this.records.find(
      (outputs) =>
        !isDifferentIncarnation(there, outputs) &&
        ownLeaves(shape, outputs).some(
          (own) => pathText(own.path) === name && sameLeaf(kind, now, own.value, this.context),
        ),
    );
    if (record === undefined) return undefined;
    return unknownPaths(record).includes(name) ? "unknown" : previousIn(record);
  }
}
