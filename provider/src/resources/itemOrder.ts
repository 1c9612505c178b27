import { valueAt, type Path } from "../fields/leaves";
import { itemPath, pickDeclared, type Shape } from "../fields/shape";
import { sameOrAbsent, type Kind } from "../fields/kind";
import { define, toValues, type Values } from "../fields/values";
import type { Change } from "../lifecycle/changes/borrow";
import type { Job } from "../lifecycle/job/job";
import type { Target } from "../lifecycle/schema/description";
import type { LinkContext } from "../names/links";
import type { PartialObject } from "../parts/partialObject";
import { readParts, toOwnership } from "../parts/record";
import { restoreParts } from "../parts/restoreParts";

/*
 * Lists of which the service does not take in one request that items go and that others come, such as the secondary ranges of a subnetwork
 * (hashicorp/terraform-provider-google issue 2570): those that go are first. It does not change a range in its place either
 * (hashicorp/terraform-provider-kubernetes issue 565).
 */

/** The changes to what a target says: first the items go, and then the others come. */
export function inItemOrder(
  { record }: Job,
  shape: Shape,
  lists: readonly string[],
  { target, olds }: { readonly target: Target; readonly olds: Values },
  set: (target: Target, olds: Values, isRest: boolean) => Change,
): Change | AsyncIterable<Change> {
  const staying = withoutComingItems(shape, lists, target, olds);
  if (staying === undefined) return set(target, olds, false);
  return (async function* (): AsyncIterable<Change> {
    const values = { ...target.values, ...staying };
    yield set({ ...target, values }, olds, false);
    yield set(target, { ...olds, ...values, ...record.updatedOutputs }, true);
  })();
}

/** The changes that put everything back in that order. */
export async function* restoreInItemOrder(
  job: Job,
  object: PartialObject,
  lists: readonly string[],
  outputs: Values,
  context: LinkContext,
): AsyncIterable<Change> {
  const { applied, previous } = toOwnership(object.shape, readParts(object.shape, outputs));
  const comes = (path: Path) => {
    const item = lists.includes(path[0] ?? "") ? itemPath(object.shape, path) : undefined;
    return item !== undefined && valueAt(previous, item) !== undefined;
  };
  const isInList = ({ path: [field = ""] }: { readonly path: Path }) => lists.includes(field);
  const inLists = applied.filter(isInList);
  // Items that come back wait only if others go.
  if (inLists.some(({ path }) => comes(path)) && inLists.some(({ path }) => !comes(path)))
    yield restoreParts(job, object, outputs, context, comes);
  yield restoreParts(job, object, outputs, context);
}

/** The lists with the items that stay and those that go; `undefined` where nothing goes, or nothing comes. */
function withoutComingItems(
  shape: Shape,
  lists: readonly string[],
  { values, context }: Target,
  olds: Values,
): Values | undefined {
  const [wanted, recorded] = [values, olds].map((one) => pickDeclared(shape, one, context));
  const changes = lists.map((name) => splitItems(shape.kind.member?.(name), wanted?.[name], recorded?.[name], context));
  if (!changes.some(({ goes }) => goes) || !changes.some(({ comes }) => comes)) return undefined;
  const staying = lists.flatMap((name, index) => (values[name] === undefined ? [] : [[name, changes[index]?.staying]]));
  return Object.fromEntries(staying) as Values;
}

interface ItemChanges {
  /** By their keys; `null` is an item that is to be absent. */
  readonly staying: Values;
  readonly goes: boolean;
  readonly comes: boolean;
}

/** An item that changes goes and comes: the service takes no other values for one that is there. */
function splitItems(list: Kind | undefined, wanted: unknown, recorded: unknown, context: LinkContext): ItemChanges {
  const [after, before] = [toValues(wanted), toValues(recorded)];
  const staying: Values = {};
  let goes = Object.keys(before).some((key) => !Object.hasOwn(after, key));
  let comes = false;
  for (const [key, item] of Object.entries(after)) {
    const kind = list?.member?.(key);
    const isRecorded = before[key] !== undefined;
    const isSame = isRecorded && kind !== undefined && sameOrAbsent(kind, before[key], item, context);
    if (isSame) define(staying, key, item);
    else if (item === null || isRecorded) define(staying, key, null);
    goes ||= item === null || (isRecorded && !isSame);
    comes ||= item !== null && !isSame;
  }
  return { staying, goes, comes };
}
