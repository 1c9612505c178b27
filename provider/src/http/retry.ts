import { CancelledError } from "./errors/cancelledError";
import pRetry from "p-retry";
import type { ComputeError } from "./errors/computeError";
import { ConnectionError, isClosedClient, MalformedAnswerError } from "./errors/connectionError";
import { CredentialsUnavailableError, isDeadlineError } from "./errors/unsentError";
import { CredentialsRefusedError, isRateRefusal, ResponseError } from "./errors/responseError";
import type { Deadline } from "./deadline";

/** One reason to send a request again. */
export interface RetryRule {
  /** Shown to the user while waiting: `retrying after …`. */
  readonly because: string;
  readonly applies: (error: ComputeError) => boolean;
  /** At most that many repeats for this reason; otherwise to the deadline. */
  readonly repeats?: number;
  /** No attempt begins later than this after it began to apply without a break, in milliseconds; otherwise to the deadline. */
  readonly withinMs?: number;
  /** An earlier attempt whose answer was lost may be what stands in the way: then nothing is repeated. */
  readonly mayBeOwn?: true;
}

/** Tests a refusal of the service. */
export const refused = (test: (error: ResponseError) => boolean) => (error: ComputeError) =>
  error instanceof ResponseError && test(error);

/**
 * The reasons for which any request is repeated. Whatever has no rule is final: other 403, `QUOTA_EXCEEDED`, and any
 * 4xx that nobody has explained, because repeating those only hides the message.
 */
export const requestRules: readonly RetryRule[] = [
  {
    because: "nothing listens on this machine",
    // A local service that is not there was not started: seconds ride out its restart.
    withinMs: 10_000,
    applies: (error) => error instanceof ConnectionError && error.fault?.kind === "nothingListens",
  },
  {
    because: "the service cannot be reached",
    // A wrong endpoint looks like an outage. A minute rides out a blip without hiding a typing mistake for the whole deadline.
    withinMs: 60_000,
    applies: (error) => error instanceof ConnectionError && error.effect === "none" && !error.lasting,
  },
  {
    because: "the connection broke",
    applies: (error) => error instanceof ConnectionError && error.effect === "unknown",
  },
  {
    because: "the answer did not come from the service",
    repeats: 4,
    applies: (error) =>
      error instanceof MalformedAnswerError && error.effect === "unknown" && error.fault?.kind !== "redirected",
  },
  { because: "the request took too long to arrive", applies: refused(({ status }) => status === 408) },
  { because: "too many requests", applies: refused(({ status }) => status === 429) },
  { because: "the service has trouble", applies: refused(({ status }) => status >= 500) },
  {
    because: "the request rate is limited",
    applies: refused(({ status, reasons }) => status === 403 && isRateRefusal(reasons)),
  },
  {
    because: "the token server has trouble",
    applies: (error) => error instanceof CredentialsUnavailableError && error.facts.passing === "trouble",
  },
  {
    because: "the token server cannot be reached",
    withinMs: 60_000,
    applies: (error) => error instanceof CredentialsUnavailableError && error.facts.passing === "unreached",
  },
  {
    because: "the credentials were refused once",
    repeats: 1,
    applies: (error) => error instanceof CredentialsRefusedError,
  },
];

export interface RetryOptions {
  deadline: Deadline;
  rules: readonly RetryRule[];
  /** An error after which nothing is repeated, whatever the rules say. */
  stopsRetries?: ((error: ComputeError) => boolean) | undefined;
  /** Called before each repeat, with the rule's reason and the number of the attempt that failed. */
  onRetry?: ((because: string, attempt: number, error: ComputeError) => void) | undefined;
  /** At most that many repeats, for whatever reasons; otherwise to the deadline. */
  retries?: number | undefined;
  /** The longest pause between attempts, in milliseconds. Default: 10 s. */
  longestPauseMs?: number | undefined;
  /** True if the attempt itself waits its turn after such an error, so that no pause is made here. */
  isPaced?: ((error: ComputeError) => boolean) | undefined;
  /** The error of an attempt that was made before: then the first attempt here is its repeat. */
  after?: unknown;
  /** When it is aborted, nothing is repeated any more: the last error is final. */
  closing?: AbortSignal | undefined;
}

/** The first pause, in milliseconds. The next ones double, and each is up to twice as long by chance. */
const firstPauseMs = 200;

/**
 * Runs `attempt`, and again for as long as a rule allows, with exponential back-off, jitter and the service's
 * `Retry-After`. A pause that may last to the deadline is not begun: the error is final at once. An attempt that the
 * deadline or the end of the client cuts short says nothing of the cause: what the one before it said is thrown.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  if (options.after !== undefined) return repeat(attempt, options.after, options);
  try {
    // Nearly all requests end here, and cost nothing more.
    return await attempt();
  } catch (error) {
    return repeat(attempt, error, options);
  }
}

async function repeat<T>(attempt: () => Promise<T>, firstError: unknown, options: RetryOptions): Promise<T> {
  const { deadline, closing, retries = Number.POSITIVE_INFINITY, longestPauseMs = 10_000 } = options;
  const allowance = new Allowance(options.rules);
  const isPaced = (error: Error) => options.isPaced?.(error as ComputeError) ?? false;
  let done: { readonly result: T } | undefined;
  let cause: unknown;
  let isRepeated = false;
  const attemptOrThrowCause = async (attemptNumber: number): Promise<T> => {
    try {
      if (attemptNumber === 1) throw firstError;
      done = { result: await attempt() };
      return done.result;
    } catch (error) {
      // Its cause alone might be worth another attempt, which would be cut short as well.
      isRepeated = !isDeadlineError(error, deadline) && !isClosedClient(error);
      if (isRepeated) cause = error;
      throw cause ?? error;
    }
  };
  const pauses = new AbortController();
  const endPause = () => {
    pauses.abort(closing?.aborted ? cause : new CancelledError(deadline.signal?.reason));
  };
  const signals = [closing, deadline.signal];
  for (const signal of signals) signal?.addEventListener("abort", endPause);
  try {
    return await pRetry(attemptOrThrowCause, {
      ...{ retries, factor: 2, minTimeout: firstPauseMs, maxTimeout: longestPauseMs, randomize: true },
      signal: pauses.signal,
      async onFailedAttempt({ error, attemptNumber, retriesConsumed }) {
        const shortestMs = isPaced(error) ? 0 : Math.min(firstPauseMs * 2 ** retriesConsumed, longestPauseMs);
        const askedMs = askedPauseMs(error);
        const longestMs = Math.max(0, askedMs - shortestMs) + Math.min(2 * shortestMs, longestPauseMs);
        isRepeated &&= !closing?.aborted && attemptNumber <= retries && !options.stopsRetries?.(error as ComputeError);
        const rule = isRepeated ? allowance.take(error as ComputeError, longestMs) : undefined;
        isRepeated = rule !== undefined && deadline.allowsAttemptAfter(longestMs);
        if (rule === undefined || !isRepeated) return;
        options.onRetry?.(rule.because, attemptNumber, error as ComputeError);
        if (!isPaced(error)) await deadline.sleep(askedMs - shortestMs, pauses.signal);
      },
      shouldRetry: () => isRepeated,
      shouldConsumeRetry: ({ error }) => !isPaced(error),
    });
  } catch (error) {
    // The end of the client takes back nothing that is done.
    if (done !== undefined) return done.result;
    throw error;
  } finally {
    for (const signal of signals) signal?.removeEventListener("abort", endPause);
  }
}

/** For how long the service asks to wait with this error, in milliseconds (`Retry-After`). */
export function askedPauseMs(error: unknown): number {
  if (error instanceof CredentialsUnavailableError) return 1000 * (error.facts.retryAfterSeconds ?? 0);
  return error instanceof ResponseError ? 1000 * (error.retryAfterSeconds ?? 0) : 0;
}

/** How often the rules have been used. */
class Allowance {
  private readonly used = new Map<RetryRule, number>();
  private newest: { readonly rule: RetryRule; readonly sinceMs: number } | undefined;

  constructor(private readonly rules: readonly RetryRule[]) {}

  /** The rule by which an attempt may follow after so long a pause; `undefined` where none allows it. */
  take(error: ComputeError, pauseMs: number): RetryRule | undefined {
    const rule = this.rules.find(({ applies }) => applies(error));
    if (rule === undefined) return undefined;
    if (this.newest?.rule !== rule) this.newest = { rule, sinceMs: performance.now() };
    const { repeats = Number.POSITIVE_INFINITY, withinMs = Number.POSITIVE_INFINITY } = rule;
    const used = this.used.get(rule) ?? 0;
    if (used >= repeats || performance.now() - this.newest.sinceMs + pauseMs >= withinMs) return undefined;
    this.used.set(rule, used + 1);
    return rule;
  }
}
