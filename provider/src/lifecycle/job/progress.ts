import type { Operation } from "../../compute/endpoints/operations";
import { tryGetOperation } from "../../compute/operation";
import { firstWordMs, type ComputeClient } from "../../http/client";
import { Deadline, formatDuration } from "../../http/deadline";

/** For how long what was seen of an operation is good enough to be told: one more request every other status. */
const freshMs = 9_000;

/** Longest time that a status waits for how far the operation is. */
const lookPatienceMs = 2_000;

/** Messages to the user on how far an operation is. */
export interface Progress {
  observe: (operation: Operation) => void;
  stop: () => void;
}

/** Shortest time between two statuses of one resource: where nobody watches, each is a line of a log. */
export const statusEveryMs = 10_000;

/** The job that waits, and says so. */
interface Worker {
  readonly client: ComputeClient;
  readonly deadline: Deadline;
  status(message: string): void;
}

/** Says now and then that an operation is still running, and how far it is where the service gives that. */
export function reportProgress(worker: Worker, action: string, operation: string, known: number | undefined): Progress {
  let percent = known ?? 0;
  let observedMs = performance.now();
  let running = true;
  const observe: Progress["observe"] = ({ progress = percent }) => {
    percent = progress;
    observedMs = performance.now();
  };
  // A wait tells how far it is only when it ends. A look that fails says nothing: the wait will.
  const look = async () => {
    const context = { deadline: Deadline.after(lookPatienceMs) };
    const state = await tryGetOperation(worker.client, operation, context).catch(() => undefined);
    if (state !== undefined) observe(state);
  };
  const say = async () => {
    if (performance.now() - observedMs > freshMs) await look();
    if (!running) return;
    const { elapsedMs, allowedMs } = worker.deadline;
    const part = percent > 0 ? `, ${String(percent)} %` : "";
    worker.status(
      `${action} is running at the service${part}, ${formatDuration(elapsedMs)} of at most ${formatDuration(allowedMs)}`,
    );
  };
  const sayAgain = () => {
    timer = setTimeout(sayAgain, statusEveryMs);
    void say();
  };
  let timer = setTimeout(sayAgain, firstWordMs);
  return {
    observe,
    stop() {
      running = false;
      clearTimeout(timer);
    },
  };
}
