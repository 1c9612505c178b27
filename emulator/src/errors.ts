import type { JsonObject } from "./json";

/** What an error carries besides its status, reason and message. */
export interface ApiErrorOptions {
  /** Members of `error.details`, each with an `@type`. */
  readonly details?: readonly JsonObject[];
  /** The query parameter or field that caused the error. */
  readonly location?: string;
  /** Default `parameter`. */
  readonly locationType?: "parameter" | "header";
  readonly headers?: Readonly<Record<string, string>>;
  /** A name for the status, as newer APIs have it in their errors. */
  readonly statusName?: string;
}

/** An error that is answered directly on a request, as opposed to one that is found in an operation. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly reason: string;
  readonly options: ApiErrorOptions;

  constructor(status: number, reason: string, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.options = options;
  }
}

/** The one body in which the service answers any error. Compute v1 has no `status` member in it. */
export function renderError(error: ApiError): JsonObject {
  const { details, location, locationType = "parameter", statusName } = error.options;
  return {
    error: {
      code: error.status,
      ...(statusName === undefined ? {} : { status: statusName }),
      message: error.message,
      errors: [
        {
          message: error.message,
          domain: error.reason === "rateLimitExceeded" ? "usageLimits" : "global",
          reason: error.reason,
          ...(location === undefined ? {} : { location, locationType }),
        },
      ],
      ...(details === undefined ? {} : { details }),
    },
  };
}

/** A value that has the right type and may not be used. */
export function invalid(message: string, location?: string): ApiError {
  return new ApiError(400, "invalid", message, location === undefined ? {} : { location });
}

/** A field whose value is not acceptable, said in the way the service says it. */
export function invalidField(field: string, value: unknown, why: string): ApiError {
  return invalid(`Invalid value for field '${field}': '${String(value)}'. ${why}`);
}

/** A request that cannot be read at all: its JSON, its fields or its parameters. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, "badRequest", message);
}

/** A field that has to be sent and was not. */
export function required(field: string): ApiError {
  return new ApiError(400, "required", `Required field '${field}' not specified`);
}

/** An object, named by its path, that is not there. */
export function notFound(path: string): ApiError {
  return new ApiError(404, "notFound", `The resource '${path}' was not found`);
}

/** An object that is there, or whose insert is running. */
export function alreadyExists(path: string): ApiError {
  return new ApiError(409, "alreadyExists", `The resource '${path}' already exists`);
}

/** An object that another operation is changing. */
export function notReady(path: string): ApiError {
  return new ApiError(400, "resourceNotReady", `The resource '${path}' is not ready`);
}

/** An object that cannot go because another one refers to it. */
export function inUse(path: string, holder: string): ApiError {
  return new ApiError(
    400,
    "resourceInUseByAnotherResource",
    `The resource '${path}' is already being used by '${holder}'`,
  );
}

/** A caller without the permission. */
export function forbidden(permission: string, path: string): ApiError {
  return new ApiError(403, "forbidden", `Required '${permission}' permission for '${path}'`);
}

/** A request without credentials, or with unknown ones. */
export function unauthorized(message: string): ApiError {
  return new ApiError(401, "authError", message, {
    headers: { "www-authenticate": 'Bearer realm="https://accounts.google.com/"' },
  });
}

/** What the service can do and nobody has taught the emulator. */
export function notImplemented(message: string): ApiError {
  return new ApiError(501, "notImplemented", message, { statusName: "NOT_IMPLEMENTED" });
}

/** A fingerprint or etag that is not the current one. */
export function conditionNotMet(message: string): ApiError {
  return new ApiError(412, "conditionNotMet", message, { location: "If-Match", locationType: "header" });
}
