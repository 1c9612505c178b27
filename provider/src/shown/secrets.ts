import { joined, mayEscapeLetters, readingsOf, type Decoded, type Span } from "./decoded";
import { folded, formsOf, type SecretForm } from "./secretForms";

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands in place of a secret. */
export type SecretKind = "token" | "secret";

interface Entry {
  readonly secret: string;
  readonly kind: SecretKind;
  readonly forms: readonly SecretForm[];
}

interface Found extends Span {
  readonly kind: SecretKind;
}

/** A longer text is no message: it is a list, in which letter case and folded lines are not worth the time. */
const longestFolded = 32 * 1024;

/** In longer texts the lines are not joined to look for what was folded: no message is that long. */
const longestJoined = 256 * 1024;

/** The base64 of a reading may go on with its padding. */
const base64 = /[A-Za-z0-9+/_=-]/;

export interface SecretsOptions {
  /** Shorter texts would take innocent words out of messages, and protect nothing. */
  readonly shortest: number;
  /** So many are kept, the newest. */
  readonly most: number;
  /** Whether the beginning of a long one counts as the secret, too. */
  readonly mayBeCut: boolean;
}

/**
 * Secrets, and what takes them out of whatever is shown or recorded: as they are, in any letter case, escaped for JSON,
 * URLs and HTML, in base64 of both alphabets at any position, and in hexadecimal.
 */
export class Secrets {
  private readonly entries = new Map<string, Entry>();

  /** Whether words stand in place of secrets in an answer that was handed on. */
  private hasAlteredAnswers = false;

  constructor(private readonly options: SecretsOptions) {}

  add(secret: string, kind: SecretKind): void {
    const known = this.entries.get(secret);
    if (secret.length < this.options.shortest) return;
    // The newest at the end.
    if (known !== undefined) this.entries.delete(secret);
    this.entries.set(secret, known ?? { secret, kind, forms: formsOf(secret, this.options.mayBeCut) });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.options.most) break;
      this.entries.delete(oldest);
    }
  }

  /** The text, or the part of it that is asked for, with a word in place of each secret. */
  readonly outOf = (text: string, from = 0, to = text.length): string => {
    const found = this.spansIn(text);
    let [out, end] = ["", from];
    for (const { start, end: after, kind } of found) {
      if (after <= from || start >= to) continue;
      if (start > end) out += text.slice(end, start);
      if (after > end) out += `[${kind}]`;
      end = Math.max(end, after);
    }
    return end < to ? out + text.slice(end, to) : out;
  };

  isIn(text: string): boolean {
    if (this.entries.size === 0) return false;
    if (text.length > longestFolded) {
      const readings = mayEscapeLetters(text) ? readingsOf(text).map((reading) => reading.text) : [text];
      return readings.some((reading) => this.isExactlyIn(reading));
    }
    return readingsOf(text).some((reading) => this.spansOf(reading, 1).length > 0);
  }

  /**
   * A value of JSON without secrets, its keys included.
   *
   * @param json what it was parsed from, in which they are looked for first
   * @param said what the program itself says in the clear: a text in it is no secret
   */
  outOfAnswer<T>(value: T, json: string, said: () => unknown): T {
    if (!this.isIn(json)) return value;
    this.hasAlteredAnswers = true;
    const inTheClear = JSON.stringify([said()]);
    const others = new Secrets(this.options);
    for (const { secret, kind } of this.entries.values()) {
      if (!inTheClear.includes(secret)) others.add(secret, kind);
    }
    return mapped(value, others.outOf) as T;
  }

  /** Whether a text that is to be sent may have such a word from an answer: to write it would destroy what it stands for. */
  mayRepeatAltered(text: string): boolean {
    return this.hasAlteredAnswers && /\[(token|secret)\]/.test(text);
  }

  private isExactlyIn(text: string): boolean {
    for (const { forms } of this.entries.values()) {
      if (forms.some(({ exact }) => exact.some((spelling) => has(text, spelling)))) return true;
    }
    return false;
  }

  private spansIn(text: string): Found[] {
    if (this.entries.size === 0 || text === "") return [];
    const found = readingsOf(text).flatMap((reading) => this.spansOf(reading));
    return found.sort((left, right) => left.start - right.start || right.end - left.end);
  }

  /** Where secrets stand, in the reading and with its lines joined. */
  private spansOf(reading: Decoded, most = Infinity): Found[] {
    const own = this.matches(reading, most);
    if (own.length >= most || reading.text.length > longestJoined) return own;
    return [...own, ...this.matches(joined(reading), most)];
  }

  private matches(reading: Decoded, most: number): Found[] {
    const text = folded(reading.text);
    const found: Found[] = [];
    for (const { forms, kind } of this.entries.values()) {
      for (const form of forms) {
        for (let at = text.indexOf(form.anchor); at !== -1; at = text.indexOf(form.anchor, at + 1)) {
          found.push({ ...reading.origin(extent(reading.text, text, form, at)), kind });
          if (found.length >= most) return found;
        }
      }
    }
    return found;
  }
}

/** Node.js looks for texts of at most six characters many times as fast as for longer ones. */
const quickLength = 6;

function has(text: string, part: string): boolean {
  return text.includes(part.slice(0, quickLength)) && text.includes(part);
}

/** How far a secret goes of which the beginning was found. */
function extent(original: string, text: string, form: SecretForm, at: number): Span {
  let length = form.anchor.length;
  while (length < form.text.length && text[at + length] === form.text[length]) length += 1;
  let [start, end] = [at, at + length];
  const isCode = (index: number) => base64.test(original[index] ?? "");
  if (form.before > 0 && start > 0 && isCode(start - 1)) start -= 1;
  if (length === form.text.length) {
    if (form.after > 0 && isCode(end)) end += 1;
    while (original[end] === "=") end += 1;
  }
  return { start, end };
}

function mapped(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [redact(key), mapped(member, redact)]));
}

/** The texts in a value, at whatever depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Takes the texts in a value out of messages. */
export function redactionOf(value: unknown): Redact {
  const texts = textsIn(value);
  const secrets = new Secrets({ shortest: 6, most: texts.length, mayBeCut: false });
  for (const text of texts) secrets.add(text, "secret");
  return (text) => secrets.outOf(text);
}

/**
 * The tokens, credentials and customer keys that this process has used: whatever is shown or recorded goes past them,
 * since what one resource has sent may come back in the answer to another.
 */
export const knownSecrets = new Secrets({ shortest: 8, most: 512, mayBeCut: true });
