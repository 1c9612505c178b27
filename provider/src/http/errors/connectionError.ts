import { maxAnswerBytes, NotLoadedError, UnexpectedStatusError, UnsentError } from "../transport/transport";
import { formatDuration } from "../deadline";
import { isLoopback } from "../endpoint";
import { ComputeError, type ComputeErrorOptions } from "./computeError";
import { thrownText } from "../../messages/inspection";
import type { Fault } from "./fault";

/**
 * No complete answer arrived: the connection could not be made, broke, or stayed silent for too long.
 *
 * `effect` is `none` only when the request certainly did not reach the service.
 */
export class ConnectionError extends ComputeError {
  constructor(
    options: ComputeErrorOptions,
    /** The transport's code, such as `ECONNREFUSED` or `UND_ERR_SOCKET`. */
    readonly code: string,
    /** It stays so until somebody mends the set-up. */
    readonly lasting = false,
  ) {
    super(options);
  }
}

/** An answer came, and is not what the service would say: not HTTP, not JSON, a redirect, too large. */
export class MalformedAnswerError extends ComputeError {
  constructor(
    options: ComputeErrorOptions,
    /** It is a success that says nothing: it has no body, or no operation where one was begun. */
    readonly isEmpty = false,
  ) {
    super({ fault: { kind: "interposed" }, ...options });
  }
}

/** The attempt that failed, for messages. */
export interface ConnectionAttempt {
  action: string;
  /** `https://compute.googleapis.com`. */
  origin: string;
  /** `http://proxy.example:3128`, when requests go through one. */
  proxy?: string | undefined;
  /** How long it was given. */
  timeoutMs: number;
}

/** Codes of failures that happen before a single byte of the request is sent, besides those of the look-up and of `connect`. */
const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** The proxy's own certificate has another name. */
const proxyNameCode = "UND_ERR_PRX_TLS";

const certificateCode = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** https to a port that speaks plain http; older versions of Node have only the second code for it. */
const notTlsCode = /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/;

/** A handshake that one side breaks off, such as for want of a version, a cipher or a certificate of the client. */
const tlsCode = /^ERR_SSL_/;

/** The connection ended; it is told whether that was before the request. */
const brokenCode = /^(ECONNRESET|UND_ERR_SOCKET)$/;

/** The answer is no HTTP, or has headers or a body beyond any real one. An assertion is that of the HTTP library, about the answer. */
const malformedCode =
  /^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|UNEXPECTED_STATUS$|ERR_ASSERTION$|ERR_BUFFER_TOO_LARGE$|ANSWER_|Z_)/;

/** A header that may not be sent. */
const unsendableCode = "UND_ERR_INVALID_ARG";

/** The message of undici for a proxy that does not open the way. */
const proxyRefusal = /^Proxy response \((\d{1,3})\)/;

const tooLarge = `the answer has more than ${String(maxAnswerBytes / 1024 / 1024)} MiB, the limit`;

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "that host name does not exist",
  EAI_AGAIN: "the host name could not be looked up",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the other side closed the connection",
  UND_ERR_CONNECT_TIMEOUT: "the connection was not accepted in time",
  UND_ERR_HEADERS_TIMEOUT: "the proxy did not answer in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: tooLarge,
  // By unpacking.
  ERR_BUFFER_TOO_LARGE: tooLarge,
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are larger than the limit",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer's body has another length than its headers say",
  UND_ERR_INFO: "the connection ended before the answer was complete",
  ANSWER_COMPRESSED: "the answer is compressed, which the request does not ask for",
};

const closedCode = "CLOSED";

/** Nothing is sent any more. */
export function makeClosedError(action: string): ConnectionError {
  return new ConnectionError({ action, summary: "the client is already closed", effect: "none" }, closedCode, true);
}

/** True if an attempt failed only because the client was closed. */
export function isClosedClient(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === closedCode;
}

/** Turns what the transport threw into an error that says how far the request got. */
export function toConnectionError(attempt: ConnectionAttempt, thrown: unknown): ConnectionError | MalformedAnswerError {
  const { action, proxy, timeoutMs } = attempt;
  const origin = proxy === undefined ? attempt.origin : `${attempt.origin} through the proxy ${proxy}`;
  const isMarked = thrown instanceof UnsentError;
  const cause = isMarked ? thrown.cause : thrown;
  const { code, text, syscall } = transportFailure(cause);
  const isProxied = proxy !== undefined;
  const lasting = (summary: string, fault: Fault) =>
    new ConnectionError({ action, summary, effect: "none", fault }, code, true);

  if (isMarked && cause instanceof NotLoadedError)
    return lasting(`the HTTP library could not be loaded: ${firstLine(text)}`, { kind: "notLoaded" });
  if (certificateCode.test(code) || code === proxyNameCode) {
    const whose = code === proxyNameCode ? `the proxy ${proxy ?? ""}` : origin;
    return lasting(`the certificate of ${whose} was not accepted (${code})`, { kind: "untrustedCertificate" });
  }
  if (notTlsCode.test(code)) return lasting(`${origin} does not speak TLS (${code})`, { kind: "notTls" });
  const unexpected = cause instanceof UnexpectedStatusError ? formatStatus(cause) : undefined;
  const refusedByProxy = proxyRefusal.exec(text)?.[1]?.padStart(3, "0") ?? (isMarked ? unexpected : undefined);
  if (refusedByProxy !== undefined) {
    return lasting(
      `the proxy ${proxy ?? ""} does not let requests through to ${attempt.origin} (HTTP ${refusedByProxy})`,
      { kind: "refusedByProxy", wantsLogin: refusedByProxy === "407" },
    );
  }
  if (code === unsendableCode) return lasting(`the request cannot be sent: ${text}`, { kind: "unsendable" });
  if (malformedCode.test(code) && !isMarked) {
    return new MalformedAnswerError({
      action,
      summary:
        cause instanceof UnexpectedStatusError
          ? `${describeStatus(cause)} (${origin})`
          : `${explain(code, text)} (${code}, ${origin})`,
      effect: "unknown",
    });
  }
  if (code === "TimeoutError") {
    const summary = `no complete answer within ${formatDuration(timeoutMs)} (${origin})`;
    return new ConnectionError({ action, summary, effect: "unknown" }, code);
  }
  const isLocal = code === "ECONNREFUSED" && !isProxied && isLoopback(new URL(attempt.origin).hostname);
  const unsent = isMarked || neverSent.has(code) || syscall === "connect" || syscall === "getaddrinfo";
  return new ConnectionError(
    {
      action,
      summary: `${explain(code, text)}${isMarked && brokenCode.test(code) ? " before anything was sent" : ""} (${code}, ${origin})`,
      effect: unsent ? "none" : "unknown",
      fault: isLocal
        ? { kind: "nothingListens", origin }
        : unsent
          ? { kind: "unreachable", way: origin, isProxied }
          : undefined,
    },
    code,
  );
}

function explain(code: string, text: string): string {
  if (code === "ANSWER_TOO_DEAR") return `the answer is JSON of ${text}, the limit`;
  if (code.startsWith("Z_")) return "the answer is compressed, and cannot be decompressed";
  if (malformedCode.test(code)) return explanations[code] ?? "the answer is not HTTP";
  // OpenSSL's own words are several lines of file names and numbers.
  if (tlsCode.test(code)) return "the two sides do not agree on TLS";
  return explanations[code] ?? firstLine(text);
}

function formatStatus({ status }: UnexpectedStatusError): string {
  return String(status).padStart(3, "0");
}

function describeStatus(error: UnexpectedStatusError): string {
  const text = formatStatus(error);
  if (error.status < 100) return `the answer has the status ${text}, which HTTP does not have`;
  const meaning = error.status === 101 ? "asks for another protocol" : "announces another answer";
  return `the answer is HTTP ${text}, which ${meaning}, and the request did not ask for one`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function transportFailure(thrown: unknown): { code: string; text: string; syscall: unknown } {
  // Node reports a host with several addresses as an AggregateError whose members carry the codes.
  const first = thrown instanceof AggregateError ? (thrown.errors[0] as unknown) : thrown;
  const error: Error & { code?: unknown; syscall?: unknown } =
    first instanceof Error ? first : new Error(thrownText(first));
  // An aborted request has a numeric DOM code; its name says more.
  return {
    code: typeof error.code === "string" ? error.code : error.name,
    text: error.message,
    syscall: error.syscall,
  };
}
