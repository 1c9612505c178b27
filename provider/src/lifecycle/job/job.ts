import { reportCalls, type CallContext, type ComputeClient } from "../../http/client";
import { withRetries, type RetryOptions } from "../../http/retry";
import { answeredPath, type LinkContext } from "../../names/links";
import { isLarger, sizeInWords, measureSize } from "../../fields/size";
import { AdvisedError } from "./advice";
import { recordBound } from "./recordBound";
import type { Deadline } from "../../http/deadline";
import { OperationFailedError, OperationVanishedError } from "../../compute/errors/operationError";
import type { Operation } from "../../compute/endpoints/operations";
import { waitForOperation } from "../../compute/operation";
import { describeWarnings, type Warning } from "../../compute/warning";
import { Journal, type OperationTarget, type Pending } from "./journal";
import type { Log } from "./log";
import { reportProgress, statusEveryMs } from "./progress";
import type { IgnoredPaths } from "../../fields/ignoredPaths";
import type { Values } from "../../fields/values";
import type { Remedies } from "../../settings/advice";
import type { ClaimRegistry } from "./claimRegistry";

/** Timers may come a little early. */
const timerSlackMs = 100;

/** The subject of a job, and its means. */
export interface JobOptions {
  readonly client: ComputeClient;
  readonly log: Log;
  /** `gce:Route "egress"`. */
  readonly subject: string;
  readonly deadline: Deadline;
  /** Makes the id of a request that no earlier run has sent. */
  readonly newRequestId: (about?: string) => string | Promise<string>;
  /** The object's own project, when it has one. */
  readonly project: string | undefined;
  /** Where the operations of a project are that are about this kind of object. */
  readonly scopeIn: (project: string) => string;
  /** The context that completes links. */
  readonly links: LinkContext;
  /** The claims of the program, as far as this run has told. */
  readonly run: ClaimRegistry;
  /** True if the user looks for the cause of a fault: then every attempt of every request stays in the output. */
  readonly isDebugging: boolean;
  /** The requests that earlier steps left behind, newest first. */
  readonly inherited: readonly Pending[];
  /** The argument that a constraint of an organization is about. */
  readonly argumentUnder: Remedies["argumentUnder"];
  /** The changes that the program ignores. */
  readonly ignored: IgnoredPaths;
}

/**
 * One `create`, `read`, `update` or `delete` of one resource, from its first call to its last: its deadline, what it
 * has begun at the service, and what it tells the user on the way.
 *
 * Whatever goes wrong, its journal then tells what has to be recorded.
 */
export class Job {
  readonly call: CallContext;
  readonly client: ComputeClient;
  readonly subject: string;
  readonly deadline: Deadline;
  readonly links: LinkContext;
  readonly run: ClaimRegistry;
  readonly ignored: IgnoredPaths;
  /** The journal of the requests of this step and of those before. */
  readonly journal: Journal;
  readonly isDebugging: boolean;
  readonly argumentUnder: Remedies["argumentUnder"];
  /** Makes the id of a request that no earlier run has sent. */
  readonly newRequestId: JobOptions["newRequestId"];
  /** The object's own project, when it has one. */
  readonly project: string | undefined;
  /** Where the operations of a project are that are about this kind of object. */
  readonly scopeIn: JobOptions["scopeIn"];
  private readonly log: Log;
  private currentRecord: PrivateRecord = { writeOnceOutputs: {}, updatedOutputs: {} };
  private newestAction: string | undefined;
  private statusAtMs = -Infinity;

  constructor(options: JobOptions) {
    const { deadline, subject, isDebugging } = options;
    this.client = options.client;
    this.log = options.log;
    this.subject = subject;
    this.deadline = deadline;
    this.project = options.project;
    this.isDebugging = isDebugging;
    this.argumentUnder = options.argumentUnder;
    this.journal = new Journal(options.inherited);
    this.links = options.links;
    this.run = options.run;
    this.ignored = options.ignored;
    this.scopeIn = options.scopeIn;
    this.newRequestId = options.newRequestId;
    const log = {
      message: (severity: "debug" | "info", text: string) => void this.log.message(severity, `${subject}: ${text}`),
      status: (text: string) => void this.status(text),
    };
    this.call = { deadline, ...reportCalls(log, isDebugging) };
  }

  /** By the service's clock, since 1970. */
  get secondsNow(): number {
    return this.client.serviceNowMs / 1000;
  }

  /** The newest change, for messages. */
  get action(): string | undefined {
    return this.newestAction;
  }

  /** Names the action from now on, for messages. */
  begins(action: string): void {
    this.newestAction = action;
  }

  /** Repeats an attempt within the deadline of the job. */
  withRetries<T>(
    attempt: () => Promise<T>,
    options: Pick<RetryOptions, "rules" | "onRetry" | "longestPauseMs" | "after">,
  ): Promise<T> {
    const { deadline, client, call } = this;
    return withRetries(attempt, { onRetry: call.onRetry, ...options, deadline, closing: client.isClosing });
  }

  /** The private record, as far as this step has made it. */
  get record(): PrivateRecord {
    return this.currentRecord;
  }

  /** Keeps what the state has to know from now on. */
  keep(change: RecordChange | undefined): void {
    if (change === undefined) return;
    const { writeOnceOutputs, updatedOutputs } = this.currentRecord;
    this.currentRecord = {
      ...this.currentRecord,
      ...change,
      writeOnceOutputs: { ...writeOnceOutputs, ...change.writeOnceOutputs },
      updatedOutputs: { ...updatedOutputs, ...change.updatedOutputs },
    };
  }

  /**
   * Notes that a mutating request is sent now.
   *
   * @throws AdvisedError when what the state would have to record of it, to put back what was there before, is too large
   */
  noteSent(request: Pending): void {
    const { writeOnceOutputs, updatedOutputs, appliedValues } = this.record;
    const size = measureSize({ ...writeOnceOutputs, ...updatedOutputs, own: appliedValues });
    if (isLarger(size, recordBound)) {
      throw new AdvisedError({
        action: `${request.action} ${this.subject}`,
        summary: `the record that puts back what was there before is too large: it has ${sizeInWords(size)}, and the state records at most ${sizeInWords(recordBound)}`,
        hint: "It has the earlier values and those that the program sets. Make the larger ones smaller: without the record, nothing could put back the others.",
        effect: "none",
      });
    }
    this.journal.begin(request);
  }

  /** Waits for an operation of this object, and notes how it ends. */
  async awaitOperation(request: Pending, known?: Operation): Promise<Operation> {
    const { action, operation = "", sentAt, target } = request;
    const progress = reportProgress(this, action, operation, known?.progress);
    try {
      const done = await waitForOperation(
        this.client,
        operation,
        { ...this.call, action: `${action} ${this.subject}`, begunMs: sentAt * 1000, onState: progress.observe },
        known,
      );
      this.journal.applied(readCreated(action, done), request);
      this.warn(done.warnings);
      return done;
    } catch (error) {
      if (error instanceof OperationFailedError && error.effect === "none") this.journal.notApplied(request);
      if (error instanceof OperationVanishedError) this.journal.target = target ?? this.journal.target;
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
    this.log.message("warning", [`${this.subject}: ${message}`, ...details]);
  }

  /** Says what helps only somebody who looks for the cause of a fault. */
  debug(message: string): void {
    if (this.isDebugging) this.log.message("info", `${this.subject}: ${message}`);
  }

  /** Name of the resource in the program; empty where the engine's SDK does not tell it. */
  get urn(): string {
    return this.log.urn;
  }

  /**
   * Says something to the user that is shown while it is the newest; nothing when something was said just before.
   *
   * @returns false if it is not said
   */
  status(message: string): boolean {
    const now = performance.now();
    if (now - this.statusAtMs < statusEveryMs - timerSlackMs) return false;
    this.statusAtMs = now;
    // Beside the resource its name would be said twice.
    this.log.status(this.log.urn === "" ? `${this.subject}: ${message}` : message);
    return true;
  }

  /**
   * The end of a change that took so long that its progress was told: the last of these messages is the object's link,
   * which the summary then shows beside the duration.
   */
  conclude(selfLink: unknown): void {
    if (this.statusAtMs > 0 && typeof selfLink === "string") this.log.status(selfLink);
  }
}

/**
 * The object that an operation has created, where the service tells which one that is. The object of another change can be
 * somebody else's by now.
 */
export function readCreated(action: string, { targetLink, targetId }: Operation): OperationTarget | undefined {
  if (action !== "insert" || typeof targetLink !== "string" || typeof targetId !== "string") return undefined;
  return { path: answeredPath(targetLink), id: targetId };
}

/** Values that only the state can keep of a resource: no read of the service brings them back. */
export interface PrivateRecord {
  /** The object as the answer to the change itself showed it, where it shows all of it: saves reading it back. */
  readonly returnedObject?: Values | undefined;
  /**
   * The applied values, newest first. Until the newest is known to be applied, also those that earlier attempts
   * may have left: what is there may be somebody else's. Recorded under `__own`.
   */
  readonly appliedValues?: readonly unknown[] | undefined;
  /** Outputs that are recorded once, and never overwritten. */
  readonly writeOnceOutputs: Values;
  /** Outputs that replace what was recorded before. */
  readonly updatedOutputs: Values;
  /**
   * Values as the state records them that somebody else has changed since, and that this step did not send: they stay
   * recorded, so that a refresh finds the difference.
   */
  readonly unseenDrift?: Values | undefined;
  /** The arguments as the state records them, where a change has gone back: they are not as the program says. */
  readonly declaredValues?: Values | undefined;
}

/** The news of a record: an output that is not named stays as it is. */
export type RecordChange = Partial<PrivateRecord>;
