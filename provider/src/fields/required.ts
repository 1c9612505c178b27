import type { Kind } from "./kind";
import { isEmpty, isValues } from "./values";

/** The same kind, with members that have to be there and say something. */
export function requiring(kind: Kind, ...members: readonly string[]): Kind {
  return {
    ...kind,
    problems(value, property, context) {
      const missing = isValues(value) ? members.filter((member) => isEmpty(value[member])) : [];
      return [
        ...missing.map((member) => {
          const at = `${property}.${member}`;
          return { property: at, reason: `${at} is required: ${kind.member?.(member)?.describe ?? "a value"}.` };
        }),
        ...kind.problems(value, property, context),
      ];
    },
  };
}
