import pRetry from "p-retry";
import type { ComputeError } from "./errors/computeError";
import { ConnectionError, MalformedAnswerError } from "./errors/connectionError";
import { CredentialsRefusedError, isRateReason, ResponseError } from "./errors/responseError";
import type { Deadline } from "./deadline";

/** One reason to send a request again. */
export interface RetryRule {
  /** Shown to the user while waiting: `retrying after …`. */
  readonly because: string;
  readonly applies: (error: ComputeError) => boolean;
  /** At most that many repeats for this reason; otherwise to the deadline. */
  readonly repeats?: number;
  /** Not longer than this after the first attempt, in milliseconds; otherwise to the deadline. */
  readonly withinMs?: number;
}

const refused = (test: (error: ResponseError) => boolean) => (error: ComputeError) =>
  error instanceof ResponseError && test(error);

/**
 * Every reason for which a request is repeated. Whatever is not here is final: other 403, `QUOTA_EXCEEDED`, and any
 * 4xx that nobody has explained, because repeating those only hides the message.
 */
export const retryRules: readonly RetryRule[] = [
  {
    because: "the service cannot be reached",
    // A wrong endpoint looks like an outage. A minute rides out a blip without hiding a typing mistake for the whole deadline.
    withinMs: 60_000,
    applies: (error) =>
      error instanceof ConnectionError && error.effect === "none" && !error.summary.includes("certificate"),
  },
  {
    because: "the connection broke",
    applies: (error) => error instanceof ConnectionError && error.effect === "unknown",
  },
  {
    because: "the answer was not the service's",
    repeats: 4,
    applies: (error) => error instanceof MalformedAnswerError && error.effect === "unknown",
  },
  { because: "the request took too long to arrive", applies: refused(({ status }) => status === 408) },
  { because: "too many requests", applies: refused(({ status }) => status === 429) },
  { because: "the service has trouble", applies: refused(({ status }) => status >= 500) },
  {
    because: "the request rate is limited",
    applies: refused(({ status, reason }) => status === 403 && isRateReason(reason)),
  },
  {
    because: "the credentials were refused once",
    repeats: 1,
    applies: (error) => error instanceof CredentialsRefusedError,
  },
  {
    because: "another change is running on the network",
    applies: refused(
      ({ status, serviceMessage }) => status === 400 && /(peering|route) operation in progress/i.test(serviceMessage),
    ),
  },
  {
    because: "the resource is not ready",
    applies: refused(({ status, reason }) => status === 400 && reason === "resourceNotReady"),
  },
];

export interface RetryOptions {
  deadline: Deadline;
  /** Called before each repeat, with the rule's reason and the number of the attempt that failed. */
  onRetry?: ((because: string, attempt: number, error: ComputeError) => void) | undefined;
  /** Whether a refused credential can be replaced by a fresh one; when not, 401 is final. */
  canRefreshCredentials: boolean;
}

const backoff = { minTimeout: 200, factor: 2, maxTimeout: 20_000, randomize: true } as const;

/** Runs `attempt`, and again for as long as a rule allows, with exponential back-off, jitter and the service's `Retry-After`. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { deadline } = options;
  const used = new Map<RetryRule, number>();
  const startedMs = performance.now();
  return pRetry(attempt, {
    ...backoff,
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: deadline.remainingMs,
    shouldRetry: async ({ error, attemptNumber }) => {
      const rule = retryRules.find(({ applies }) => applies(error as ComputeError));
      if (!rule || !mayRepeat(rule, used.get(rule) ?? 0, performance.now() - startedMs)) return false;
      if (error instanceof CredentialsRefusedError && !options.canRefreshCredentials) return false;
      used.set(rule, (used.get(rule) ?? 0) + 1);
      options.onRetry?.(rule.because, attemptNumber, error as ComputeError);
      if (error instanceof ResponseError && error.retryAfterSeconds !== undefined) {
        if (error.retryAfterSeconds * 1000 >= deadline.remainingMs) return false;
        await deadline.sleep(error.retryAfterSeconds * 1000);
      }
      return true;
    },
  });
}

function mayRepeat(rule: RetryRule, repeats: number, elapsedMs: number): boolean {
  return (
    repeats < (rule.repeats ?? Number.POSITIVE_INFINITY) && elapsedMs < (rule.withinMs ?? Number.POSITIVE_INFINITY)
  );
}
