import { responseError, type ResponseError } from "../../provider/src/http/errors/responseError";

/** The error of a request that is refused with this body. */
export function refused(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | string[]>> = {},
  call: { action: string; permissions: readonly string[] } = { action: "set", permissions: [] },
): ResponseError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return responseError({ status, headers, body: text }, call);
}

/** An error with one entry. */
export const reasoned = (reason: string, message: string) => ({ message, errors: [{ reason, message }] });

/** The type of a detail. */
export const errorType = (name: string) => `type.googleapis.com/google.rpc.${name}`;

/** The error of a request that is refused for one reason. */
export function refusal(status: number, reason: string, message = "no", waitSeconds?: number): ResponseError {
  const error = { code: status, ...reasoned(reason, message) };
  return refused(status, { error }, waitSeconds === undefined ? {} : { "retry-after": String(waitSeconds) });
}
