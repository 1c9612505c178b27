import type { Problem } from "./problem";
import { isUnknown } from "./unknown";
import type { Values } from "./values";

/** How the rule is told. */
export interface ExactlyOneRule {
  /** `A route needs a next hop`. */
  readonly needs: string;
  /** `A route has exactly one next hop`. */
  readonly has: string;
  /** Which argument a missing one is told of. Default: the first. */
  readonly property?: string;
  /** The text before the name of one that is too much: `snapshotEncryptionKey.`. */
  readonly prefix?: string;
}

/** Of these arguments exactly one may be given. One that is not known yet may turn out to be absent. */
export function exactlyOne(values: Values, names: readonly string[], rule: ExactlyOneRule): Problem[] {
  const { needs, has, property = names[0] ?? "", prefix = "" } = rule;
  const present = names.filter((name) => values[name] !== undefined);
  const known = present.filter((name) => !isUnknown(values[name]));
  if (present.length === 0) return [{ property, reason: `${needs}: give one of ${names.join(", ")}.` }];
  if (known.length <= 1) return [];
  return [
    { property: `${prefix}${known[1] ?? ""}`, reason: `${has}, and ${known.join(" and ")} are given: keep one.` },
  ];
}
