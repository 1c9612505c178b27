import type { CallContext } from "../http/client";
import type { Operation } from "../compute/endpoints/operations";
import { listLeaves, overlap, pathText, type Leaf, type Path } from "../fields/leaves";
import { managedLeaves, type Shape } from "../fields/shape";
import type { Values } from "../fields/values";
import type { Borrow } from "../lifecycle/changes/borrow";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import type { GoneLinks } from "./goneLinks";
import type { Patch } from "./mergePatch";
import { planPatch, type Basis } from "./ownership";
import { readParts, toOwnership } from "./record";

/*
 * An object of somebody else's with parts that a resource manages: how it is patched, and what of its record still counts.
 */

/**
 * The object at the service.
 *
 * @typeParam B its neighbours, which decide on some of its parts
 */
export interface PartialObject<B = unknown> {
  readonly shape: Shape;
  readonly path: string;
  readonly project: string;
  /** @param call the means of the request. Default: those of the step */
  read(call?: CallContext): Promise<Values>;
  /** Reads the neighbours of the object, as far as they concern this patch. */
  readBeside(actual: Values, patch: Values): Promise<B>;
  /** The members on which a neighbour decides by now: they are not put back. */
  decidedByOthers(beside: B): readonly string[];
  /** Sends a merge patch, items by their keys, that is refused when the object is no longer as it was read (`actual`). */
  send(patch: Values, actual: Values, requestId: string): Promise<Operation>;
}

/**
 * A patch of an object that carries a fingerprint.
 *
 * @param gone the earlier values that cannot come back: after a refusal for one, the others are sent again
 */
export function patchObject(
  { path, project, read, send }: PartialObject,
  gone: GoneLinks,
): Omit<Borrow<Values, Values>, "plan"> {
  return {
    action: "patch",
    key: path,
    isConditional: true,
    version: ({ fingerprint }) => fingerprint,
    read: () => read(),
    write: (patch, actual) => ({
      action: "patch",
      project,
      send: (requestId) => send(patch, actual, requestId),
    }),
    lookAgain: (error, actual) => Promise.resolve(gone.learn(error) ? actual : undefined),
  };
}

/**
 * The record of an object, as far as it is about the actual incarnation and still this resource's.
 *
 * @param isClaimed true if a part is another resource's by now, which must not be undone
 */
export function readRecorded(
  object: PartialObject,
  actual: Values,
  outputs: Values,
  isClaimed: (part: Path) => boolean,
): Omit<ClaimedBasis, "declared" | "context"> {
  if (isDifferentIncarnation(actual, outputs)) return { applied: [], claimed: [], previous: {}, undetermined: [] };
  const { applied, ...others } = toOwnership(object.shape, readParts(object.shape, outputs));
  const claimed = applied.filter(({ path }) => isClaimed([object.path, ...path]));
  return {
    ...others,
    applied: applied.filter((leaf) => !claimed.includes(leaf)),
    claimed: [...new Set(claimed.map(({ path }) => pathText(path)))],
  };
}

/** The basis of a patch, with the parts that another resource of the program manages by now. */
type ClaimedBasis = Basis & Required<Omit<Basis, "isDue">> & { readonly claimed: readonly string[] };

/** The patch without members that would only go back, and on which somebody else decides by now, or whose earlier value is gone. */
export async function planAllowedPatch<B>(
  object: PartialObject<B>,
  actual: Values,
  { applied, ...basis }: ClaimedBasis,
  gone: GoneLinks,
): Promise<Patch & { readonly beside: B }> {
  const { shape } = object;
  const canReturn = ({ path }: Leaf) => !gone.has(pathText(path));
  const { body, notRestored, unseen } = planPatch(shape, actual, { ...basis, applied: applied.filter(canReturn) });
  const beside = await object.readBeside(actual, body);
  const decidedByOthers = object
    .decidedByOthers(beside)
    .filter((name) => basis.declared[name] === undefined && body[name] !== undefined);
  const allowed = Object.fromEntries(Object.entries(body).filter(([name]) => !decidedByOthers.includes(name)));
  const declared = managedLeaves(shape, basis.declared, basis.context);
  gone.sent = listLeaves(shape.kind, allowed)
    .filter(({ path }) => !declared.some((leaf) => overlap(leaf.path, path)))
    .map(({ path, value }) => ({ name: pathText(path), value }));
  return {
    beside,
    unseen,
    body: allowed,
    notRestored: { ...notRestored, decidedByOthers, gone: gone.list(), claimedByOther: basis.claimed },
  };
}
