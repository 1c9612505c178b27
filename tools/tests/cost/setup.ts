/** Measures each test and each file, for `npm run test:times`. It runs in every worker. */
import { aroundAll, aroundEach, type RunnerTestFile } from "vitest";
import type { Cost } from "./cost";
import { ProcessMeter } from "./processMeter";
import { childrenTimeMs, workerTimeMs } from "./processorTime";

interface Moment {
  wallMs: number;
  workerMs: number;
  childrenMs: number | undefined;
  started: number;
}

const meter = ProcessMeter.install();

const now = (): Moment => ({
  wallMs: performance.now(),
  workerMs: workerTimeMs(),
  childrenMs: childrenTimeMs(meter.running()),
  started: meter.mark(),
});

function costSince(start: Moment): Cost {
  const end = now();
  return {
    wallMs: Math.round(end.wallMs - start.wallMs),
    workerMs: Math.round(end.workerMs - start.workerMs),
    ...(end.childrenMs === undefined ? {} : { childrenMs: Math.max(0, end.childrenMs - (start.childrenMs ?? 0)) }),
    processes: meter.since(start.started),
  };
}

// What the worker did since the file before it ended is of this file: its own start, and the imports.
const key = Symbol.for("pulumi-gce.lastFileEnd");
const known = globalThis as { [key]?: Moment };
const fileStart = known[key] ?? { wallMs: 0, workerMs: 0, childrenMs: 0, started: 0 };

let file: RunnerTestFile | undefined;

aroundAll(async (runFile) => {
  await runFile();
  if (file !== undefined) file.meta.cost = costSince(fileStart);
  known[key] = now();
});

aroundEach(async (runTest, { task }) => {
  file = task.file;
  const start = now();
  await runTest();
  task.meta.cost = { ...costSince(start), ...(task.concurrent ? { shared: true as const } : {}) };
});
