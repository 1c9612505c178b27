import { thrownText } from "../../messages/inspection";
import type { Deadline } from "../deadline";

/** One HTTP request, with everything but the address of the service. */
export interface WireRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path and query. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Longest time from the sending to the last byte of the answer, in milliseconds. */
  timeoutMs: number;
  /** The end of all of it, the time before the sending included. */
  deadline: Deadline;
  /** The service keeps the request until something has happened: it must not stand in the way of short ones. */
  isLongPoll: boolean;
}

/** A complete HTTP answer. */
export interface Answer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** About how many values its JSON has. */
  values: number;
}

/** Carries requests to one service and complete answers back. Failures are those of the network, as they come. */
export interface Transport {
  send(request: WireRequest): Promise<Answer>;
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** `https://compute.googleapis.com`. */
  origin: string;
  /** Certificates to trust in place of the well-known ones, as PEM. */
  trusted?: string | undefined;
  proxy: URL | undefined;
}

/** No answer of this API comes near; more is a fault of whatever answered, and must not fill the memory. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** No complete answer came in time. */
export function makeAttemptTimeout(): Error {
  return new DOMException("no complete answer came in time", "TimeoutError");
}

/** The deadline came while the request was still waiting for a connection: nothing was sent. */
export class UnsentTimeoutError extends Error {
  readonly code = "UNSENT_TIMEOUT";
}

/** Something failed before the first byte of the request was sent: the cause tells what. */
export class UnsentError extends Error {
  /** No code of undici, which takes some of its own for a reason to connect again at once. */
  readonly code = "UNSENT";

  constructor(cause: unknown) {
    super("nothing was sent", { cause });
  }
}

/** An answer has a status that no answer to this request can have: below 100, or one that asks for another protocol. */
export class UnexpectedStatusError extends Error {
  readonly code = "UNEXPECTED_STATUS";

  constructor(readonly status: number) {
    super(`the status is ${String(status)}`);
  }
}

/** The structure of an answer would take far more memory and time than its bytes. The message tells what is too much of it. */
export class TooDearError extends Error {
  readonly code = "ANSWER_TOO_DEAR";
}

/** An answer is compressed that was not asked for so: unpacked, it can be a thousand times as large. */
export class UnaskedCompressionError extends Error {
  readonly code = "ANSWER_COMPRESSED";
}

/** The HTTP library could not be loaded: its message tells why. */
export class NotLoadedError extends Error {
  readonly code = "NOT_LOADED";

  constructor(cause: unknown) {
    super(thrownText(cause), { cause });
  }
}
