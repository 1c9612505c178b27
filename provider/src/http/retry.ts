import pRetry from "p-retry";
import type { ComputeError } from "./errors/computeError";
import { ConnectionError, isOfClosing, MalformedAnswerError } from "./errors/connectionError";
import { isOfDeadline } from "./errors/ofDeadline";
import { CredentialsRefusedError, isNotReady, isRateRefusal, ResponseError } from "./errors/responseError";
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
  /** Whether it may be the fault of one of those that wait for an object: it then waits outside of their queue. */
  readonly isOfOne?: true;
}

const refused = (test: (error: ResponseError) => boolean) => (error: ComputeError) =>
  error instanceof ResponseError && test(error);

/** The refusals that say that another change is running. */
export const busyRules: readonly RetryRule[] = [
  {
    because: "another change is running on the network",
    applies: refused(
      ({ status, serviceMessage }) => status === 400 && /(peering|route) operation in progress/i.test(serviceMessage),
    ),
  },
  {
    because: "the resource is not ready",
    applies: isNotReady,
  },
];

/** Whether the service refuses a change because another one is running. */
export function isBusy(error: ComputeError): boolean {
  return busyRules.some(({ applies }) => applies(error));
}

/**
 * Every reason for which a request is repeated. Whatever is not here is final: other 403, `QUOTA_EXCEEDED`, and any
 * 4xx that nobody has explained, because repeating those only hides the message.
 */
export const retryRules: readonly RetryRule[] = [
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
    because: "the credentials were refused once",
    repeats: 1,
    applies: (error) => error instanceof CredentialsRefusedError,
  },
  ...busyRules,
  {
    because: "the service account is not known yet",
    // One that was made a moment ago is known within a minute; one that is misspelt never is.
    withinMs: 60_000,
    isOfOne: true,
    applies: refused(
      ({ status, action, serviceMessage }) =>
        status === 400 &&
        action.startsWith("setIamPolicy ") &&
        /service account \S+ does not exist/i.test(serviceMessage),
    ),
  },
];

/** For callers that repeat the call themselves if the object is busy. */
export const rulesWithoutBusy = retryRules.filter((rule) => !busyRules.includes(rule));

export const rulesOfOne = retryRules.filter(({ isOfOne }) => isOfOne);
export const rulesOfAll = retryRules.filter(({ isOfOne }) => !isOfOne);

export interface RetryOptions {
  deadline: Deadline;
  /** Left out: all. */
  rules?: readonly RetryRule[] | undefined;
  /** An error after which nothing is repeated, whatever the rules say. */
  isFinal?: ((error: ComputeError) => boolean) | undefined;
  /** Called before each repeat, with the rule's reason and the number of the attempt that failed. */
  onRetry?: ((because: string, attempt: number, error: ComputeError) => void) | undefined;
  /** At most that many repeats, for whatever reasons; otherwise to the deadline. */
  retries?: number | undefined;
  /** Whether a refused credential can be replaced by a fresh one; when not, 401 is final. */
  canRefreshCredentials: boolean;
  /** The longest pause between attempts, in milliseconds; it can be twice as long by chance. Default: 10 s. */
  longestPauseMs?: number | undefined;
  /** Whether the attempt itself waits its turn after such an error, so that no pause is made here. */
  isPaced?: ((error: ComputeError) => boolean) | undefined;
  /** The error of an attempt that was made before: then the first attempt here is its repeat. */
  after?: unknown;
  /** When it is aborted, nothing is repeated any more: the last error is final. */
  closing?: AbortSignal | undefined;
}

/** Pauses between attempts, in milliseconds: doubled each time, and up to twice as long by chance. */
const pause = { first: 200, longest: 10_000 };

/**
 * Runs `attempt`, and again for as long as a rule allows, with exponential back-off, jitter and the service's
 * `Retry-After`. A pause that would last to the deadline is not begun: the error is final at once. An attempt that the
 * deadline or the end of the client cuts short says nothing of the cause: what the one before it said is thrown.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  if (options.after !== undefined) return repeated(attempt, options.after, options);
  try {
    return await attempt();
  } catch (error) {
    return repeated(attempt, error, options);
  }
}

/** What comes after a first failure; nearly all requests have none, and need nothing of this. */
async function repeated<T>(attempt: () => Promise<T>, firstError: unknown, options: RetryOptions): Promise<T> {
  const { deadline, rules = retryRules, isPaced = () => false, longestPauseMs, closing } = options;
  const used = new Map<RetryRule, number>();
  let row: { rule: RetryRule; sinceMs: number } | undefined;
  let cause: unknown;
  let isCutShort = false;
  const explained = async (attemptNumber: number) => {
    try {
      if (attemptNumber === 1) throw firstError;
      return await attempt();
    } catch (error) {
      isCutShort = isOfDeadline(error, deadline) || isOfClosing(error);
      if (!isCutShort) cause = error;
      throw cause ?? error;
    }
  };
  return pRetry(explained, {
    retries: options.retries ?? Number.POSITIVE_INFINITY,
    // The pauses are made here, because they depend on the answer.
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      // Its cause alone might be worth another attempt, which would be cut short as well.
      if (isCutShort || closing?.aborted || options.isFinal?.(error as ComputeError)) return false;
      const rule = rules.find(({ applies }) => applies(error as ComputeError));
      if (!rule) return false;
      if (error instanceof CredentialsRefusedError && !options.canRefreshCredentials) return false;
      if (row?.rule !== rule) row = { rule, sinceMs: performance.now() };
      const repeats = used.get(rule) ?? 0;
      const paced = isPaced(error as ComputeError);
      const pauseMs = paced ? askedMs(error) : pauseAfter(error, attemptNumber, longestPauseMs);
      if (!mayRepeat(rule, repeats, performance.now() - row.sinceMs + pauseMs)) return false;
      if (!deadline.allowsAttemptAfter(pauseMs)) return false;
      used.set(rule, repeats + 1);
      options.onRetry?.(rule.because, attemptNumber, error as ComputeError);
      if (!paced) await deadline.sleep(pauseMs, closing);
      return !closing?.aborted;
    },
  });
}

function pauseAfter(error: Error, attemptNumber: number, longestMs = pause.longest): number {
  const backoffMs = Math.min(pause.first * 2 ** (attemptNumber - 1), longestMs) * (1 + Math.random());
  return Math.max(backoffMs, askedMs(error));
}

function askedMs(error: Error): number {
  return error instanceof ResponseError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function mayRepeat(rule: RetryRule, repeats: number, elapsedMs: number): boolean {
  return (
    repeats < (rule.repeats ?? Number.POSITIVE_INFINITY) && elapsedMs < (rule.withinMs ?? Number.POSITIVE_INFINITY)
  );
}
