import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "./json";

/** One request as it was received and answered. Times are milliseconds since 1970 with a fraction. */
export interface RequestLogEntry {
  readonly sequence: number;
  readonly startedAt: number;
  /** When the answer was handed to the socket, or the client went away. */
  endedAt?: number;
  readonly method: string;
  /** Path of the URL, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body, or its text when it is not JSON. In place of encryption keys it has their digests. */
  body?: unknown;
  /** Missing while the request is held, and when the connection was cut before a status was sent. */
  status?: number;
  /** `sha256:` and the first 16 hexadecimal digits of the token's hash: tokens can be told apart and not read. */
  readonly authorization?: string;
  /** Every header but `authorization` and cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Kinds of the faults that acted on it, joined with `+`. */
  fault?: string;
}

const LIMIT = 100_000;

/** The requests since the last clear, the newest 100,000 of them. */
export class RequestLog {
  readonly #digests = new Map<string, string>();
  #entries: RequestLogEntry[] = [];
  #sequence = 0;

  begin(method: string, path: string, query: Record<string, string>, headers: IncomingHttpHeaders): RequestLogEntry {
    this.#sequence += 1;
    const entry: RequestLogEntry = {
      sequence: this.#sequence,
      startedAt: preciseNow(),
      method,
      path,
      query,
      ...(headers.authorization === undefined ? {} : { authorization: this.#digest(headers.authorization) }),
      headers: readableHeaders(headers),
    };
    this.#entries.push(entry);
    // Dropping in large steps keeps the cost per request constant.
    if (this.#entries.length >= LIMIT * 1.25) {
      this.#entries = this.#entries.slice(-LIMIT);
    }
    return entry;
  }

  entries(): RequestLogEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  clear(): void {
    this.#entries = [];
  }

  #digest(header: string): string {
    const token = header.replace(/^bearer +/i, "");
    let digest = this.#digests.get(token);
    if (digest === undefined) {
      digest = digestOf(token);
      if (this.#digests.size > 1000) {
        this.#digests.clear();
      }
      this.#digests.set(token, digest);
    }
    return digest;
  }
}

/** The wall clock with a fraction, so that a few milliseconds can be told apart. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

const SECRET_FIELDS = ["rawKey", "rsaEncryptedKey"];

/** A body as the log may show it: encryption keys can be told apart and not read. */
export function withoutKeys(body: { readonly text: string; readonly value: unknown }): unknown {
  if (body.value === undefined) {
    // Not JSON, and perhaps only just not: a key may still be found in it.
    return body.text.replaceAll(/(rawKey|rsaEncryptedKey)(["'\s:=]*)([^"'\s,}]+)/g, (_match, name, between, key) =>
      [name, between, digestOf(String(key))].join(""),
    );
  }
  // Nearly every body has none, and large ones should cost nothing.
  return /Key|\\u/.test(body.text) ? redact(body.value) : body.value;
}

function redact(value: unknown): unknown {
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
    if (value !== undefined && name !== "authorization" && name !== "cookie") {
      readable[name] = typeof value === "string" ? value : value.join(", ");
    }
  }
  return readable;
}
