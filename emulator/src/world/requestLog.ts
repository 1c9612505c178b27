import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { preciseNow } from "../basics/clock";
import { estimateHeapBytes } from "./heapEstimate";
import { isJsonObject } from "../basics/json";
import type { BudgetedCache, MemoryBudget } from "./memoryBudget";
import { Queue } from "./queue";

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

/** A longer answer is not recorded: a log must not consist of whole listings. */
const ANSWER_CHARACTERS = 20_000;
/** A request without its texts. */
const REQUEST_BYTES = 500;

interface LoggedRequest {
  readonly entry: RequestLogEntry;
  answer?: string;
  bytes: number;
}

/** The requests since the last clear, as far back as there is memory for them. */
export class RequestLog implements BudgetedCache {
  readonly #memory: MemoryBudget;
  readonly #requests = new Queue<LoggedRequest>();
  #sequence = 0;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
    memory.add(this);
  }

  /** How many requests it has. */
  get length(): number {
    return this.#requests.length;
  }

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
        : { authorization: toDigest(headers.authorization.replace(/^bearer +/i, "")) }),
      headers: readableHeaders(headers),
    };
    const bytes = REQUEST_BYTES + estimateHeapBytes([path, entry.query, entry.headers]);
    this.#memory.reserve(bytes);
    this.#requests.push({ entry, bytes });
    return entry;
  }

  /** Records the body of a request. */
  noteBody(entry: RequestLogEntry, body: unknown): void {
    entry.body = body;
    this.#grow(entry, estimateHeapBytes(body));
  }

  /** The requests as they were, oldest first. */
  entries(): RequestLogEntry[] {
    return Array.from(this.#requests, ({ entry }) => ({ ...entry }));
  }

  /** The newest requests as they are now and will be, oldest first. */
  newest(count: number): RequestLogEntry[] {
    return this.#requests.newest(count).map(({ entry }) => entry);
  }

  /** The request with a number, unless it was evicted. */
  find(sequence: number): RequestLogEntry | undefined {
    return this.#find(sequence)?.entry;
  }

  /** Records the text of an answer. */
  noteAnswer(entry: RequestLogEntry, answer: string | Buffer, requestBody: ReceivedBody): void {
    const request = this.#find(entry.sequence);
    if (request === undefined) return;
    request.answer =
      answer.length <= ANSWER_CHARACTERS
        ? withoutEchoes(answer.toString(), requestBody)
        : `(${String(answer.length)} characters, too long to be kept)`;
    this.#grow(entry, estimateHeapBytes(request.answer));
  }

  /** The text that a request was answered with, of up to 20,000 characters, unless the request was evicted. */
  answerTo(sequence: number): string | undefined {
    return this.#find(sequence)?.answer;
  }

  clear(): void {
    for (const { bytes } of this.#requests) this.#memory.release(bytes);
    this.#requests.clear();
  }

  #find(sequence: number): LoggedRequest | undefined {
    return this.#requests.at(sequence - (this.#requests.at(0)?.entry.sequence ?? 0));
  }

  #grow({ sequence }: RequestLogEntry, bytes: number): void {
    const request = this.#find(sequence);
    if (request === undefined) return;
    request.bytes += bytes;
    this.#memory.reserve(bytes);
  }

  oldestAt(): number | undefined {
    return this.#requests.at(0)?.entry.startedAt;
  }

  evictOldest(): number {
    return this.#requests.shift()?.bytes ?? 0;
  }
}

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie", "x-goog-api-key"];
const SECRET_PARAMETERS = ["access_token", "oauth_token", "key"];

/** A token may be a query parameter too. */
function withoutTokens(query: Record<string, string>): Record<string, string> {
  for (const name of SECRET_PARAMETERS) {
    const token = query[name];
    if (token !== undefined) query[name] = toDigest(token);
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

/** True if a body can hold a key at all. Nearly every body has none, and large ones should cost nothing. */
function mayHoldKeys({ text }: ReceivedBody): boolean {
  return /Key|Secret|\\u/.test(text);
}

/** An error repeats the value that it refuses, and that may be a key. */
function withoutEchoes(answer: string, body: ReceivedBody): string {
  if (!mayHoldKeys(body)) return answer;
  if (body.value === undefined) return "(not kept: the request may contain a key)";
  return keysIn(body.value)
    .map((key) => JSON.stringify(key).slice(1, -1))
    .filter((key) => key !== "")
    .reduce((text, key) => text.replaceAll(key, toDigest(key)), answer);
}

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    SECRET_FIELDS.includes(name) && typeof member === "string" ? [member] : keysIn(member),
  );
}

/** A body as the log may show it: keys can be told apart and not read. */
export function withoutKeys(body: ReceivedBody): unknown {
  if (body.value === undefined) {
    // Not JSON, and perhaps only just not: a key may still be found in it.
    return body.text.replaceAll(secretInText, (_match, name, between, key) =>
      [name, between, toDigest(String(key))].join(""),
    );
  }
  return mayHoldKeys(body) ? redact(body.value) : body.value;
}

/** A JSON value with a digest in place of every key in it. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_FIELDS.includes(name)
        ? toDigest(typeof member === "string" ? member : JSON.stringify(member))
        : redact(member),
    ]),
  );
}

function toDigest(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex").slice(0, 16)}`;
}

function readableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const readable: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !SECRET_HEADERS.includes(name))
      readable[name] = typeof value === "string" ? value : value.join(", ");
  }
  return readable;
}
