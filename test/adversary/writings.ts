/** One way to write a secret, as whoever repeats it may. */
export interface Writing {
  readonly name: string;
  /** Null for a secret that cannot be written so. */
  readonly write: (secret: string) => string;
  /** What of the written text gives the secret away. */
  readonly trace?: (written: string) => string;
}

const base64 = (bytes: number) => (secret: string) =>
  Buffer.concat([Buffer.alloc(bytes, "x"), Buffer.from(`${secret} and more`)]).toString("base64");

const base64url = (bytes: number) => (secret: string) =>
  base64(bytes)(secret).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The characters of base64 in the middle, which depend on the secret alone. */
const middle = (written: string) => written.slice(4, -16).slice(0, 32);

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;

const all = (write: (letter: string) => string) => (secret: string) => Array.from(secret, write).join("");

const unicode = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Every way. Slashes, dots and dashes are escaped where only some of the letters are. */
export const writings: readonly Writing[] = [
  { name: "as it is", write: (secret) => secret },
  { name: "in small letters", write: (secret) => secret.toLowerCase() },
  { name: "cut after 24 characters", write: (secret) => secret.slice(0, 24) },
  { name: "as JSON with every letter escaped", write: all(unicode) },
  { name: "as JSON in JSON", write: (secret) => JSON.stringify(all(unicode)(secret)).slice(1, -1) },
  {
    name: "with escaped slashes",
    write: (secret) => secret.replace(/[-/.]/g, (letter) => `\\x${percent(letter).slice(1)}`),
  },
  { name: "URL-encoded in small letters", write: all(percent) },
  { name: "URL-encoded in capitals", write: (secret) => all(percent)(secret).toUpperCase() },
  { name: "URL-encoded in part", write: (secret) => secret.replace(/[-/.+=]/g, percent) },
  { name: "URL-encoded twice", write: (secret) => encodeURIComponent(all(percent)(secret)) },
  { name: "for HTML", write: all((letter) => `&#x${letter.charCodeAt(0).toString(16)};`) },
  { name: "for HTML in decimals", write: all((letter) => `&#${String(letter.charCodeAt(0))};`) },
  ...[0, 1, 2].map((bytes) => ({ name: `base64 after ${String(bytes)} bytes`, write: base64(bytes), trace: middle })),
  ...[0, 1, 2].map((bytes) => ({
    name: `base64url after ${String(bytes)} bytes`,
    write: base64url(bytes),
    trace: middle,
  })),
  { name: "base64 in JSON", write: (secret) => base64(1)(secret).replaceAll("/", "\\/"), trace: middle },
  { name: "base64, URL-encoded", write: (secret) => encodeURIComponent(base64(2)(secret)), trace: middle },
  {
    name: "base64 in lines",
    write: (secret) => base64(0)(secret).replace(/(.{16})/g, "$1\r\n"),
    trace: (written) => written.slice(4, 14),
  },
  {
    name: "in hexadecimal",
    write: (secret) => Buffer.from(secret).toString("hex"),
    trace: (written) => written.slice(8, 40),
  },
];

/** What must not be found, of a secret that was written so. */
export function tracesOf({ write, trace = (written) => written }: Writing, secret: string): string[] {
  return [secret, secret.slice(0, 24), trace(write(secret))];
}
