import type { Check } from "./checks";
import { toText, type JsonObject } from "./json";

/** The parts of an error besides its status, reason and message. */
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
  /** The check that refuses, if it is one of those whose order can be chosen, and the path of the object that it is about. */
  readonly refusedBy?: { readonly check: Check; readonly path: string };
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
export function invalidField(field: string, value: unknown, why: string, options: ApiErrorOptions = {}): ApiError {
  return new ApiError(400, "invalid", `Invalid value for field '${field}': '${toText(value)}'. ${why}`, options);
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
  return new ApiError(404, "notFound", `The resource '${path}' was not found`, {
    refusedBy: { check: "existence", path },
  });
}

/** An object that is there, or whose insert is running. */
export function alreadyExists(path: string): ApiError {
  return new ApiError(409, "alreadyExists", `The resource '${path}' already exists`, {
    refusedBy: { check: "existence", path },
  });
}

/** An object that another operation is changing. */
export function notReady(path: string): ApiError {
  return new ApiError(400, "resourceNotReady", `The resource '${path}' is not ready`, {
    refusedBy: { check: "readiness", path },
  });
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

/** The error of a method that the service has and the emulator does not. */
export function notImplemented(message: string): ApiError {
  return new ApiError(501, "notImplemented", message, { statusName: "NOT_IMPLEMENTED" });
}

/** A fingerprint that is not the current one of the object at a path. */
export function conditionNotMet(path: string, message: string): ApiError {
  return new ApiError(412, "conditionNotMet", message, {
    location: "If-Match",
    locationType: "header",
    refusedBy: { check: "fingerprint", path },
  });
}
