import { Agent, type Dispatcher } from "undici";
import { parseAnswer, type Answer } from "./answer";
import { longestTimerMs, type Deadline } from "./deadline";
import { ComputeError } from "./errors/computeError";
import { connectionError } from "./errors/connectionError";
import { CredentialsUnavailableError } from "./errors/credentialsError";
import { DeadlinePassedError } from "./errors/deadlineError";
import { CredentialsRefusedError, responseError, ResponseError } from "./errors/responseError";
import type { Endpoint } from "./endpoint";
import { withRetries } from "./retry";
import type { TokenSource } from "./tokenSource";

/** One call of the API, as an endpoint file describes it. */
export interface ComputeRequest {
  /** For messages: `insert projects/p/global/routes/r`. */
  action: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** After the version, made with the `path` tag: `projects/p/global/routes`. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** What a 403 should say that the caller needs. */
  permissions: readonly string[];
  /** The project whose quota is charged when `userProjectOverride` is on. */
  project?: string;
  /** Longest time for one attempt, in milliseconds; the client's request timeout when left out. */
  attemptTimeoutMs?: number;
}

/** What surrounds a call: how long it may take, and who wants to know of repeats. */
export interface CallContext {
  deadline: Deadline;
  /** At most that many repeats of one request; otherwise to the deadline. */
  retries?: number | undefined;
  onRetry?: ((because: string, attempt: number, error: ComputeError) => void) | undefined;
}

export interface ComputeClientOptions {
  endpoint: Endpoint;
  tokens: TokenSource;
  /** Longest time for one attempt of an ordinary request, in milliseconds. */
  requestTimeoutMs: number;
  userAgent: string;
  /** Sends `X-Goog-User-Project`: the billing project, or `true` for the project of the request. */
  userProject?: string | true | undefined;
  /** Sends `X-Goog-Request-Reason`. */
  requestReason?: string | undefined;
}

/** No answer of this API comes near; more is a fault of whatever answered, and must not fill the memory. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Sends requests, repeats them where that is safe and useful, and turns every failure into a `ComputeError`. */
export class ComputeClient {
  private readonly agent: Dispatcher;

  constructor(private readonly options: ComputeClientOptions) {
    this.agent = new Agent({
      allowH2: true,
      keepAliveTimeout: 30_000,
      connect: { timeout: 10_000 },
      // Each attempt has one timer of its own, which also covers a body that stops in the middle.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: maxAnswerBytes,
    });
  }

  /** The parsed JSON body of the answer. */
  async request<T>(request: ComputeRequest, context: CallContext): Promise<T> {
    const { tokens } = this.options;
    const send = {
      target: this.target(request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
    };
    // Once an answer was lost, a later refusal no longer proves that nothing happened.
    let answerLost = false;
    try {
      return await withRetries(
        async () => {
          try {
            return await this.attempt<T>(request, send, context.deadline);
          } catch (error) {
            answerLost ||= error instanceof ComputeError && error.effect === "unknown";
            throw error;
          }
        },
        {
          deadline: context.deadline,
          retries: context.retries,
          onRetry: context.onRetry,
          canRefreshCredentials: tokens.renewable,
        },
      );
    } catch (error) {
      throw answerLost && error instanceof ComputeError ? withUnknownEffect(error, request) : error;
    }
  }

  /** Closes idle connections and waits for the ones in use. */
  async close(): Promise<void> {
    await this.agent.close();
  }

  private async attempt<T>(
    request: ComputeRequest,
    { target, body }: { target: string; body: string | null },
    deadline: Deadline,
  ): Promise<T> {
    const { endpoint, tokens, requestTimeoutMs } = this.options;
    deadline.signal?.throwIfAborted();
    if (deadline.passed) throw new DeadlinePassedError(request.action, deadline.allowedMs);
    const token = await this.token(request.action, deadline);
    if (deadline.passed) throw new DeadlinePassedError(request.action, deadline.allowedMs);
    const allowedMs = Math.min(request.attemptTimeoutMs ?? requestTimeoutMs, deadline.remainingMs, longestTimerMs);
    const timeoutMs = Math.max(1, Math.ceil(allowedMs));
    const attempt = attemptSignal(timeoutMs, deadline.signal);
    let answer: Answer;
    try {
      const response = await this.agent.request({
        origin: endpoint.origin,
        path: target,
        method: request.method,
        headers: this.headers(request, token, body !== null),
        body,
        signal: attempt.signal,
      });
      answer = { status: response.statusCode, headers: response.headers, body: await response.body.text() };
    } catch (thrown) {
      deadline.signal?.throwIfAborted();
      throw connectionError({ action: request.action, origin: endpoint.origin, timeoutMs }, thrown);
    } finally {
      attempt.release();
    }
    if (answer.status >= 400) {
      // A debugging proxy repeats what it was sent.
      const said = { ...answer, body: answer.body.replaceAll(token, "[token]") };
      const error = responseError(said, { action: request.action, permissions: request.permissions });
      if (error instanceof CredentialsRefusedError) tokens.invalidate(token);
      throw error;
    }
    return parseAnswer<T>(request.action, answer);
  }

  private async token(action: string, deadline: Deadline): Promise<string> {
    try {
      return await deadline.limit(this.options.tokens.token());
    } catch (error) {
      throw new CredentialsUnavailableError(action, error);
    }
  }

  private target({ path, query = {} }: ComputeRequest): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    const search = parameters.toString();
    return `${this.options.endpoint.basePath}/${path}${search === "" ? "" : `?${search}`}`;
  }

  private headers(request: ComputeRequest, token: string, hasBody: boolean): Record<string, string> {
    const { userAgent, userProject, requestReason } = this.options;
    const billed = userProject === true ? request.project : userProject;
    return {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "user-agent": userAgent,
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...(billed === undefined ? {} : { "x-goog-user-project": billed }),
      ...(requestReason === undefined ? {} : { "x-goog-request-reason": requestReason }),
    };
  }
}

/**
 * What ends one attempt: its time is up, or the caller gives up. Not `AbortSignal.any`, which Node 20 may collect as
 * garbage while it is waited for.
 */
function attemptSignal(timeoutMs: number, given: AbortSignal | undefined): { signal: AbortSignal; release(): void } {
  if (given === undefined) return { signal: AbortSignal.timeout(timeoutMs), release: () => undefined };
  const controller = new AbortController();
  const stop = () => {
    controller.abort(given.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(new DOMException("The operation timed out.", "TimeoutError"));
  }, timeoutMs);
  given.addEventListener("abort", stop);
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      given.removeEventListener("abort", stop);
    },
  };
}

/**
 * Refusals that judge the request itself: had an earlier attempt been accepted, its request id would have been
 * answered. Without a request id they prove nothing: a 412 may well be the answer to our own change.
 */
const conclusive = new Set([400, 404, 412]);

function withUnknownEffect(error: ComputeError, { query }: ComputeRequest): ComputeError {
  const ofService = error instanceof ResponseError && error.ofService;
  const proves = query?.requestId !== undefined && ofService && conclusive.has(error.status);
  if (!proves) error.effect = "unknown";
  return error;
}
