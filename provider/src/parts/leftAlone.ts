import { overlap, pathText, sameLeaf, valueAt } from "../fields/leaves";
import { anyPath, managedLeaves, previousIn, unknownPaths, type Shape } from "../fields/shape";
import type { Values } from "../fields/values";
import { requestKey } from "../lifecycle/outputKeys";
import type { Job } from "../lifecycle/job";
import { spellings } from "../lifecycle/memory/claims";
import type { LinkContext } from "../names/links";
import type { Patch } from "./mergePatch";
import { ownLeaves, type Basis } from "./ownership";
import type { PartialObject } from "./patchUntilDone";

/** Members that a patch leaves as they are, with the reason. */
export interface LeftAlone {
  /** Somebody else decides on them. */
  readonly decided?: readonly string[];
  /** Another resource of the program manages them. */
  readonly taken?: readonly string[];
  /** Nobody knows what was there before. */
  readonly unknown?: readonly string[];
}

/** Of what a resource has set, what it leaves to others or cannot put back. */
export function leftAloneOf(
  shape: Shape,
  declared: Values,
  { ours, taken, unknown = [] }: Basis & { readonly taken: readonly string[] },
): LeftAlone {
  const wanted = managedLeaves(shape, declared);
  const gone = ours.filter(({ path }) => !wanted.some((leaf) => overlap(leaf.path, path)));
  const names = new Set(gone.map(({ path }) => pathText(path)));
  return { taken, unknown: [...names].filter((name) => unknown.includes(name)) };
}

/** Says of which parts nobody knows what was there before, as soon as that is found. */
export function tellUnknown(job: Job, unknown: readonly string[], known: readonly string[]): void {
  const news = unknown.filter((name) => name !== anyPath && !known.includes(name));
  if (news.length > 0)
    job.notice(
      `the values from before of ${news.join(", ")} are not known: earlier runs of this stack have changed the object, and no record ` +
        "that this run knows says what they changed. A restore leaves these members as they are. If you know the values, give them as the argument `previous`.",
    );
}

export function tellLeftAlone(
  job: Job,
  object: PartialObject,
  { leftAlone, decided = [], taken = [], unknown = [] }: Patch & LeftAlone,
  outputs: Values,
  context: LinkContext,
): void {
  if (unknown.length > 0)
    job.notice(
      `the values from before of ${unknown.join(", ")} are not known; the patch leaves the value as it is, and does not restore it.`,
    );
  if (decided.length > 0)
    job.notice(
      `somebody else can decide on ${decided.join(", ")} now; the patch leaves the value as it is, and does not restore it.`,
    );
  if (leftAlone.length > 0)
    job.notice(
      `somebody else has changed ${leftAlone.join(", ")} since; the patch leaves the value as it is, and does not restore it.`,
    );
  if (taken.length === 0) return;
  const records = job.run.recordsOf(spellings(object.path, job.links.names));
  const others = records.filter((record) => record[requestKey] !== outputs[requestKey]);
  const leavesAt = (recorded: Values, name: string) =>
    ownLeaves(object.shape, recorded).filter(({ path }) => pathText(path) === name);
  // What that one found need not be what was there before this one: it may be what this one has set.
  const isLost = (name: string, record: Values) =>
    unknownPaths(record).includes(name) ||
    leavesAt(outputs, name).some(({ kind, path, value }) =>
      sameLeaf(kind, valueAt(previousIn(record), path), value, context),
    );
  const lost = taken.filter(
    (name) => !others.some((record) => leavesAt(record, name).length > 0 && !isLost(name, record)),
  );
  job.notice(
    `another resource of the program manages ${taken.join(", ")} now; this patch leaves the value as it is, and does not restore it.` +
      (lost.length === 0
        ? ""
        : ` That resource does not know the earlier value of ${lost.join(", ")}: give it as \`previous\` there, if a destroy has to restore it.`),
  );
}
