import { ComputeError, type ComputeErrorOptions } from "../../http/errors/computeError";
import { describeErrorItem, type ErrorItem } from "../../http/errors/errorBody";
import type { Fault } from "../../http/errors/fault";
import { organizationPolicyIn } from "../../http/errors/organizationPolicy";
import { saysHolderNotFound } from "../../http/errors/reasons";
import { linkName } from "../../names/links";
import { formatDuration } from "../../http/deadline";

/** The codes of refusals: with one of them, the service has begun nothing. */
const refusalCodes =
  /^(?:RESOURCE_NOT_READY|RESOURCE_NOT_FOUND|RESOURCE_ALREADY_EXISTS|RESOURCE_IN_USE_BY_ANOTHER_RESOURCE|CONDITION_?NOT_?MET|ABORTED)$/i;

/**
 * An operation reached DONE with errors: the change did not happen, or not wholly, or it did all the same. Only a refusal
 * proves that it had no effect.
 */
export class OperationFailedError extends ComputeError {
  /** True if it found out only when it ran that what it was to change is not there. */
  readonly saysNotFound: boolean;
  /** True if it was refused only when it ran, because another change was running. */
  readonly saysNotReady: boolean;
  /** When it ended, by the service's clock, in milliseconds since 1970. */
  readonly endedMs: number | undefined;

  constructor(
    action: string,
    /** Path of the operation. */
    readonly operation: string,
    /** Every entry of `error.errors[]`. */
    readonly errors: readonly ErrorItem[],
    /** The incarnation of the object that the operation was about. */
    readonly targetId: string | undefined,
    http: { status: number | undefined; message: string | undefined },
    endTime = "",
  ) {
    const codes = [...new Set(errors.map((item) => item.code ?? item.message ?? "an error without a code"))];
    const fault = findOperationFault(codes, errors);
    const isNotFound = http.status === 404 || codes.includes("RESOURCE_NOT_FOUND");
    const isRefused =
      isNotFound || fault !== undefined || (codes.length > 0 && codes.every((code) => refusalCodes.test(code)));
    const status = http.status === undefined ? "" : `HTTP ${String(http.status)} ${http.message ?? ""}`.trim();
    super({
      action,
      summary:
        codes.length > 0
          ? codes.join(", ")
          : status || "the operation ended with an error that has no code and no message",
      details: [
        ...errors.flatMap(describeErrorItem).filter((line) => !codes.includes(line)),
        ...(status && codes.length > 0 ? [status] : []),
        `operation ${linkName(operation)}`,
      ],
      fault,
      effect: isRefused ? "none" : "unknown",
    });
    const endedMs = Date.parse(endTime);
    this.endedMs = Number.isNaN(endedMs) ? undefined : endedMs;
    this.saysNotReady = errors.some(({ code }) => code === "RESOURCE_NOT_READY");
    this.saysNotFound = isNotFound && fault?.kind !== "projectUnknown";
  }
}

/** The deadline passed, or the connection was given up, while the operation was still running at the service. */
export class OperationAbandonedError extends ComputeError {
  constructor(
    action: string,
    readonly operation: string,
    allowedMs: number,
    cause?: ComputeError,
  ) {
    super({
      action,
      summary: cause
        ? `the wait for the operation ended early: ${cause.summary}`
        : `not finished within ${formatDuration(allowedMs)}`,
      details: cause?.details ?? [],
      fault: cause?.fault,
      effect: "unknown",
      cause,
    });
  }
}

/** The service no longer knows the operation: it is past its retention, or was lost. */
export class OperationVanishedError extends ComputeError {
  constructor(
    action: string,
    readonly operation: string,
  ) {
    super({
      action,
      summary: `the service no longer knows operation ${linkName(operation)}`,
      effect: "unknown",
    });
  }
}

/** The end of a wait for what a change sets off. */
export type WaitEnd =
  | "deadline"
  | "progressDeadline"
  /** Errors that do not pass by themselves. */
  | "lastingErrors"
  /** Nobody can look any more. */
  | "refusal"
  | "cancellation"
  /** Somebody else has changed the same meanwhile. */
  | "others";

/** A change is done, and what it sets off at the service is not over at the end of the wait. */
export class UnfinishedError extends ComputeError {
  readonly endedBy: WaitEnd;

  constructor({ endedBy = "deadline", ...options }: ComputeErrorOptions & { endedBy?: WaitEnd | undefined }) {
    super(options);
    this.endedBy = endedBy;
  }
}

/** The object was made, or the change is done, and what is there is of no use: only a new one helps. */
export class UnusableError extends ComputeError {}

function findOperationFault(codes: readonly string[], errors: readonly ErrorItem[]): Fault | undefined {
  if (errors.some(({ message = "" }) => saysHolderNotFound(message))) return { kind: "projectUnknown" };
  if (codes.includes("QUOTA_EXCEEDED")) return { kind: "quotaExceeded" };
  if (codes.includes("RESOURCE_OPERATION_RATE_EXCEEDED")) return { kind: "operationsTooOften" };
  return organizationPolicyIn(errors);
}
