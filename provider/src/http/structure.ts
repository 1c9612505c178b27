/*
 * The size of a JSON text is not its cost: thirty megabytes of `[` or of `{},` take gigabytes as values. So the structure
 * of a text that somebody else has written is counted before anything makes values of it.
 */

/** Far more levels than any value of this API has, and few enough for the stack of whoever walks through them. */
export const deepestNesting = 1_000;

/** Far more than any honest page has: 500 entries of 500 values. So many take some dozens of megabytes, and less than a second whatever they are. */
export const mostValues = 250_000;

/** The bytes of JSON that matter here. */
const [quote, backslash, comma, open, close] = [0x22, 0x5c, 0x2c, 0x7b, 0x7d];

/** Makes `[` and `{` one byte, and `]` and `}`. */
const eitherBracket = 0x20;

/** Counts the values and levels of a JSON text while it arrives, in pieces of any size. It judges nothing else of it. */
export class StructureMeter {
  /** About as many as the text has values. */
  values = 1;
  private depth = 0;
  private deepest = 0;
  private isText = false;
  private isEscaped = false;

  constructor(private readonly most = mostValues) {}

  /** Takes the next piece of the text, as UTF-8, and tells what is too dear in all of it so far, as `more than 1000 levels`. */
  take(bytes: Uint8Array): string | undefined {
    for (let at = 0; at < bytes.length;) at = this.isText ? this.skipText(bytes, at) : this.count(bytes, at);
    if (this.deepest > deepestNesting) return `more than ${String(deepestNesting)} levels`;
    return this.values > this.most ? `more than ${this.most.toLocaleString("en-US")} values` : undefined;
  }

  /** Counts up to the next text. Each loop has its own few comparisons: they take most of the time. */
  private count(bytes: Uint8Array, start: number): number {
    let { values, depth, deepest } = this;
    let at = start;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === quote) {
        this.isText = true;
        break;
      }
      if (byte === comma) values += 1;
      else if ((byte | eitherBracket) === open) {
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if ((byte | eitherBracket) === close) depth -= 1;
    }
    this.values = values;
    this.depth = depth;
    this.deepest = deepest;
    return at;
  }

  private skipText(bytes: Uint8Array, start: number): number {
    let at = this.isEscaped ? start + 1 : start;
    this.isEscaped = false;
    while (at < bytes.length) {
      const byte = bytes[at];
      at += 1;
      if (byte === quote) {
        this.isText = false;
        break;
      }
      if (byte === backslash) at += 1;
    }
    this.isEscaped = at > bytes.length;
    return at;
  }
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
