/** Far more levels than any value of this API has, and few enough for the stack of whoever walks through them. */
export const deepestNesting = 1_000;

/** Whether a JSON value has more levels than that, found without recursion. */
export function isNestedTooDeep(value: unknown): boolean {
  return excessOf(value) === "levels";
}

/**
 * What a JSON value has too much of to be worked with: levels, or a number that is larger than any that can be held and
 * written again.
 */
export function excessOf(value: unknown): "levels" | "number" | undefined {
  let level: object[] = typeof value === "object" && value !== null ? [value] : [];
  let found: "number" | undefined;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return "levels";
    const next: object[] = [];
    for (const container of level) {
      for (const key in container) {
        const member: unknown = (container as Record<string, unknown>)[key];
        if (typeof member === "object" && member !== null) next.push(member);
        else if (member === Infinity || member === -Infinity) found = "number";
      }
    }
    level = next;
  }
  return found;
}
