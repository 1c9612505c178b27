/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The text in place of the body as JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const host = "https://www.googleapis.com/compute/v1/";

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function refusal(status: number, reason: string, message: string): Answer {
  return { status, body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } } };
}

export function notFound(path: string): Answer {
  return refusal(404, "notFound", `The resource '${path}' was not found`);
}

export function alreadyExists(path: string): Answer {
  return refusal(409, "alreadyExists", `The resource '${path}' already exists`);
}

export function staleVersion(): Answer {
  return refusal(412, "conditionNotMet", "The fingerprint is not the current one.");
}

/** The error of a failed operation, as the specification has it. */
export interface OperationError {
  readonly error: { readonly errors: readonly { readonly code: string; readonly message: string }[] };
  readonly httpErrorStatusCode: number;
  readonly httpErrorMessage: string;
}

export function operationError(code: string, status: number, message: string): OperationError {
  return {
    error: { errors: [{ code, message: message.toLowerCase() }] },
    httpErrorStatusCode: status,
    httpErrorMessage: message,
  };
}
