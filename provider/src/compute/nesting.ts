/** Far more levels than any value of this API has, and few enough for the stack of whoever walks through them. */
export const deepestNesting = 1_000;

/** Whether a JSON value has more levels than that. */
export function isNestedTooDeep(value: unknown): boolean {
  return countMembers(value) === undefined;
}

/** How many members and items a JSON value has at all levels, found without recursion; `undefined` when it is too deep. */
export function countMembers(value: unknown): number | undefined {
  let level: object[] = typeof value === "object" && value !== null ? [value] : [];
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return undefined;
    const next: object[] = [];
    for (const container of level) {
      for (const key in container) {
        count += 1;
        const member: unknown = (container as Record<string, unknown>)[key];
        if (typeof member === "object" && member !== null) next.push(member);
      }
    }
    level = next;
  }
  return count;
}
