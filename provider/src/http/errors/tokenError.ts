import type { Fault } from "./fault";

/** The known facts of a token that could not be had. */
export interface TokenFacts {
  readonly fault?: Fault | undefined;
  /** The trouble that may pass by itself, so that asking again helps: the server's own, or a server that is not reached. */
  readonly passing?: "trouble" | "unreached" | undefined;
  /** Seconds that the server asks to wait. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A request on the way to an access token failed. Whatever else a source of tokens throws is final. */
export class TokenError extends Error {
  override readonly name = "TokenError";

  constructor(
    /** In one line, also where others have changed the message since. */
    readonly stated: string,
    readonly facts: TokenFacts = {},
  ) {
    super(stated);
  }
}
