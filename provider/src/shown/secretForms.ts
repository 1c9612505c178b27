/** One way in which a secret can be written. */
export interface SecretForm {
  /** Folded as by `folded`. */
  readonly text: string;
  /** What of its beginning gives it away; all of it where a part proves nothing. */
  readonly anchor: string;
  /** The beginnings as they are in a text that is too long to be folded. */
  readonly exact: readonly string[];
  /** Characters next to it that hold some bits of it. */
  readonly before: number;
  readonly after: number;
}

/** The spellings of one secret: letter case and the alphabets of base64 make no difference to what is found. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return same.replaceAll("-", "+").replaceAll("_", "/");
}

/** Shorter parts would be found where the secret is not. */
const shortestCode = 10;

/** So much of the beginning gives a long secret away: whatever prints headers likes to cut them. */
const anchorLength = 20;

/** A secret that is shorter is looked for as a whole. */
const shortestCut = 32;

/**
 * How a secret may be written in a text whose escapes are resolved: as it is, in base64 at each of the three positions
 * that its bytes may have there, and in hexadecimal; a key that is base64 itself also by its bytes.
 */
export function formsOf(secret: string, mayBeCut: boolean): SecretForm[] {
  const bytes = Buffer.from(secret, "utf8");
  const plain = isBase64(secret) ? secret.replaceAll("=", "") : secret;
  const codes = [
    { text: plain, before: 0, after: 0 },
    ...[0, 1, 2].map((offset) => encodedAt(bytes, offset)),
    { text: bytes.toString("hex"), before: 0, after: 0 },
    ...(isBase64(secret) ? [{ text: Buffer.from(secret, "base64").toString("hex"), before: 0, after: 0 }] : []),
  ];
  return codes
    .filter(({ text }, index) => index === 0 || text.length >= shortestCode)
    .map(({ text, before, after }) => {
      const form = folded(text);
      const anchor = mayBeCut ? anchorOf(form) : form;
      return { text: form, anchor, exact: spellings(text.slice(0, anchor.length)), before, after };
    });
}

function anchorOf(form: string): string {
  return form.length < shortestCut ? form : form.slice(0, anchorLength);
}

/** Both alphabets of base64, and both letter cases of hexadecimal. */
function spellings(text: string): string[] {
  const url = text.replaceAll("+", "-").replaceAll("/", "_");
  return [...new Set([text, url, ...(/^[0-9a-f]+$/.test(text) ? [text.toUpperCase()] : [])])];
}

function isBase64(text: string): boolean {
  return text.length >= 24 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** The characters of base64 that depend on the bytes alone, where so many bytes of their group of three precede them. */
function encodedAt(bytes: Buffer, offset: number) {
  const code = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replaceAll("=", "");
  const isOpen = (offset + bytes.length) % 3 !== 0;
  return {
    text: code.slice([0, 2, 3][offset], isOpen ? -1 : undefined),
    before: offset === 0 ? 0 : 1,
    after: isOpen ? 1 : 0,
  };
}
