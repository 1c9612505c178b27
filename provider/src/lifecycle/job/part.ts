import { overlap, type Path } from "../../fields/leaves";
import { isSamePath } from "../../names/samePath";

/** An object or a part of one: `[path]` is an object itself, `[path, …]` a part of it. */
export type Part = Path;

/** True if two parts touch. An object itself is apart from its parts. */
export function covers([object = "", ...one]: Part, [otherObject = "", ...other]: Part): boolean {
  if (!isSamePath(object, otherObject)) return false;
  return one.length === 0 || other.length === 0 ? one.length === other.length : overlap(one, other);
}
