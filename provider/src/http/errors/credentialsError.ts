import { NothingCameError } from "../deadline";
import { ComputeError } from "./computeError";

/** No token could be had, so nothing was sent. */
export class CredentialsUnavailableError extends ComputeError {
  constructor(action: string, cause: unknown) {
    super({
      action,
      summary: cause instanceof Error ? cause.message : String(cause),
      fault: cause instanceof NothingCameError ? { kind: "lateToken" } : undefined,
      effect: "none",
      cause,
    });
  }
}
