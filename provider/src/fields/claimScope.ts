import type { Problem } from "./problem";
import { isUnknown } from "./unknown";

/**
 * Where the object of a resource is among other objects, outermost first, each with the property that names it: a grant is
 * in a policy. A resource sets everything that is in its own object, so no other one can have its object there.
 */
export type ClaimScope = readonly {
  readonly property: string;
  readonly at: string;
  /** How a message says that two resources have it, as a sentence. Default: that the property means the place. */
  readonly clash?: string;
}[];

/** A resource, and where its object is. */
export interface PlacedResource {
  /** As a message names it: `gce:Route`. */
  readonly kind: string;
  readonly place: ClaimScope;
  /** Several resources of a program may manage one object, because each leaves it as the others want it. */
  readonly repeatable?: true | undefined;
}

/**
 * Why a resource cannot be beside another one, whose object is the same, or is in it or around it; `undefined` if it can.
 *
 * @param other.name how a message names it, behind its kind
 */
export function findScopeConflict(
  own: PlacedResource,
  other: PlacedResource & { readonly name: string },
): Problem | undefined {
  const common = findCommon(own.place, other.place);
  const deeper = other.place.length - own.place.length;
  if (common === undefined || (deeper === 0 && own.repeatable)) return undefined;
  const { property, at, clash = `${property} means ${at}.` } = common;
  const named = `${other.kind} ${other.name}`;
  const rule =
    deeper === 0
      ? `Only one resource can manage an object. Change ${property} in one of the two, or remove one.`
      : `${deeper < 0 ? named : `This ${own.kind}`} sets everything there, so no other resource can set a part. Give everything to it, or remove it.`;
  const beside = `${named} of this program manages ${deeper > 0 ? "a part there" : "it too"}.`;
  return { property, reason: `${clash} ${beside} ${rule}` };
}

/** The place that two have in common, if one of them is the other one or is in it. */
function findCommon(one: ClaimScope, other: ClaimScope): ClaimScope[number] | undefined {
  const depth = Math.min(one.length, other.length);
  const isShared = one.slice(0, depth).every(({ at }, index) => at === other[index]?.at && !isUnknown(at));
  return isShared ? one[depth - 1] : undefined;
}
