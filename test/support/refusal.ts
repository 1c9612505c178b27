import { responseError, type ResponseError } from "../../provider/src/http/errors/responseError";

/** What a refused request throws. */
export function refusal(status: number, reason: string, message = "no", waitSeconds?: number): ResponseError {
  const body = JSON.stringify({ error: { code: status, message, errors: [{ reason, message }] } });
  return responseError(
    { status, headers: waitSeconds === undefined ? {} : { "retry-after": String(waitSeconds) }, body },
    { action: "set", permissions: [] },
  );
}
