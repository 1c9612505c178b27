/** One attempt of a request, without anything that is secret: neither headers nor bodies. */
export interface Attempt {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Status of the answer, or why there was none. */
  readonly outcome: number | string;
  readonly tookMs: number;
}

/** For those who look for a fault: `GET /compute/v1/projects/p/global/routes/r: 200 after 12 ms`. */
export function describeAttempt({ method, target, outcome, tookMs }: Attempt): string {
  return `${method} ${target}: ${String(outcome)} after ${tookMs.toFixed(0)} ms`;
}
