import { setMaxListeners } from "node:events";
import { parseAnswer, refuseMalformed, refuseOther, type Asked } from "./answer";
import { RateLimiter } from "./pace/limiter";
import { PooledTransport } from "./transport/pooledTransport";
import {
  UnsentTimeoutError,
  type Answer,
  type Transport,
  type TransportOptions,
  type WireRequest,
} from "./transport/transport";
import { longestTimerMs, type Deadline } from "./deadline";
import { ComputeError } from "./errors/computeError";
import { makeClosedError, toConnectionError } from "./errors/connectionError";
import { CancelledError } from "./errors/cancelledError";
import { CredentialsUnavailableError, DeadlinePassedError, WaitTooLongError } from "./errors/unsentError";
import { CredentialsRefusedError, isRateLimited, responseError } from "./errors/responseError";
import type { Endpoint } from "./endpoint";
import { withRetries, type RetryRule } from "./retry";
import type { Form } from "../types/form";
import { inspectToken } from "./tokenForm";

/** One call of the API, as an endpoint file describes it. */
export interface ComputeRequest {
  /** For messages: `insert projects/p/global/routes/r`. */
  action: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** After the version, made with the `path` tag: `projects/p/global/routes`. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** The permissions that a 403 should say the caller needs. */
  permissions: readonly string[];
  /** The project that the request is about, which can be the one that pays for it. */
  project?: string;
  /** The form that the answer has to have. */
  form: Form;
  /** Set where the service holds the request until something has happened: for how long at most, in milliseconds. */
  longPollMs?: number;
  /** The thing that the answer has to be about; left out where it is about nothing that has a name. */
  asked?: Asked;
  /** Asks for a compressed answer: of a list that is a tenth of the bytes, of a single object none worth the work. */
  compressed?: true;
}

/** One attempt of a request, without anything that is secret: neither headers nor bodies. */
interface AttemptReport {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Status of the answer, or why there was none. */
  readonly outcome: number | string;
  readonly tookMs: number;
}

/** Attempts after which a repeat is worth a word to the user. */
const quietAttempts = 3;

/**
 * Tells whoever runs a call of its repeats and waits, and of each attempt where somebody looks for a fault.
 *
 * @param shownTarget in place of each URL, which has secrets in other forms than those that are taken out of messages
 */
export function reportCalls(
  log: { message(severity: "debug" | "info", text: string): void; status(text: string): void },
  isDebugging: boolean,
  shownTarget?: string,
): Pick<CallContext, "onRetry" | "onWait" | "onAttempt"> {
  return {
    onRetry(because, attempt, { summary }) {
      const text = `${because}; trying again (attempt ${String(attempt + 1)}): ${summary}`;
      log.message("debug", text);
      if (attempt >= quietAttempts) log.status(text);
    },
    onWait: (what) => void log.status(what),
    // `GET /compute/v1/projects/p/global/routes/r: 200 after 12 ms`.
    onAttempt: isDebugging
      ? ({ method, target, outcome, tookMs }) =>
          void log.message(
            "info",
            `${method} ${shownTarget ?? target}: ${String(outcome)} after ${tookMs.toFixed(0)} ms`,
          )
      : undefined,
  };
}

/** The surroundings of a call: how long it may take, and who wants to know of repeats. */
export interface CallContext {
  deadline: Deadline;
  /** At most that many repeats of one request; otherwise to the deadline. */
  retries?: number | undefined;
  /** The reasons for which a request is repeated; left out, those of the client. */
  rules?: readonly RetryRule[] | undefined;
  onRetry?: ((because: string, attempt: number, error: ComputeError) => void) | undefined;
  /** Told what is waited for, as `waiting for an access token from sts.googleapis.com`, where that takes seconds. */
  onWait?: ((what: string) => void) | undefined;
  /** Called right before each repeat of a request is sent; its error is then the request's. */
  beforeRepeat?: (() => Promise<void>) | undefined;
  /** Told of every attempt, for those who look for a fault. */
  onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Called with what each answer takes of the memory, for those who keep many. */
  onAnswer?: ((bytes: number) => void) | undefined;
}

/** Where the client gets its bearer tokens from; made outside, so that this folder needs no credential library. */
export interface TokenSource {
  /** A token that is valid now. Called for every request: an implementation keeps and renews its token. */
  token(): Promise<string>;
  /** Forgets a token that the service refused, so that the next `token()` gets a new one. */
  invalidate(refused: string): void;
  /** True if a new token can be had at all; a fixed token cannot be renewed. */
  readonly renewable: boolean;
  /** The project that the credentials say pays for requests; known when they have given a token. */
  readonly quotaProject?: string | undefined;
  /** The host, or whatever else, that was asked last on the way to a token. */
  readonly asked?: string | undefined;
}

/** The project that pays for a request, in this order: its own, the one that is named, the one that the credentials name. */
export interface QuotaProject {
  readonly fromRequest: boolean;
  readonly named: string | undefined;
}

/** How texts are spelled on this side where the service spells them otherwise. What one half does the other undoes. */
export interface Translation {
  /**
   * An answer as this side has it.
   *
   * @param body what it was parsed from
   */
  received(answer: unknown, body: string): unknown;
  /** A path with its query, or JSON, as the service has it. */
  sent(text: string): string;
}

export interface ComputeClientOptions {
  endpoint: Endpoint;
  tokens: TokenSource;
  /** Longest time for one attempt of an ordinary request, in milliseconds. */
  requestTimeoutMs: number;
  userAgent: string;
  /** The reasons for which a request is repeated. */
  rules: readonly RetryRule[];
  /** Sends `X-Goog-User-Project`; left out, no request has it. */
  quotaProject?: QuotaProject | undefined;
  /** Sends `X-Goog-Request-Reason`. */
  requestReason?: string | undefined;
  /** Certificates to trust in place of the well-known ones, as PEM. */
  trustedCertificates?: string | undefined;
  /** The proxy that requests go through, with its user and password. */
  proxy?: URL | undefined;
  /** Changes texts on their way; left out, they stay as they are. */
  translation?: Translation | undefined;
  /** Opens the transport that carries the requests; left out, the network. */
  open?: ((options: TransportOptions) => Transport) | undefined;
}

/** A clock of this machine that differs from the service's by less is taken for right: the header `Date` has whole seconds. */
const clockToleranceMs = 5_000;

/** When a wait is first told. */
export const firstWordMs = 5_000;

/** The memory of an answer, about: so much for each byte of its text, and so much for each of its values. */
const bytesInMemory = { byte: 2, value: 48 };

/** Sends requests, repeats them where that is safe and useful, and turns every failure into a `ComputeError`. */
export class ComputeClient {
  private readonly transport: Transport;
  private readonly limiter = new RateLimiter();
  private readonly closing = new AbortController();
  private closed: Promise<void> | undefined;
  private clockOffsetMs: number | undefined;
  /** For messages: through which proxy. */
  private readonly proxy: string | undefined;

  constructor(private readonly options: ComputeClientOptions) {
    const { endpoint, trustedCertificates: trusted, proxy } = options;
    const { open = (transport) => new PooledTransport(transport) } = options;
    this.transport = open({ origin: endpoint.origin, trusted, proxy });
    this.proxy = proxy?.origin;
    // Each request that pauses listens to it.
    setMaxListeners(0, this.closing.signal);
  }

  /** The parsed JSON body of the answer. */
  async request<T>(request: ComputeRequest, context: CallContext): Promise<T> {
    const { tokens, translation } = this.options;
    const rules = context.rules ?? this.options.rules;
    const sent = (text: string) => translation?.sent(text) ?? text;
    const send = {
      target: sent(this.formatTarget(request)),
      body: request.body === undefined ? null : sent(JSON.stringify(request.body)),
    };
    // Once an answer was lost, no later refusal proves that nothing happened: our own change can be its cause.
    let answerLost = false;
    let isRepeat = false;
    try {
      return await withRetries(
        async () => {
          if (isRepeat) await context.beforeRepeat?.();
          isRepeat = true;
          try {
            return await this.attempt<T>(request, send, context);
          } catch (error) {
            answerLost ||= error instanceof ComputeError && error.effect === "unknown";
            throw error;
          }
        },
        {
          deadline: context.deadline,
          retries: context.retries,
          rules,
          // The lost request itself may stand in the way: whoever sent it asks for its operation.
          stopsRetries: (error) =>
            error instanceof CredentialsRefusedError
              ? !tokens.renewable
              : answerLost && rules.some(({ mayBeOwn, applies }) => mayBeOwn && applies(error)),
          onRetry: context.onRetry,
          // The limiter makes all wait together.
          isPaced: isRateLimited,
          closing: this.isClosing,
        },
      );
    } catch (error) {
      if (answerLost && error instanceof ComputeError) error.effect = "unknown";
      throw error;
    }
  }

  /**
   * The time by the service's clock, in milliseconds since 1970, as far as its answers have told it. What is recorded of a
   * request is read by other machines, whose clocks can differ.
   */
  get serviceNowMs(): number {
    return Date.now() + (this.clockOffsetMs ?? 0);
  }

  /** Aborted when nothing more is sent. */
  get isClosing(): AbortSignal {
    return this.closing.signal;
  }

  /** Sends nothing more, repeats included; waits for what is under way, and closes the connections. */
  async close(): Promise<void> {
    this.closing.abort();
    this.limiter.close();
    await (this.closed ??= this.transport.close());
  }

  private async attempt<T>(
    request: ComputeRequest,
    { target, body }: { target: string; body: string | null },
    context: CallContext,
  ): Promise<T> {
    const { tokens } = this.options;
    const { deadline, onAttempt } = context;
    const { action, permissions, project = "" } = request;
    deadline.refuseCancelled();
    const turn = await this.limiter.awaitTurn(project, deadline);
    deadline.refuseCancelled();
    if (turn !== true && turn.askedMs !== undefined) throw new WaitTooLongError(action, turn.askedMs, deadline);
    if (turn !== true || deadline.passed) throw new DeadlinePassedError(action, deadline.allowedMs);
    const token = await this.token(action, context);
    deadline.refuseCancelled();
    if (deadline.passed) throw new DeadlinePassedError(action, deadline.allowedMs);
    const sentAtMs = performance.now();
    const headers = this.makeHeaders(request, token, body !== null);
    const answer = await this.send(request, { target, body, headers, deadline }, onAttempt);
    this.readClock(answer, performance.now() - sentAtMs);
    if (answer.status < 400) {
      this.limiter.noteAccepted(project, sentAtMs);
      return this.readAnswer(request, answer, context) as T;
    }
    const error = responseError(answer, { action, permissions });
    if (isRateLimited(error)) this.limiter.noteRefused(project, sentAtMs, (error.retryAfterSeconds ?? 0) * 1000);
    else this.limiter.noteAccepted(project, sentAtMs);
    if (error instanceof CredentialsRefusedError) tokens.invalidate(token);
    throw error;
  }

  /**
   * The gate of every answer: what passes is in form, about what was asked for, and plain data. Whatever comes of an
   * answer comes out of here. A text that repeats a secret stays: messages and logs take it out themselves.
   */
  private readAnswer({ action, asked, form }: ComputeRequest, answer: Answer, { onAnswer }: CallContext): unknown {
    const { translation } = this.options;
    const parsed = parseAnswer(action, answer);
    const plain = (translation?.received(parsed, answer.body) ?? parsed) as object;
    // Before anything is compared: the members of an answer may be anything.
    refuseMalformed(action, form, plain);
    if (asked !== undefined) refuseOther(action, asked, plain);
    onAnswer?.(answer.body.length * bytesInMemory.byte + answer.values * bytesInMemory.value);
    return plain;
  }

  private async send(
    request: ComputeRequest,
    wire: Pick<WireRequest, "target" | "body" | "headers" | "deadline">,
    onAttempt: CallContext["onAttempt"],
  ): Promise<Answer> {
    const { action, method, longPollMs } = request;
    if (this.closing.signal.aborted) throw makeClosedError(action);
    const allowedMs = Math.min(longPollMs ?? this.options.requestTimeoutMs, wire.deadline.remainingMs, longestTimerMs);
    const timeoutMs = Math.max(1, Math.ceil(allowedMs));
    const sentMs = performance.now();
    const report = (outcome: AttemptReport["outcome"]) =>
      onAttempt?.({ method, target: wire.target, outcome, tookMs: performance.now() - sentMs });
    try {
      const answer = await this.transport.send({ ...wire, method, timeoutMs, isLongPoll: longPollMs !== undefined });
      report(answer.status);
      return answer;
    } catch (thrown) {
      const { signal } = wire.deadline;
      if (signal?.aborted) throw new CancelledError(signal.reason, "unknown");
      if (thrown instanceof UnsentTimeoutError) throw new DeadlinePassedError(action, wire.deadline.allowedMs);
      const { origin } = this.options.endpoint;
      const error = toConnectionError({ action, origin, proxy: this.proxy, timeoutMs }, thrown);
      report(error.summary);
      throw error;
    }
  }

  /** The service has written the date at any moment between request and answer. A page of a proxy tells nothing of it. */
  private readClock({ headers }: Answer, tookMs: number): void {
    if (!String(headers["content-type"]).includes("json")) return;
    const aheadMs = Date.parse(String(headers.date)) - Date.now();
    if (Number.isNaN(aheadMs)) return;
    const isRight = aheadMs < clockToleranceMs && aheadMs + tookMs > -clockToleranceMs;
    this.clockOffsetMs = isRight ? 0 : aheadMs;
  }

  private async token(action: string, { deadline, onWait }: CallContext): Promise<string> {
    const { tokens, requestTimeoutMs } = this.options;
    const say = () =>
      onWait?.(`waiting for an access token${tokens.asked === undefined ? "" : ` from ${tokens.asked}`}`);
    const timer = setTimeout(say, firstWordMs);
    try {
      const token = await deadline.limit(tokens.token(), "no access token", requestTimeoutMs);
      // Here for every source: the HTTP library would repeat it in its error.
      const part = inspectToken(token);
      if (part !== undefined)
        throw new Error(`the access token has ${part}, so it was not sent. Check the source of the token.`);
      return token;
    } catch (error) {
      deadline.refuseCancelled();
      throw new CredentialsUnavailableError(action, error);
    } finally {
      clearTimeout(timer);
    }
  }

  private formatTarget({ path, query = {} }: ComputeRequest): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
    const search = parameters.toString();
    return `${this.options.endpoint.basePath}/${path}${search === "" ? "" : `?${search}`}`;
  }

  private makeHeaders(request: ComputeRequest, token: string, hasBody: boolean): Record<string, string> {
    const { userAgent, quotaProject, requestReason, tokens } = this.options;
    const { compressed = false, project } = request;
    const own = quotaProject?.fromRequest ? project : undefined;
    const billed = quotaProject && (own ?? quotaProject.named ?? tokens.quotaProject);
    return {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      // The service compresses only for those who say so in both.
      "user-agent": compressed ? `${userAgent} (gzip)` : userAgent,
      ...(compressed ? { "accept-encoding": "gzip" } : {}),
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...(billed === undefined ? {} : { "x-goog-user-project": billed }),
      ...(requestReason === undefined ? {} : { "x-goog-request-reason": requestReason }),
    };
  }
}
