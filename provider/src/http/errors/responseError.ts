import { withoutSecrets } from "../../messages/redaction";
import { excerpt } from "../../messages/text";
import type { Answer } from "../transport/transport";
import { formatDuration } from "../deadline";
import { ComputeError, type ComputeErrorOptions } from "./computeError";
import { describeErrorItem, readErrorBody, listReasons, readRetryDelay, type ErrorBody } from "./errorBody";
import type { Fault } from "./fault";
import { organizationPolicyIn } from "./organizationPolicy";
import { findFault, mayBePermission, saysHolderNotFound } from "./reasons";

/**
 * The service answered a request with an error.
 *
 * Subclasses exist for the answers that callers act on; everything else is this class.
 */
export class ResponseError extends ComputeError {
  constructor(
    options: ComputeErrorOptions,
    /** HTTP status. */
    readonly status: number,
    /** Every reason given, such as `notFound` or `rateLimitExceeded`; none for HTML and empty bodies. */
    readonly reasons: readonly string[],
    /** The words of the service. */
    readonly serviceMessage: string,
    /** Seconds that `Retry-After` asks to wait. */
    readonly retryAfterSeconds: number | undefined,
    /** True if the answer has the service's own form, and is not a page of something in between. */
    readonly isFromService: boolean,
  ) {
    super(options);
  }

  /** The first reason, which is the one that counts for most. */
  get reason(): string | undefined {
    return this.reasons[0];
  }
}

/**
 * 404 of the service itself: the resource, or something that the request refers to, is not there. One that names the project
 * is no such error: of what is in the project, it says nothing.
 */
export class NotFoundError extends ResponseError {}
/** 409 `alreadyExists`: an object of that name exists. */
export class AlreadyExistsError extends ResponseError {}
/** 412 `conditionNotMet`: a fingerprint is out of date. */
export class ConditionNotMetError extends ResponseError {}
/** 403 that is not about rates or quota: the caller may not do this. */
export class PermissionDeniedError extends ResponseError {}
/** 401: the credentials were refused. */
export class CredentialsRefusedError extends ResponseError {}

/** The facts that the caller knows and the answer does not say. */
export interface ResponseErrorContext {
  action: string;
  /** The permissions that the specification lists for the endpoint and the fields sent. */
  permissions: readonly string[];
}

/** Turns a refused answer into the error class that fits it. */
export function responseError(answer: Omit<Answer, "values">, context: ResponseErrorContext): ResponseError {
  const body = readErrorBody(answer.body);
  const { status } = answer;
  const reasons = listReasons(body.items);
  const message = body.message ?? describeUnreadableBody(answer);
  const reason = reasons[0] ?? "";
  // An entry often has the words of the first line once more. Its place stays.
  const again = `: ${message}`;
  const asked = retryAfterSeconds(answer.headers) ?? readRetryDelay(body.items);
  const waitSeconds = asked && Math.min(asked, longestWaitSeconds);
  const fault = findStatusFault(status, body, reasons, context.permissions);
  const Class = classFor(status, reasons, fault);
  return new Class(
    {
      action: context.action,
      summary: `HTTP ${String(status)}${reason && ` ${reason}`}: ${message}`,
      details: [
        ...body.items
          .flatMap((item) => describeErrorItem(item))
          .map((line) => (line.endsWith(again) ? line.slice(0, -again.length) : line))
          .filter((line) => line !== message && line !== reason),
        ...(waitSeconds ? [`the service asks to wait ${formatDuration(waitSeconds * 1000)}`] : []),
      ],
      fault,
      effect: status >= 500 || status === 408 ? "unknown" : "none",
    },
    status,
    reasons,
    message,
    waitSeconds,
    body.isFromService,
  );
}

/** The answer to a request; `undefined` where it ends in an error that is expected. */
export function answerUnless<T>(
  isExpected: (error: unknown) => boolean,
  answer: Promise<T | undefined>,
): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (isExpected(error)) return undefined;
    throw error;
  });
}

/** The result of a look; `undefined` where trouble with it must not hide what was known before. */
export function unlessRefused<T>(answer: Promise<T | undefined>): Promise<T | undefined> {
  return answerUnless((error) => error instanceof ComputeError, answer);
}

/** The answer to a request; `undefined` where the service does not know what it is about. */
export function unlessNotFound<T>(answer: Promise<T | undefined>): Promise<T | undefined> {
  return answerUnless((error) => error instanceof NotFoundError, answer);
}

const speedReasons = ["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"];
const tooManyAtOnceReason = "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED";
const rateReasons = [...speedReasons, tooManyAtOnceReason];
const existsReasons = ["alreadyExists", "ALREADY_EXISTS"];

/** A 403 that says "slower", not "no". */
export function isRateRefusal(reasons: readonly string[]): boolean {
  return hasAny(reasons, rateReasons);
}

/** Requests came too fast; not: too much was under way at once, which fewer requests a second would not change. */
export function isRateLimited(error: ComputeError): error is ResponseError {
  // The service gives that one a reason of the rate too, and the exact one in its details only.
  if (!(error instanceof ResponseError) || error.reasons.includes(tooManyAtOnceReason)) return false;
  return error.status === 429 || (error.status === 403 && hasAny(error.reasons, speedReasons));
}

/** True if the service refuses a change because another one runs, on the object itself or on one that it refers to. */
export function isNotReady(error: ComputeError): error is ResponseError {
  return error instanceof ResponseError && [400, 409].includes(error.status) && error.fault?.kind === "notReady";
}

function hasAny(reasons: readonly string[], wanted: readonly string[]): boolean {
  return reasons.some((reason) => wanted.includes(reason));
}

function classFor(status: number, reasons: readonly string[], fault: Fault | undefined): typeof ResponseError {
  if (status === 401) return CredentialsRefusedError;
  if (status === 403)
    return isRateRefusal(reasons) || fault?.kind === "quotaExceeded" ? ResponseError : PermissionDeniedError;
  if (fault?.kind === "notFound") return NotFoundError;
  if (status === 409 && hasAny(reasons, existsReasons)) return AlreadyExistsError;
  if (status === 412) return ConditionNotMetError;
  return ResponseError;
}

function findStatusFault(
  status: number,
  { isFromService, message = "", items }: ErrorBody,
  reasons: readonly string[],
  permissions: readonly string[],
): Fault | undefined {
  if (status === 401) return { kind: "credentialsRefused" };
  const known = findFault(reasons, message) ?? organizationPolicyIn(items, message);
  if (known !== undefined) return known;
  // A proxy says 403 too, and no permission of the caller changes that.
  if (status === 403 && !isFromService) return { kind: "interposed" };
  if (status === 403 && permissions.length > 0 && !isRateRefusal(reasons) && mayBePermission(reasons))
    return { kind: "permissionMissing", permissions };
  if ([400, 404].includes(status) && saysHolderNotFound(message)) return { kind: "projectUnknown" };
  if (status !== 404) return undefined;
  // A proxy, or a wrong endpoint, also says 404: that does not mean that the object is gone.
  return { kind: isFromService ? "notFound" : "notFoundByOther" };
}

/** How much of a page is looked at for its title, in characters. */
const longestStart = 10_000;

function describeUnreadableBody({ body, headers }: Omit<Answer, "values">): string {
  if (body.trim() === "") return "the answer has no body";
  // Without secrets first: half of one, which is all that fits into a title, would not be found any more.
  const start = withoutSecrets(body, 0, Math.min(body.length, longestStart));
  const title = /<title>([^<]{1,200})<\/title>/i.exec(start)?.[1]?.replace(/\s+/g, " ").trim();
  const type = headers["content-type"];
  const kind = typeof type === "string" ? withoutSecrets(type).split(";")[0]?.trim() : undefined;
  const found = title
    ? `a page titled "${excerpt(title)}"`
    : kind && !kind.endsWith("json")
      ? excerpt(kind)
      : undefined;
  return `the answer is not an error of the service${found ? ` but ${found}` : ""}`;
}

/** A thousand years: longer than any deadline, and a number that can be reckoned with. */
const longestWaitSeconds = 1_000 * 365 * 24 * 3600;

function retryAfterSeconds({ "retry-after": header, date }: Answer["headers"]): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number.parseFloat(text);
  // Anything else is an HTTP date, which is always in this zone; other texts are not worth guessing at.
  // It is by the clock of whoever answers, as the date of the answer is.
  const answeredMs = Date.parse(String(date));
  const nowMs = Number.isNaN(answeredMs) ? Date.now() : answeredMs;
  const seconds = text.endsWith("GMT") ? (Date.parse(text) - nowMs) / 1000 : Number.NaN;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
