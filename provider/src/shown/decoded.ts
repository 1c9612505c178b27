/** One place of a text where an escape stands for other characters. */
interface Step {
  readonly start: number;
  readonly end: number;
  readonly originStart: number;
  readonly originEnd: number;
}

/** Part of a text, from its first character to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text under another reading, such as one whose escapes are resolved, which knows where each character stood. */
export class Decoded {
  private constructor(
    readonly text: string,
    private readonly steps: readonly Step[],
    private readonly before: Decoded | undefined,
  ) {}

  /** The text as it is. */
  static of(text: string): Decoded {
    return new Decoded(text, [], undefined);
  }

  /** The text with every match replaced by what it stands for. */
  resolved(pattern: RegExp, meaning: (match: RegExpExecArray) => string): Decoded {
    const steps: Step[] = [];
    const pieces: string[] = [];
    let [end, originEnd] = [0, 0];
    for (const match of this.text.matchAll(pattern)) {
      const stands = meaning(match);
      const start = end + match.index - originEnd;
      pieces.push(this.text.slice(originEnd, match.index), stands);
      end = start + stands.length;
      originEnd = match.index + match[0].length;
      steps.push({ start, end, originStart: match.index, originEnd });
    }
    return steps.length === 0 ? this : new Decoded(pieces.join("") + this.text.slice(originEnd), steps, this);
  }

  /** Where a part of this reading stands in the text as it was at first: whole escapes, never half of one. */
  origin({ start, end }: Span): Span {
    if (this.before === undefined) return { start, end };
    return this.before.origin({ start: this.originOf(start).start, end: this.originOf(end - 1).end });
  }

  /** Where one character comes from. */
  private originOf(index: number): Span {
    let [low, high] = [0, this.steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.steps[middle]?.start ?? Infinity) <= index) low = middle + 1;
      else high = middle;
    }
    // What is removed stands for nothing: the last of such steps is the nearest.
    const step = this.steps[low - 1];
    if (step === undefined) return { start: index, end: index + 1 };
    if (index < step.end) return { start: step.originStart, end: step.originEnd };
    const start = step.originEnd + index - step.end;
    return { start, end: start + 1 };
  }
}

/** Escapes of JSON and of programming languages, of URLs, and of HTML. */
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([nrtbf"'/\\])|%([0-9a-f]{2})|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|sol|plus|equals|lowbar|period);/gi;

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
  ...{ sol: "/", plus: "+", equals: "=", lowbar: "_", period: "." },
};

/** What an escape stands for. */
function meaningOf([escape, unicode, hex, control, percent, decimal, hexadecimal, entity]: readonly string[]): string {
  if (control !== undefined) return controls[control] ?? control;
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? "";
  const digits = unicode ?? hex ?? percent ?? hexadecimal;
  const code = digits === undefined ? Number.parseInt(decimal ?? "", 10) : Number.parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : (escape ?? "");
}

/** A text may be escaped for one format, and that for another. */
const mostRounds = 4;

/** The text as it is, and with its escapes resolved, as often as there are some. */
export function readingsOf(text: string): Decoded[] {
  const readings = [Decoded.of(text)];
  for (let round = 0; round < mostRounds; round += 1) {
    const newest = readings[round];
    if (newest === undefined || !mayEscape(newest.text)) break;
    const next = newest.resolved(escapes, meaningOf);
    if (next === newest) break;
    readings.push(next);
  }
  return readings;
}

/** Whether a text may have escapes: looked for in no time, as most have none. */
export function mayEscape(text: string): boolean {
  return text.includes("\\") || text.includes("%") || text.includes("&");
}

/** Whether there is an escape for a character that keys and tokens are made of; quotes and line ends are none. */
export function mayEscapeLetters(text: string): boolean {
  return ["\\u", "\\x", "\\/", "%", "&"].some((beginning) => text.includes(beginning));
}

/** The same reading without what folds long lines. */
export function joined(reading: Decoded): Decoded {
  return reading.resolved(/\s+/g, () => "");
}
