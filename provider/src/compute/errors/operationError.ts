import { ComputeError } from "../../http/errors/computeError";
import { describeErrorItem, type ErrorItem } from "../../http/errors/errorDetail";
import { formatDuration } from "../../http/deadline";

/** An operation reached DONE with errors: the change did not happen, or not wholly. */
export class OperationFailedError extends ComputeError {
  /** Whether it found out only when it ran that what it was to change is not there. */
  readonly saysNotFound: boolean;

  constructor(
    action: string,
    /** Path of the operation. */
    readonly operation: string,
    /** Every entry of `error.errors[]`. */
    readonly errors: readonly ErrorItem[],
    /** The incarnation of the object that the operation was about. */
    readonly targetId: string | undefined,
    http: { status: number | undefined; message: string | undefined },
  ) {
    const codes = [...new Set(errors.map((item) => item.code ?? item.message ?? "an error without a code"))];
    const status = http.status === undefined ? "" : `HTTP ${String(http.status)} ${http.message ?? ""}`.trim();
    super({
      action,
      summary:
        codes.length > 0 ? codes.join(", ") : status || "the operation ended with an error that it does not name",
      details: [
        ...errors.flatMap(describeErrorItem).filter((line) => !codes.includes(line)),
        ...(status && codes.length > 0 ? [status] : []),
        `operation ${lastSegment(operation)}`,
      ],
      hint: hintFor(codes),
      effect: "none",
    });
    this.saysNotFound = http.status === 404 || errors.some(({ code }) => code === "RESOURCE_NOT_FOUND");
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
        ? `the wait for it broke off: ${cause.summary}`
        : `not finished within ${formatDuration(allowedMs)}`,
      details: [
        ...(cause?.details ?? []),
        `operation ${lastSegment(operation)} may still be running; it was recorded and is waited for by the next run`,
      ],
      hint: [cause?.hint, "Run `pulumi up` again to wait on, or raise `customTimeouts`."].filter(Boolean).join(" "),
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
      summary: `the service does not know operation ${lastSegment(operation)} any more`,
      effect: "unknown",
    });
  }
}

function hintFor(codes: readonly string[]): string | undefined {
  if (codes.includes("QUOTA_EXCEEDED")) {
    return "Ask for more quota, then run `pulumi up` again.";
  }
  if (codes.includes("RESOURCE_OPERATION_RATE_EXCEEDED")) {
    return (
      "The service takes only so many operations of one kind on one resource: of a disk one snapshot in ten minutes, or six in " +
      "an hour at once. Wait that long, then run `pulumi up` again; make one after the other with `dependsOn`, or from different disks."
    );
  }
  return undefined;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
