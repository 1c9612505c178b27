import { randomUUID } from "node:crypto";
import { deviationOf } from "../http/answerForm";
import { describeAttempt } from "../http/attempt";
import type { CallContext, ComputeClient } from "../http/client";
import { KnownNames } from "../names/knownNames";
import { answeredPath, type LinkContext } from "../names/links";
import { Deadline, formatDuration } from "../http/deadline";
import { ComputeError } from "../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { operationPath, type Operation } from "../compute/endpoints/operations";
import { lookAtOperation, waitForOperationPath } from "../compute/operation";
import { describeWarnings, type Warning } from "../compute/warning";
import type { Log } from "./log";
import type { Pending } from "./pending";
import type { Redact } from "../shown/secrets";
import { RunMemory } from "./memory/runMemory";
import type { Values } from "../fields/values";

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
}

/** For how long what was seen of an operation is good enough to be told: one more request every other status. */
const freshMs = 9_000;

/** Longest time that a status waits for how far the operation is. */
const lookPatienceMs = 2_000;

/** What tells the user how far an operation is. */
interface Progress {
  seen: (operation: Operation) => void;
  stop: () => void;
}

/** When a long wait first says that it is still going on. */
const firstStatusMs = 5_000;

/** Timers may come a little early. */
const timerSlackMs = 100;

/** Shortest time between two statuses of one resource: where nobody watches, each is a line of a log. */
const statusEveryMs = 10_000;

/**
 * One `create`, `read`, `update` or `delete` of one resource, from its first call to its last: its deadline, what it
 * has begun at the service, and what it tells the user on the way.
 *
 * Whatever goes wrong, `pending` and `changed` then say what has to be recorded.
 */
export class Job {
  readonly call: CallContext;
  /** The newest mutating request, for messages. */
  action: string | undefined;
  /** Work whose end was not seen; recorded with the resource when the job fails. */
  pending: Pending | undefined;
  /** A request of an earlier run whose answer was lost: the next such request is sent under its request id. */
  resumed: Pending | undefined;
  /** Whether an earlier run may have made the object, and nothing can tell: then one that is there may be ours. */
  mayHaveMade = false;
  /** The object as the answer to the change itself showed it, where it shows all of it: saves reading it back. */
  answered: Values | undefined;
  /** Outputs that only we know; recorded on success and on failure. */
  remembered: Values = {};
  /** Of those, the ones that replace what was recorded before. */
  revised: Values = {};
  /** What this resource has set itself, newest first: what is there may be somebody else's. Recorded under `__own`. */
  own: readonly unknown[] | undefined;
  /** What was seen of the object by a change that failed: recorded, and made anew by the next run when it is unusable. */
  left: { readonly object: Values; readonly unusable: boolean } | undefined;
  /** Whether any change was sent: what was refused before was a look at the object itself. */
  sent = false;
  /** Whether a change has certainly happened at the service. */
  changed = false;
  /** What was wrong with the form of the newest answer that has not the documented one. */
  deviation: string | undefined;
  /** Whether the user looks for the cause of a fault. */
  isDebugging = false;
  /** Whether a request was sent by this stack, by an earlier run too, and is about that. */
  isOwnRequest: (requestId: string, about: string) => Promise<boolean> = () => Promise.resolve(false);
  private statusAtMs = -Infinity;

  constructor(
    readonly client: ComputeClient,
    private readonly log: Log,
    /** `gce:Route projects/p/global/routes/r`. */
    readonly subject: string,
    readonly deadline: Deadline,
    /** Takes the resource's secrets out of a message. */
    readonly redact: Redact = (text) => text,
    /** Makes the id of a request that no earlier run has sent. */
    private readonly newRequestId: (about?: string) => string | Promise<string> = () => randomUUID(),
    /** Milliseconds since 1970. */
    private readonly now: () => number = Date.now,
    /** The object's own project, when it has one. */
    private readonly project?: string,
    /** What completes links, with what is known of numbers in them: the job adds what it learns. */
    readonly links: LinkContext & { readonly names: KnownNames } = { names: new KnownNames() },
    /** What the program declares, as far as this run has told. */
    readonly run: RunMemory = new RunMemory(),
    /** What the program itself says in the clear. */
    said?: () => unknown,
  ) {
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
        if (deviation !== undefined) this.deviation = `in the answer to ${answered}, ${deviation}`;
      },
    };
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
    { repeatable = true, isDone, about }: Mutation = {},
  ): Promise<void> {
    this.action = action;
    const resumed = this.resumed?.action === action ? this.resumed : undefined;
    this.resumed = undefined;
    const requestId = resumed?.requestId ?? (await this.newRequestId(about));
    const sentAt = resumed?.sentAt ?? Math.floor(this.now() / 1000);
    const elsewhere = this.project === undefined || this.project === project ? {} : { project };
    this.pending = { action, ...(repeatable ? { requestId, ...elsewhere } : {}), sentAt };
    this.sent = true;
    let operation: Operation;
    try {
      operation = await send(requestId);
    } catch (error) {
      // Refused: nothing was begun. Anything else may have been accepted, and stays recorded.
      if (error instanceof ComputeError && error.effect === "none") this.pending = undefined;
      throw error;
    }
    const path = operationPath(project, operation);
    this.pending = { action, operation: path, sentAt };
    // An operation that was asked for in a project by its number names the project by its id.
    this.links.names.learn(path, answeredPath(operation.selfLink ?? ""));
    try {
      await this.awaitOperation(path, action, operation);
    } catch (error) {
      if (!(error instanceof OperationVanishedError) || !(await isDone?.())) throw error;
      this.pending = undefined;
      this.changed = true;
    }
  }

  /** Sends a mutating request that is done when it is answered, and returns the answer. */
  async apply<T>(action: string, send: () => Promise<T>): Promise<T> {
    this.action = action;
    this.pending = { action, sentAt: Math.floor(this.now() / 1000) };
    this.sent = true;
    try {
      const answer = await send();
      this.pending = undefined;
      this.changed = true;
      return answer;
    } catch (error) {
      if (error instanceof ComputeError && error.effect === "none") this.pending = undefined;
      throw error;
    }
  }

  /** Keeps outputs that only we know, from now on and whatever happens next. */
  remember(values: Values): void {
    this.remembered = { ...this.remembered, ...values };
  }

  /** Waits for an operation, here or of an earlier run, and clears `pending` once its end is known. */
  async awaitOperation(operation: string, action: string, known?: Operation): Promise<Operation> {
    const progress = this.reportProgress(action, operation, known?.progress);
    try {
      const done = await waitForOperationPath(
        this.client,
        operation,
        { ...this.call, action: `${action} ${this.subject}`, onState: progress.seen },
        known,
      );
      this.pending = undefined;
      this.changed = true;
      this.warn(done.warnings);
      return done;
    } catch (error) {
      if (error instanceof OperationFailedError) this.pending = undefined;
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

  /** From now on every attempt of every request stays in the output. */
  tellAttempts(): void {
    this.isDebugging = true;
    this.call.onAttempt = (attempt) => {
      this.log.message("info", this.redact(`${this.subject}: ${describeAttempt(attempt)}`));
    };
  }

  /**
   * The end of a change that took so long that its progress was told: the last of these messages is the object's link,
   * which the summary then shows beside the duration.
   */
  conclude(selfLink: unknown): void {
    if (this.statusAtMs > 0 && typeof selfLink === "string") this.log.status(selfLink);
  }

  /** Says now and then that an operation is still running, and how far it is where the service gives that. */
  private reportProgress(action: string, operation: string, known: number | undefined): Progress {
    let percent = known ?? 0;
    let seenMs = performance.now();
    let running = true;
    const seen: Progress["seen"] = ({ progress = percent }) => {
      percent = progress;
      seenMs = performance.now();
    };
    // A wait tells how far it is only when it ends. A look that fails says nothing: the wait will.
    const look = async () => {
      const context = { deadline: Deadline.after(lookPatienceMs) };
      const state = await lookAtOperation(this.client, operation, context).catch(() => undefined);
      if (state !== undefined) seen(state);
    };
    const say = async () => {
      if (performance.now() - seenMs > freshMs) await look();
      if (!running) return;
      const { elapsedMs, allowedMs } = this.deadline;
      const part = percent > 0 ? `, ${String(percent)} %` : "";
      this.status(
        `${action} is running at the service${part}, ${formatDuration(elapsedMs)} of at most ${formatDuration(allowedMs)}`,
      );
    };
    const sayAgain = () => {
      timer = setTimeout(sayAgain, statusEveryMs);
      void say();
    };
    let timer = setTimeout(sayAgain, firstStatusMs);
    return {
      seen,
      stop() {
        running = false;
        clearTimeout(timer);
      },
    };
  }
}
