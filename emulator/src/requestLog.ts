import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "./json";

/** One request and its answer. Times are milliseconds since 1970 with a fraction. */
export interface RequestLogEntry {
  readonly sequence: number;
  readonly startedAt: number;
  /** When the socket got the answer, or the client went away. */
  endedAt?: number;
  readonly method: string;
  /** Path of the URL, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body, or its text when it is not JSON. In place of keys it has their digests. */
  body?: unknown;
  /** Missing while the request waits, and if the connection ended before a status. */
  status?: number;
  /** Length of the answer's body on the wire, compressed or not; missing if `status` is missing. */
  answerBytes?: number;
  /** `sha256:` and the first 16 hexadecimal digits of the token's hash: different tokens stay different, and unreadable. */
  readonly authorization?: string;
  /** Every header but cookies and those that carry credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Kinds of the faults that acted on it, joined with `+`. */
  fault?: string;
}

const LIMIT = 100_000;
/** Of the bodies that are kept, in characters: those of the oldest requests go first. */
const BODY_CHARACTERS = 64 * 1024 * 1024;
const ANSWERS_LIMIT = 2_000;
const ANSWER_CHARACTERS = 20_000;

/** The requests since the last clear, the newest 100,000 of them. */
export class RequestLog {
  readonly #answers = new Map<number, string>();
  /** The requests whose bodies are kept, oldest first, and how long these are. */
  readonly #bodies = new Map<RequestLogEntry, number>();
  #bodyCharacters = 0;
  #entries: RequestLogEntry[] = [];
  #sequence = 0;

  begin(method: string, path: string, query: Record<string, string>, headers: IncomingHttpHeaders): RequestLogEntry {
    this.#sequence += 1;
    const entry: RequestLogEntry = {
      sequence: this.#sequence,
      startedAt: preciseNow(),
      method,
      path,
      query: withoutTokens(query),
      ...(headers.authorization === undefined
        ? {}
        : { authorization: digestOf(headers.authorization.replace(/^bearer +/i, "")) }),
      headers: readableHeaders(headers),
    };
    this.#entries.push(entry);
    // Dropping in large steps keeps the cost per request constant.
    if (this.#entries.length >= LIMIT * 1.25) {
      const dropped = this.#entries.slice(0, -LIMIT);
      this.#entries = this.#entries.slice(-LIMIT);
      for (const old of dropped) this.#forgetBody(old);
    }
    return entry;
  }

  /** Keeps the body of a request, and of the oldest ones no more where there are too many characters of them. */
  keepBody(entry: RequestLogEntry, body: unknown, characters: number): void {
    entry.body = body;
    this.#bodies.set(entry, characters);
    this.#bodyCharacters += characters;
    for (const oldest of this.#bodies.keys()) {
      if (this.#bodyCharacters <= BODY_CHARACTERS) break;
      oldest.body = "(no longer kept: the bodies of newer requests need the room)";
      this.#forgetBody(oldest);
    }
  }

  entries(): RequestLogEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  /** The requests as they are now and will be, oldest first. */
  all(): readonly RequestLogEntry[] {
    return this.#entries;
  }

  /** The request with a number, while it is still there. */
  find(sequence: number): RequestLogEntry | undefined {
    return this.#entries[sequence - (this.#entries[0]?.sequence ?? 0)];
  }

  /** Remembers the text of an answer for a while. A large one is not kept: a log must not hold whole listings. */
  noteAnswer({ sequence }: RequestLogEntry, answer: string | Buffer, requestBody: ReceivedBody): void {
    const isKept = answer.length <= ANSWER_CHARACTERS;
    this.#answers.set(
      sequence,
      isKept
        ? withoutEchoes(answer.toString(), requestBody)
        : `(${String(answer.length)} characters, too long to be kept)`,
    );
    const oldest = this.#answers.size > ANSWERS_LIMIT ? this.#answers.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#answers.delete(oldest);
    }
  }

  /** The text that a request was answered with, for the newest 2,000 requests and answers of up to 20,000 characters. */
  answerTo(sequence: number): string | undefined {
    return this.#answers.get(sequence);
  }

  clear(): void {
    this.#entries = [];
    this.#answers.clear();
    this.#bodies.clear();
    this.#bodyCharacters = 0;
  }

  #forgetBody(entry: RequestLogEntry): void {
    this.#bodyCharacters -= this.#bodies.get(entry) ?? 0;
    this.#bodies.delete(entry);
  }
}

/** The wall clock with a fraction, so that a few milliseconds can be told apart. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie", "x-goog-api-key"];
const SECRET_PARAMETERS = ["access_token", "oauth_token", "key"];

/** A token may be a query parameter too. */
function withoutTokens(query: Record<string, string>): Record<string, string> {
  for (const name of SECRET_PARAMETERS) {
    const token = query[name];
    if (token !== undefined) {
      query[name] = digestOf(token);
    }
  }
  return query;
}

const SECRET_FIELDS = ["rawKey", "rsaEncryptedKey", "privateKey", "accessKey", "sharedSecret", "oauth2ClientSecret"];
/** A key as PEM has spaces and lines. */
const secretInText = new RegExp(`(${SECRET_FIELDS.join("|")})(["'\\s:=]*)([^"',}]+)`, "g");

/** A body of a request: its text, and its value when that is JSON. */
interface ReceivedBody {
  readonly text: string;
  readonly value: unknown;
}

/** Whether a body can hold a key at all. Nearly every body has none, and large ones should cost nothing. */
function mayHoldKeys({ text }: ReceivedBody): boolean {
  return /Key|Secret|\\u/.test(text);
}

/** An error repeats the value that it refuses, and that may be a key. */
function withoutEchoes(answer: string, body: ReceivedBody): string {
  if (!mayHoldKeys(body)) {
    return answer;
  }
  if (body.value === undefined) {
    return "(not kept: the request may contain a key)";
  }
  return keysIn(body.value)
    .map((key) => JSON.stringify(key).slice(1, -1))
    .filter((key) => key !== "")
    .reduce((text, key) => text.replaceAll(key, digestOf(key)), answer);
}

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    SECRET_FIELDS.includes(name) && typeof member === "string" ? [member] : keysIn(member),
  );
}

/** A body as the log may show it: keys can be told apart and not read. */
export function withoutKeys(body: ReceivedBody): unknown {
  if (body.value === undefined) {
    // Not JSON, and perhaps only just not: a key may still be found in it.
    return body.text.replaceAll(secretInText, (_match, name, between, key) =>
      [name, between, digestOf(String(key))].join(""),
    );
  }
  return mayHoldKeys(body) ? redact(body.value) : body.value;
}

/** A JSON value with a digest in place of every key in it. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(redact);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_FIELDS.includes(name)
        ? digestOf(typeof member === "string" ? member : JSON.stringify(member))
        : redact(member),
    ]),
  );
}

function digestOf(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex").slice(0, 16)}`;
}

function readableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const readable: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !SECRET_HEADERS.includes(name)) {
      readable[name] = typeof value === "string" ? value : value.join(", ");
    }
  }
  return readable;
}
