/**
 * A process that runs test files in a copy of the work tree, as often as it is asked: one vitest for all runs, which
 * keeps what it has compiled.
 */
import { createVitest } from "vitest/node";

export interface LaneRequest {
  readonly files: readonly string[];
}

export interface LaneAnswer {
  readonly failed: readonly string[];
}

const root = process.argv[2] ?? "";

process.chdir(root);
const vitest = await createVitest("test", {
  root,
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  fileParallelism: false,
  silent: true,
  project: ["unit", "protocol"],
});

/** The files that failed; nothing after the first failure is run. */
async function failures(files: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const file of files) {
    const specifications = await vitest.globTestSpecifications([file]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
    // vitest answers with the modules of earlier runs as well.
    const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
    const ran = testModules.filter(({ moduleId }) => wanted.has(moduleId));
    const isFine = ran.length > 0 && ran.every((module) => module.state() !== "failed");
    if (isFine && unhandledErrors.length === 0) continue;
    failed.push(file);
    break;
  }
  return failed;
}

process.on("message", ({ files }: LaneRequest) => {
  void failures(files).then((failed) => process.send?.({ failed } satisfies LaneAnswer));
});
process.on("disconnect", () => {
  process.exit();
});
process.send?.({ failed: [] } satisfies LaneAnswer);
