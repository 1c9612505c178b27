import { randomUUID } from "node:crypto";
import { deviationOf } from "../http/answerForm";
import { describeAttempt } from "../http/attempt";
import type { CallContext, ComputeClient } from "../http/client";
import { provesNothingHappened } from "../http/conclusive";
import { withRetries, type RetryOptions } from "../http/retry";
import { KnownNames } from "../names/knownNames";
import { answeredPath, type LinkContext } from "../names/links";
import type { Deadline } from "../http/deadline";
import { ComputeError } from "../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { operationPath, type Operation } from "../compute/endpoints/operations";
import { waitForOperationPath } from "../compute/operation";
import { describeWarnings, type Warning } from "../compute/warning";
import { Ledger } from "./ledger";
import type { Log } from "./log";
import { stillDeduplicated, type Pending } from "./pending";
import { reportProgress, statusEveryMs } from "./progress";
import type { Redact } from "../shown/secrets";
import { RunMemory } from "./memory/runMemory";

/** Sends the mutating request with that request id, and returns the operation that the service answers. */
export type SendMutation = (requestId: string) => Promise<Operation>;

/** What else is known of a mutating request. */
export interface Mutation {
  /** Whether the method takes a request id, so that sending it again cannot act twice. Default true. */
  readonly repeatable?: boolean;
  /** Whether what the request asks for is there: tells how it ended when the service has forgotten the operation. */
  readonly isDone?: () => Promise<boolean>;
  /** What its request id is marked with, where the object's path says too little to know the object again. */
  readonly about?: string;
  /** Runs the attempt, and may run it again. All attempts have the same request id. Default: runs it once. */
  readonly attempts?: (attempt: () => Promise<void>) => Promise<void>;
}

/** Timers may come a little early. */
const timerSlackMs = 100;

/** What a job is about, and what it works with. */
export interface JobOptions {
  readonly client: ComputeClient;
  readonly log: Log;
  /** `gce:Route "egress"`. */
  readonly subject: string;
  readonly deadline: Deadline;
  /** Takes the resource's secrets out of a message. */
  readonly redact?: Redact;
  /** Makes the id of a request that no earlier run has sent. */
  readonly newRequestId?: (about?: string) => string | Promise<string>;
  /** Whether a request was sent by this stack, by an earlier run too, and is about that. */
  readonly isOwnRequest?: (requestId: string, about: string) => Promise<boolean>;
  /** The object's own project, when it has one. */
  readonly project?: string | undefined;
  /** What completes links, with what is known of numbers in them: the job adds what it learns. */
  readonly links?: LinkContext & { readonly names: KnownNames };
  /** What the program declares, as far as this run has told. */
  readonly run?: RunMemory;
  /** What the program itself says in the clear. */
  readonly said?: () => unknown;
  /** Whether the user looks for the cause of a fault: then every attempt of every request stays in the output. */
  readonly isDebugging?: boolean;
}

/**
 * One `create`, `read`, `update` or `delete` of one resource, from its first call to its last: its deadline, what it
 * has begun at the service, and what it tells the user on the way.
 *
 * Whatever goes wrong, its ledger then says what has to be recorded.
 */
export class Job {
  readonly ledger = new Ledger();
  readonly call: CallContext;
  readonly client: ComputeClient;
  readonly subject: string;
  readonly deadline: Deadline;
  readonly redact: Redact;
  readonly links: LinkContext & { readonly names: KnownNames };
  readonly run: RunMemory;
  readonly isOwnRequest: NonNullable<JobOptions["isOwnRequest"]>;
  readonly isDebugging: boolean;
  private readonly log: Log;
  private readonly newRequestId: NonNullable<JobOptions["newRequestId"]>;
  private readonly project: string | undefined;
  private newestAction: string | undefined;
  private newestDeviation: string | undefined;
  private repeated: Pending | undefined;
  private statusAtMs = -Infinity;

  constructor({ client, log, subject, deadline, project, said, isDebugging = false, ...more }: JobOptions) {
    this.client = client;
    this.log = log;
    this.subject = subject;
    this.deadline = deadline;
    this.project = project;
    this.isDebugging = isDebugging;
    this.redact = more.redact ?? ((text) => text);
    this.links = more.links ?? { names: new KnownNames() };
    this.run = more.run ?? new RunMemory();
    this.newRequestId = more.newRequestId ?? (() => randomUUID());
    this.isOwnRequest = more.isOwnRequest ?? (() => Promise.resolve(false));
    this.call = {
      deadline,
      said,
      onRetry: (because, attempt, error) => {
        const message = `${because}; trying again (attempt ${String(attempt + 1)}): ${error.summary}`;
        this.log.message("debug", this.redact(`${subject}: ${message}`));
        if (attempt >= 3) this.status(message);
      },
      onAnswer: (answered, answer) => {
        const deviation = deviationOf(answer);
        if (deviation !== undefined) this.newestDeviation = `in the answer to ${answered}, ${deviation}`;
      },
      ...(isDebugging
        ? {
            onAttempt: (attempt) => {
              this.debug(describeAttempt(attempt));
            },
          }
        : {}),
    };
  }

  /** The newest change, for messages. */
  get action(): string | undefined {
    return this.newestAction;
  }

  /** What was wrong with the form of the newest answer that has not the documented one. */
  get deviation(): string | undefined {
    return this.newestDeviation;
  }

  /** What is done from now on, for messages. */
  begins(action: string): void {
    this.newestAction = action;
  }

  /** The answer to a request of an earlier run was lost: the next such request is sent under its request id. */
  repeats(pending: Pending): void {
    this.repeated = pending;
  }

  /**
   * Sends a mutating request and waits until its operation is DONE.
   *
   * @param action what is being done, such as `insert`
   * @param project whose operations have it
   */
  async operate(
    action: string,
    project: string,
    send: SendMutation,
    { repeatable = true, isDone, about, attempts = (attempt) => attempt() }: Mutation = {},
  ): Promise<void> {
    this.begins(action);
    const earlier = this.repeated?.action === action ? this.repeated : undefined;
    this.repeated = undefined;
    const requestId = earlier?.requestId ?? (await this.newRequestId(about));
    const elsewhere = this.project === undefined || this.project === project ? {} : { project };
    const { pending: open } = this.ledger;
    // An earlier request with this id that the service may have accepted.
    let lost = earlier;
    const attempt = async () => {
      const sentAt = lost?.sentAt ?? secondsNow();
      this.ledger.sends({ action, ...(repeatable ? { requestId, ...elsewhere } : {}), sentAt });
      let operation: Operation;
      try {
        operation = await send(requestId);
      } catch (error) {
        lost = this.lostAfter(error, lost, repeatable);
        throw error;
      }
      const path = operationPath(project, operation);
      this.ledger.awaits({ action, operation: path, sentAt });
      // An operation that was asked for in a project by its number names the project by its id.
      this.links.names.learn(path, answeredPath(operation.selfLink ?? ""));
      try {
        await this.awaitOperation(path, action, operation);
      } catch (error) {
        if (!(error instanceof OperationVanishedError) || !(await isDone?.())) throw error;
        this.ledger.landed();
      }
    };
    try {
      await attempts(attempt);
    } catch (error) {
      // What was sent before under another request id may still land.
      if (open?.requestId !== undefined && open.requestId !== requestId) this.ledger.keepsPending(open);
      // The error can be of an earlier attempt, which says more than the end of the newest one.
      if (error instanceof ComputeError && this.ledger.pending !== undefined) error.effect = "unknown";
      throw error;
    }
  }

  /** The request that stays recorded as lost after a failed attempt, if any. */
  private lostAfter(error: unknown, lost: Pending | undefined, repeatable: boolean): Pending | undefined {
    // Unless the service refused it, it may have accepted it.
    if (!(error instanceof ComputeError) || error.effect === "unknown") return this.ledger.pending;
    this.ledger.cameToNothing();
    if (lost === undefined) return undefined;
    // Later, the service takes the same request id for a new one.
    const isRecognized = repeatable && stillDeduplicated(lost, Date.now());
    if (isRecognized && provesNothingHappened(error)) {
      this.ledger.refutes(lost);
      return undefined;
    }
    this.ledger.keepsPending(lost);
    return lost;
  }

  /** Repeats an attempt within the deadline of the job. */
  withRetries<T>(
    attempt: () => Promise<T>,
    options: Partial<Pick<RetryOptions, "rules" | "onRetry" | "longestPauseMs" | "after">>,
  ): Promise<T> {
    const { deadline, client, call } = this;
    const fixed = { deadline, canRefreshCredentials: false, closing: client.isClosing };
    return withRetries(attempt, { onRetry: call.onRetry, ...options, ...fixed });
  }

  /** Sends a mutating request that is done when it is answered, and returns the answer. */
  async apply<T>(action: string, send: () => Promise<T>): Promise<T> {
    this.begins(action);
    this.ledger.sends({ action, sentAt: secondsNow() });
    try {
      const answer = await send();
      this.ledger.landed();
      return answer;
    } catch (error) {
      if (error instanceof ComputeError && error.effect === "none") this.ledger.cameToNothing();
      throw error;
    }
  }

  /** Waits for an operation, here or of an earlier run, and clears `pending` once its end is known. */
  async awaitOperation(operation: string, action: string, known?: Operation): Promise<Operation> {
    const progress = reportProgress(this, action, operation, known?.progress);
    try {
      const done = await waitForOperationPath(
        this.client,
        operation,
        { ...this.call, action: `${action} ${this.subject}`, onState: progress.seen },
        known,
      );
      this.ledger.landed();
      this.warn(done.warnings);
      return done;
    } catch (error) {
      if (error instanceof OperationFailedError) this.ledger.cameToNothing();
      throw error;
    } finally {
      progress.stop();
    }
  }

  /** Passes warnings of the service on to the user. */
  warn(warnings: readonly Warning[] | undefined): void {
    for (const warning of describeWarnings(warnings ?? [])) this.notice(warning);
  }

  /** Says something to the user that stays in the output, in one line and those of the details. */
  notice(message: string, details: readonly string[] = []): void {
    const lines = [`${this.subject}: ${message}`, ...details.map((line) => `  ${line}`)];
    this.log.message("warning", lines.map(this.redact));
  }

  /** Says what helps only somebody who looks for the cause of a fault. */
  debug(message: string): void {
    if (this.isDebugging) this.log.message("info", this.redact(`${this.subject}: ${message}`));
  }

  /** Name of the resource in the program; empty where the engine's SDK does not tell it. */
  get urn(): string {
    return this.log.urn;
  }

  /** Says something to the user that is shown while it is the newest; nothing when something was said just before. */
  status(message: string): void {
    const now = performance.now();
    if (now - this.statusAtMs < statusEveryMs - timerSlackMs) return;
    this.statusAtMs = now;
    // Beside the resource its name would be said twice.
    this.log.status(this.redact(this.log.urn === "" ? `${this.subject}: ${message}` : message));
  }

  /**
   * The end of a change that took so long that its progress was told: the last of these messages is the object's link,
   * which the summary then shows beside the duration.
   */
  conclude(selfLink: unknown): void {
    if (this.statusAtMs > 0 && typeof selfLink === "string") this.log.status(selfLink);
  }
}

/** Since 1970. */
function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
