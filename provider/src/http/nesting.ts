/** Far more levels than any value of this API has, and few enough for the stack of whoever walks through them. */
export const deepestNesting = 1_000;

/** Whether a JSON value has more levels than that. */
export function isNestedTooDeep(value: unknown): boolean {
  return sizeOf(value).excess === "levels";
}

/** How large a JSON value is. */
export interface Size {
  /** How many members and items it has at all levels. */
  readonly members: number;
  /**
   * What it has too much of to be worked with: levels, or a number that is larger than any that can be held and written
   * again.
   */
  readonly excess?: "levels" | "number";
}

/** Found without recursion. */
export function sizeOf(value: unknown): Size {
  let level: object[] = typeof value === "object" && value !== null ? [value] : [];
  let members = 0;
  let isBeyondBounds = false;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return { members, excess: "levels" };
    const next: object[] = [];
    for (const container of level) {
      for (const key in container) {
        members += 1;
        const member: unknown = (container as Record<string, unknown>)[key];
        if (typeof member === "object" && member !== null) next.push(member);
        else if (member === Infinity || member === -Infinity) isBeyondBounds = true;
      }
    }
    level = next;
  }
  return isBeyondBounds ? { members, excess: "number" } : { members };
}
