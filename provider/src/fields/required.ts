import type { Kind } from "./kind";
import { isEmpty, isValues } from "./values";

/** The same kind, with members that have to be there and say something. */
export function requiring(kind: Kind, ...members: readonly string[]): Kind {
  return {
    ...kind,
    problems(value, property, context) {
      const empty = isValues(value) ? members.filter((member) => isEmpty(value[member])) : [];
      const missing = empty.map((member) => {
        const at = `${property}.${member}`;
        return { property: at, reason: `${at} is required: ${kind.member?.(member)?.describe ?? "a value"}.` };
      });
      const others = kind.problems(value, property, context);
      return [...missing, ...others.filter((other) => !missing.some((one) => one.property === other.property))];
    },
  };
}
