/*
 * What a JSON text costs is not its size: thirty megabytes of `[` or of `{},` take gigabytes as values. So the structure
 * of a text that somebody else has written is counted before anything makes values of it.
 */

/** Far more levels than any value of this API has, and few enough for the stack of whoever walks through them. */
export const deepestNesting = 1_000;

/** Far more than any honest page has: 500 entries of 1,000 values. So many take some dozens of megabytes. */
export const mostValues = 500_000;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [34, 92, 44, 91, 93, 123, 125];

/** Counts the values and levels of a JSON text while it arrives, in pieces of any size. It judges nothing else of it. */
export class StructureMeter {
  /** About as many as the text has values. */
  values = 1;
  private depth = 0;
  private deepest = 0;
  private isText = false;
  private isEscaped = false;

  /** Takes the next piece of the text, as UTF-8. Tells what is too dear in it so far, as `structureProblem` does. */
  take(bytes: Uint8Array): string | undefined {
    let { values, depth, deepest, isText, isEscaped } = this;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (byte === quote) isText = false;
        else if (byte === backslash) isEscaped = true;
      } else if (byte === quote) isText = true;
      else if (byte === comma) values += 1;
      else if (byte === openObject || byte === openList) {
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if (byte === closeObject || byte === closeList) depth -= 1;
    }
    Object.assign(this, { values, depth, deepest, isText, isEscaped });
    if (deepest > deepestNesting) return `more than ${String(deepestNesting)} levels`;
    return values > mostValues ? `more than ${mostValues.toLocaleString("en-US")} values` : undefined;
  }
}

/** Why a JSON text costs too much to be read, as `more than 1000 levels`; `undefined` where it does not. */
export function structureProblem(json: string | Uint8Array): string | undefined {
  return new StructureMeter().take(typeof json === "string" ? Buffer.from(json) : json);
}

/** True if a value has more levels than that. Found without recursion. */
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
