import { OperationFailedError } from "../../compute/errors/operationError";
import type { ComputeError } from "../../http/errors/computeError";
import { isClosedClient } from "../../http/errors/connectionError";
import { isDeadlineError } from "../../http/errors/unsentError";
import { isNotReady } from "../../http/errors/responseError";
import { busyRules } from "../../compute/repeats";
import { askedPauseMs, type RetryRule } from "../../http/retry";
import { answeredPath } from "../../names/links";
import { isSamePath } from "../../names/samePath";
import type { Job } from "../job/job";
import { queueTimeoutError, getQueue } from "./objectQueue";

/**
 * An object that the service changes by one operation at a time. It refuses other changes as `resourceNotReady`, or begins them
 * and lets their operations end in the error RESOURCE_NOT_READY.
 */
export interface BusyObject {
  /** `projects/p/global/firewallPolicies/a`. */
  readonly path: string;
  /** For messages: `the firewall policy`. */
  readonly label: string;
}

/** Only the first change of a queue pauses, so that the pauses can be short. */
const longestPauseMs = 1_000;

/**
 * Makes a change, and repeats it while another change keeps the object busy.
 *
 * If no other change of this process waits, the change is sent without a wait, so nothing is slower if the service accepts
 * several changes at a time. A refused change joins the queue of its process and starts when the change before it ends. A
 * change that begins while others wait joins the queue, too.
 *
 * @param attempt sends the change, with the context of `callWhenFree`, and waits for its operation
 */
export async function runExclusively(job: Job, object: BusyObject, attempt: () => Promise<void>): Promise<void> {
  const queue = getQueue(job, object.path);
  const busy = busyRule(object);
  /** The refusal outside of the queue, when it came, and how many changes had ended when the refused request was sent. */
  let refused: (Refused & { readonly ended: number }) | undefined;

  const send = async () => {
    try {
      await attempt();
    } catch (error) {
      if (!busy.applies(error as ComputeError)) queue.ended += 1;
      throw error;
    }
    queue.ended += 1;
  };

  const sendInTurn = async () => {
    // After an attempt that the deadline ends, nobody knows whether the service acted.
    if (!job.deadline.allowsAttemptAfter(0)) throw queueTimeoutError(job);
    // If none of the changes of this process has ended since, something else keeps the object busy.
    const after = refused?.ended === queue.ended ? refused.refusal : undefined;
    if (refused !== undefined && after === undefined) await waitAsAsked(job, refused);
    return job.withRetries(send, { rules: [busy], longestPauseMs, after });
  };

  const change = async () => {
    if (refused === undefined && queue.length === 0) {
      const { ended } = queue;
      try {
        await queue.startNow(send);
        return;
      } catch (refusal) {
        if (!busy.applies(refusal as ComputeError)) throw refusal;
        refused = { refusal, atMs: performance.now(), ended };
      }
    }
    try {
      job.status(`${busy.because}; waiting for it`);
      await queue.enqueue(job, sendInTurn);
    } catch (error) {
      // The refusal says more than a turn that came too late or was cut short.
      throw refused !== undefined && (isDeadlineError(error, job.deadline) || isClosedClient(error))
        ? refused.refusal
        : error;
    }
  };

  // If another object is busy, such as the network, the pause is outside of the queue, so that other changes go on.
  const rules = busyRules.map((rule) => ({
    ...rule,
    applies: (error: ComputeError) => rule.applies(error) && !busy.applies(error),
  }));
  await job.withRetries(change, { rules });
}

/** A refusal, and when it came. */
interface Refused {
  readonly refusal: unknown;
  readonly atMs: number;
}

/** Waits for the rest of the time that the service asks for, also where the change that was in the way has ended. */
async function waitAsAsked({ deadline }: Job, { refusal, atMs }: Refused): Promise<void> {
  const remainingMs = askedPauseMs(refusal) - (performance.now() - atMs);
  if (remainingMs <= 0) return;
  if (!deadline.allowsAttemptAfter(remainingMs)) throw refusal;
  await deadline.sleep(remainingMs);
}

/** The refusals because the object itself is busy. */
function busyRule({ path, label }: BusyObject): RetryRule {
  return {
    because: `another change of ${label} is running`,
    applies: (error) => {
      if (error instanceof OperationFailedError) return error.saysNotReady;
      if (!isNotReady(error)) return false;
      const named = /'([^']+)' is not ready/.exec(error.serviceMessage)?.[1];
      return named === undefined || isSamePath(answeredPath(named), path);
    },
  };
}
