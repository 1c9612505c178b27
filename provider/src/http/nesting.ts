/** Far more levels than any value of this API has, and few enough for the stack of whoever walks through them. */
export const deepestNesting = 1_000;

/** True if a JSON value has more levels than that. Found without recursion. */
export function isNestedTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return true;
    level = level
      .filter((one) => typeof one === "object" && one !== null)
      .flatMap((container) => Object.values(container as object) as unknown[]);
  }
  return false;
}
