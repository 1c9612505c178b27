/** Where the client gets its bearer tokens from; made outside, so that this folder needs no credential library. */
export interface TokenSource {
  /** A token that is valid now. Called for every request: an implementation keeps and renews its token. */
  token(): Promise<string>;
  /** Forgets a token that the service refused, so that the next `token()` gets a new one. */
  invalidate(refused: string): void;
  /** Whether a new token can be had at all; a fixed token cannot be renewed. */
  readonly renewable: boolean;
}
