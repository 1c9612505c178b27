import { ComputeError, type Effect } from "./computeError";

/**
 * No complete answer arrived: the connection could not be made, broke, or stayed silent for too long.
 *
 * `effect` is `none` only when the request certainly did not reach the service.
 */
export class ConnectionError extends ComputeError {
  constructor(
    action: string,
    /** The transport's code, such as `ECONNREFUSED` or `UND_ERR_SOCKET`. */
    readonly code: string,
    summary: string,
    effect: Effect,
    hint?: string,
  ) {
    super({ action, summary, effect, hint });
  }
}

/** The answer is complete, and is not what the service would say: not JSON, a redirect, too large. */
export class MalformedAnswerError extends ComputeError {}

/** Codes of failures that happen before a single byte of the request is sent. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Never sent, and never will be until somebody mends the set-up. */
const certificateCode = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "that host name does not exist",
  EAI_AGAIN: "the host name could not be looked up",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the other side closed the connection",
  UND_ERR_CONNECT_TIMEOUT: "the connection was not accepted in time",
  TimeoutError: "no complete answer came in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the answer is larger than any real one",
};

/** Turns what the transport threw into an error that says how far the request got. */
export function connectionError(action: string, origin: string, thrown: unknown): ConnectionError {
  const { code, text } = transportFailure(thrown);
  if (certificateCode.test(code)) {
    return new ConnectionError(
      action,
      code,
      `the certificate of ${origin} was not accepted (${code})`,
      "none",
      "If a proxy re-signs traffic, add its certificate with NODE_EXTRA_CA_CERTS.",
    );
  }
  const hint = neverSent.has(code)
    ? `Check gcp:computeCustomEndpoint and the network: ${origin} cannot be reached.`
    : undefined;
  return new ConnectionError(
    action,
    code,
    `${explanations[code] ?? text} (${code}, ${origin})`,
    neverSent.has(code) ? "none" : "unknown",
    hint,
  );
}

function transportFailure(thrown: unknown): { code: string; text: string } {
  // Node reports a host with several addresses as an AggregateError whose members carry the codes.
  const first = thrown instanceof AggregateError ? (thrown.errors[0] as unknown) : thrown;
  const error: Error & { code?: unknown } = first instanceof Error ? first : new Error(String(first));
  // An aborted request has a numeric DOM code; its name says more.
  return { code: typeof error.code === "string" ? error.code : error.name, text: error.message };
}
