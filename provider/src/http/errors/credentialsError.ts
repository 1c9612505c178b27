import { NothingCameError } from "../deadline";
import { ComputeError } from "./computeError";

/** No token could be had, so nothing was sent. */
export class CredentialsUnavailableError extends ComputeError {
  constructor(action: string, cause: unknown) {
    super({
      action,
      summary: cause instanceof Error ? cause.message : String(cause),
      hint:
        cause instanceof NothingCameError
          ? "Whatever gives out the tokens of these credentials does not answer. Check the network and HTTPS_PROXY, or raise gcp:requestTimeout."
          : undefined,
      effect: "none",
      cause,
    });
  }
}
