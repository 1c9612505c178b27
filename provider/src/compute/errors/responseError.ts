import { ComputeError, type ComputeErrorOptions } from "./computeError";
import { describeErrorItem, type ErrorDetail, type ErrorItem } from "./errorDetail";

/** The parts of an HTTP answer that an error is made from. */
export interface RefusedResponse {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

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
    /** The first `errors[].reason`, such as `notFound` or `rateLimitExceeded`; `undefined` for HTML and empty bodies. */
    readonly reason: string | undefined,
    /** What the service says in words. */
    readonly serviceMessage: string,
    /** Seconds that `Retry-After` asks to wait. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(options);
  }
}

/** 404: the resource, or something that the request refers to, is not there. */
export class NotFoundError extends ResponseError {}
/** 409 `alreadyExists`: an object of that name exists. */
export class AlreadyExistsError extends ResponseError {}
/** 412 `conditionNotMet`: a fingerprint is out of date. */
export class ConditionNotMetError extends ResponseError {}
/** 403 that is not about rates: the caller may not do this. */
export class PermissionDeniedError extends ResponseError {}
/** 401: the credentials were refused. */
export class CredentialsRefusedError extends ResponseError {}

/** What the caller knows and the answer does not say. */
export interface ResponseErrorContext {
  action: string;
  /** The permissions that the specification lists for the endpoint and the fields sent. */
  permissions: readonly string[];
}

/** Turns a refused answer into the error class that fits it. */
export function responseError(response: RefusedResponse, context: ResponseErrorContext): ResponseError {
  const parsed = parseErrorBody(response.body);
  const { status } = response;
  const reason = parsed.items[0]?.code;
  const message = parsed.message ?? describeUnreadableBody(response);
  const head = `HTTP ${String(status)}${reason ? ` ${reason}` : ""}`;
  const details = parsed.items
    .flatMap((item) => describeErrorItem(item))
    .filter((line) => line !== `${reason ?? ""}: ${message}`);
  const Class = classFor(status, reason);
  return new Class(
    {
      action: context.action,
      summary: `${head}: ${message}`,
      details,
      hint: hintFor(Class, context),
      effect: status >= 500 || status === 408 ? "unknown" : "none",
    },
    status,
    reason,
    message,
    retryAfterSeconds(response.headers["retry-after"]),
  );
}

const rateReasons = new Set(["rateLimitExceeded", "userRateLimitExceeded", "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED"]);

/** A 403 that says "slower", not "no". */
export function isRateReason(reason: string | undefined): boolean {
  return reason !== undefined && rateReasons.has(reason);
}

function classFor(status: number, reason: string | undefined): typeof ResponseError {
  if (status === 401) return CredentialsRefusedError;
  if (status === 403)
    return isRateReason(reason) || reason === "QUOTA_EXCEEDED" ? ResponseError : PermissionDeniedError;
  if (status === 404) return NotFoundError;
  if (status === 409 && reason === "alreadyExists") return AlreadyExistsError;
  if (status === 412) return ConditionNotMetError;
  return ResponseError;
}

function hintFor(Class: typeof ResponseError, { permissions }: ResponseErrorContext): string | undefined {
  if (Class === CredentialsRefusedError) {
    return (
      "The credentials were refused: they are expired, revoked, or of another environment. " +
      "A short-lived token belongs in the environment (GOOGLE_OAUTH_ACCESS_TOKEN), where every run reads it anew; " +
      "one that was set with `pulumi config set --secret gcp:accessToken` is kept in the state for `destroy` and `refresh`, " +
      "which take a new one only with --run-program."
    );
  }
  if (Class === PermissionDeniedError && permissions.length > 0) {
    return `The caller needs ${permissions.join(", ")}.`;
  }
  return undefined;
}

interface ParsedErrorBody {
  message: string | undefined;
  items: ErrorItem[];
}

function parseErrorBody(body: string): ParsedErrorBody {
  let error: unknown;
  try {
    error = (JSON.parse(body) as { error?: unknown }).error;
  } catch {
    return { message: undefined, items: [] };
  }
  if (!isRecord(error)) {
    return { message: undefined, items: [] };
  }
  const entries = Array.isArray(error.errors) ? error.errors.filter(isRecord) : [];
  const items: ErrorItem[] = entries.map((entry) => ({
    ...textMember("code", entry.reason),
    ...textMember("location", entry.location),
    ...textMember("message", entry.message),
  }));
  if (items.length === 0 && typeof error.status === "string") {
    items.push({ code: error.status });
  }
  const details = Array.isArray(error.details) ? error.details.filter(isRecord) : [];
  if (details.length > 0) {
    items[0] = { ...items[0], errorDetails: details.map(typedDetail) };
  }
  return { message: typeof error.message === "string" ? error.message : items[0]?.message, items };
}

/** Details of a refused request are told apart by `@type`; those of an operation by the member that is present. */
function typedDetail(detail: Record<string, unknown>): ErrorDetail {
  const type = typeof detail["@type"] === "string" ? detail["@type"] : "";
  if (type.endsWith("ErrorInfo")) return { errorInfo: detail };
  if (type.endsWith("QuotaExceededInfo") || type.endsWith("QuotaInfo")) return { quotaInfo: detail };
  if (type.endsWith("Help")) return { help: detail };
  if (type.endsWith("LocalizedMessage")) return { localizedMessage: detail };
  return {};
}

function describeUnreadableBody({ body, headers }: RefusedResponse): string {
  if (body.trim() === "") {
    return "the answer has no body";
  }
  const title = /<title>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000))?.[1]?.trim();
  const type = headers["content-type"];
  const kind = typeof type === "string" ? type.split(";")[0] : undefined;
  return `the answer is not the service's JSON${title ? ` but a page titled "${title}"` : kind ? ` but ${kind}` : ""}`;
}

function retryAfterSeconds(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  const seconds = /^\d{1,6}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function textMember<Key extends string>(key: Key, value: unknown): Partial<Record<Key, string>> {
  return typeof value === "string" && value !== "" ? ({ [key]: value } as Partial<Record<Key, string>>) : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
