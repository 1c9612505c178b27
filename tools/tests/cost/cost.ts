import type { ProcessKind } from "./processKind";

/** The processes of one kind that a test, or all of a file, started. */
export interface ProcessesCost {
  count: number;
  /** From the start of each to its end, or to the end of the test. */
  wallMs: number;
  /** The part of it before the first word on stdout or stderr, as far as that can be seen. */
  startingMs: number;
}

export type ProcessCosts = Partial<Record<ProcessKind, ProcessesCost>>;

/** What a test, or all of a file with its imports and hooks, took. */
export interface Cost {
  wallMs: number;
  /** The processor time of the worker itself. */
  workerMs: number;
  /** The processor time of the processes that it started; absent where the system does not tell. */
  childrenMs?: number;
  processes: ProcessCosts;
  /** Other tests ran at the same time in the same worker: the processor time and the processes are of all of them. */
  shared?: true;
}

declare module "vitest" {
  interface TaskMeta {
    cost?: Cost;
  }
}

/** The time in which neither the worker nor what it started did anything. */
export function waitingMs({ wallMs, workerMs, childrenMs = 0 }: Cost): number {
  return Math.max(0, wallMs - workerMs - childrenMs);
}
