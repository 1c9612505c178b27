import type { Problem } from "../kinds/kind";
import type { Resource } from "../resource";
import { isUnknown } from "../unknown";
import type { Values } from "../values";
import { overlap, pathText, type Path } from "./leaves";
import { managedLeaves } from "./ownership";
import { declaredOf, type Shape } from "./shape";

/** What resources of one program manage, by the path of the object and the name of the resource. */
type Claims = Map<string, Map<string, readonly Path[]>>;

const claimsOf = new WeakMap<Resource, Claims>();

/**
 * Parts of an object that another resource of the same program manages as well: at every run, each would undo what the
 * other did. What is not known yet is let through; it is known when the resource is made.
 *
 * @param object path of the object
 * @param name how the program names the resource
 */
export function claimProblems(
  resource: Resource,
  shape: Shape,
  object: string,
  name: string,
  inputs: Values,
): Problem[] {
  const claims: Claims = claimsOf.get(resource) ?? new Map();
  claimsOf.set(resource, claims);
  const ofObject = claims.get(object) ?? new Map<string, readonly Path[]>();
  claims.set(object, ofObject);
  const known = Object.entries(declaredOf(shape, inputs)).filter(([, value]) => !isUnknown(value));
  const own = managedLeaves(shape, Object.fromEntries(known))
    .filter(({ value }) => !isUnknown(value))
    .map(({ path }) => path);
  ofObject.set(name, own);
  return [...ofObject].flatMap(([other, theirs]) =>
    other === name
      ? []
      : own
          .filter((path) => theirs.some((their) => overlap(path, their)))
          .map((path) => spelt(shape, path, inputs))
          .map((property) => ({
            property,
            reason: `${property} is managed by ${JSON.stringify(other)} too, a resource of this program for the same object: at every run each would undo the other. Keep it in one of them.`,
          })),
  );
}

/** A path in the program's own words. */
function spelt({ shorthand }: Shape, [field = "", ...rest]: Path, inputs: Values): string {
  const isShort = shorthand !== undefined && field === shorthand.standsFor && inputs[field] === undefined;
  return pathText([isShort ? shorthand.name : field, ...rest]);
}
