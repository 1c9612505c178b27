import { fc } from "./property";
import type { Kind } from "../../provider/src/fields/kind";
import { define, isValues, type Values } from "../../provider/src/fields/values";

/** Members that no kind knows: what the service may add to any object of its answers. */
export const serviceMembers: fc.Arbitrary<Values> = fc
  .dictionary(
    fc.constantFrom("calculated", "kind", "etag", "newInNextYear"),
    fc.oneof(fc.nat(), fc.string(), fc.boolean(), fc.constant({ deep: [1] }), fc.constant([{ deep: 1 }])),
    { minKeys: 1, maxKeys: 3 },
  )
  .map((members) => ({ ...members }));

/** The value with such members added at every depth where they can be: to objects, and not to maps of the user's keys. */
export function withServiceMembers(kind: Kind, value: unknown, members: Values): unknown {
  const { item, member: memberOf } = kind;
  if (item !== undefined && Array.isArray(value))
    return value.map((one: unknown) => withServiceMembers(item, one, members));
  if (memberOf === undefined || !isValues(value)) return value;
  const added: Values = {};
  for (const [key, one] of Object.entries(value)) {
    const member = memberOf(key);
    define(added, key, member === undefined ? one : withServiceMembers(member, one, members));
  }
  for (const [key, one] of Object.entries(members)) {
    if (memberOf(key) === undefined) define(added, key, one);
  }
  return added;
}
