/** Takes secrets out of a text, or out of a stretch of it. */
export type Redact = (text: string, from?: number, to?: number) => string;

/** The word that stands in place of a secret. */
export type SecretKind = "token" | "secret";

interface Entry {
  readonly kind: SecretKind;
  readonly forms: readonly Form[];
}

/** One way in which a secret can be written. */
interface Form {
  readonly text: string;
  /** The part of its beginning that gives it away; all of it where a part proves nothing. */
  readonly anchor: string;
}

/** Shorter parts of base64 would be found where the secret is not. */
const shortestCode = 10;

/** So much of the beginning gives a long secret away: whatever prints headers likes to cut them. */
const anchorLength = 20;

/** A secret that is shorter is looked for as a whole. */
const shortestCut = 32;

/** A place of a secret in a text. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

export interface SecretsOptions {
  /** Shorter texts would take innocent words out of messages, and protect nothing. */
  readonly shortest: number;
  /** So many are kept, the newest. */
  readonly most: number;
  /** True for credentials: whoever gets one in a request may write it as a URL escapes it, or in base64. */
  readonly mayBeEncoded?: boolean;
}

/** Secrets, and what takes them out of whatever a person reads. */
export class Secrets {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly options: SecretsOptions) {}

  /** @param mayBeCut true if the beginning of a long one counts as the secret, too */
  add(secret: string, kind: SecretKind, mayBeCut = true): void {
    const known = this.entries.get(secret);
    if (secret.length < this.options.shortest || isMarkPart(secret)) return;
    // The newest at the end.
    if (known !== undefined) this.entries.delete(secret);
    this.entries.set(secret, known ?? { kind, forms: this.listForms(secret, mayBeCut) });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.options.most) break;
      this.entries.delete(oldest);
    }
  }

  /** The text with a word in place of each secret. */
  readonly redact: Redact = (text, from, to) => withoutAny(text, [this], from, to);

  private listForms(secret: string, mayBeCut: boolean): Form[] {
    // Messages quote values as JSON does.
    const texts = [secret, JSON.stringify(secret).slice(1, -1)];
    if (this.options.mayBeEncoded === true) texts.push(...listEncodings(secret));
    return [...new Set(texts)].map((text) => ({
      text,
      anchor: mayBeCut && text.length >= shortestCut ? text.slice(0, anchorLength) : text,
    }));
  }

  /** Where a stretch of a text has secrets, or a part of one that begins before it or ends behind it. */
  findSpans(text: string, from: number, to: number): Span[] {
    return [...this.entries.values()].flatMap(({ forms, kind }) =>
      forms.flatMap((form) => {
        const begin = Math.max(0, from - form.text.length);
        const part = text.slice(begin, to + form.text.length);
        if (!contains(part, form.anchor)) return [];
        return findSpans(part, form)
          .map(({ start, end }) => ({ start: Math.max(from, begin + start), end: Math.min(to, begin + end), kind }))
          .filter(({ start, end }) => start < end);
      }),
    );
  }
}

/**
 * The text, or a stretch of it, without the secrets of all of these. To look for many secrets in all of a text that is far too long takes
 * a minute, and the end of a stretch can be within one.
 */
export function withoutAny(text: string, sources: readonly Secrets[], from = 0, to = text.length): string {
  // All in the text as it came: secrets may overlap or begin alike, and the removal of one must not hide another.
  const spans = sources.flatMap((secrets) => secrets.findSpans(text, from, to));
  let [out, done] = ["", from];
  for (const { start, end, kind } of spans.sort((left, right) => left.start - right.start || right.end - left.end)) {
    if (start >= done) out += `${text.slice(done, start)}[${kind}]`;
    done = Math.max(done, end);
  }
  return out + text.slice(done, to);
}

/** True if a text is a part of what stands in place of secrets, which would be replaced again. */
function isMarkPart(text: string): boolean {
  return ["[token]", "[secret]"].some((mark) => mark.includes(text));
}

/** Node.js looks for texts of at most six characters many times as fast as for longer ones. */
function contains(text: string, part: string): boolean {
  return text.includes(part.slice(0, 6)) && text.includes(part);
}

/** A secret as URLs escape it, and in base64 of both alphabets at any position. */
function listEncodings(secret: string): string[] {
  const codes = [0, 1, 2]
    .map((offset) => encodeBase64At(secret, offset))
    .filter(({ length }) => length >= shortestCode);
  const inUrls = codes.map((code) => code.replaceAll("+", "-").replaceAll("/", "_"));
  return [encodeURIComponent(secret.toWellFormed()), ...codes, ...inUrls];
}

/** The characters of base64 that depend on the secret alone, where so many bytes of a group of three precede it. */
function encodeBase64At(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const code = bytes.toString("base64").replaceAll("=", "");
  return code.slice([0, 2, 3][offset], bytes.length % 3 === 0 ? undefined : -1);
}

/** Where a text has as much of the beginning of a secret as gives it away, and how far that goes. */
function findSpans(text: string, { text: form, anchor }: Form): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (let start = text.indexOf(anchor); start !== -1; start = text.indexOf(anchor, start + 1)) {
    let end = start + anchor.length;
    while (end - start < form.length && text[end] === form[end - start]) end += 1;
    const last = spans.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

/**
 * The tokens, credentials and customer keys that this process has used: whatever is shown or recorded goes past them,
 * since what one resource has sent may come back in the answer to another.
 */
export const knownSecrets = new Secrets({ shortest: 8, most: 512, mayBeEncoded: true });
