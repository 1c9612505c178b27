import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { Sequencer } from "./tools/tests/sequencer.ts";

// Rounds that are longer by design; see test/support/property.ts.
const isLong = process.env.PULUMI_GCE_LONG === "1";

/** One tier of the tests: a folder of `test/`, run with `npm run test:<tier>`. */
const tier = (
  name: string,
  options: {
    testTimeout: number;
    needsPulumi?: boolean;
    startsProviders?: boolean;
    maxConcurrency?: number;
    setup?: string[];
  },
) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    setupFiles: ["tools/tests/cost/setup.ts"],
    testTimeout: options.testTimeout,
    // Files that share a process share what it has loaded, and the hot processes that it lends.
    isolate: false,
    hookTimeout: options.testTimeout,
    expect: { poll: { timeout: 10_000 } },
    ...(options.maxConcurrency === undefined ? {} : { maxConcurrency: options.maxConcurrency }),
    globalSetup: [
      ...(options.needsPulumi ? ["test/support/toolchainSetup.ts"] : []),
      ...(options.startsProviders ? ["test/support/extendedPackageSetup.ts"] : []),
      ...(options.setup ?? []),
    ],
  },
});

export default defineConfig({
  test: {
    pool: "forks",
    // Many tests wait, for operations, processes and pauses, and leave the cores to others meanwhile.
    maxWorkers: 3 * availableParallelism(),
    sequence: { sequencer: Sequencer },
    projects: [
      // It ends what hangs, and is no measure of speed: a busy machine takes many times as long.
      tier("unit", { testTimeout: isLong ? 600_000 : 120_000 }),
      tier("contract", { testTimeout: 60_000 }),
      // Lives in virtual time, and no process but its own.
      tier("simulation", { testTimeout: 120_000 }),
      tier("protocol", { testTimeout: 60_000, startsProviders: true }),
      tier("engine", { testTimeout: 240_000, needsPulumi: true, startsProviders: true }),
      tier("browser", { testTimeout: 120_000, needsPulumi: true }),
      tier("faults", { testTimeout: 240_000, needsPulumi: true, startsProviders: true, maxConcurrency: 10 }),
      // Each attack has a lying server of its own; a table of verdicts is printed at the end.
      tier("adversary", {
        testTimeout: 240_000,
        startsProviders: true,
        maxConcurrency: 8,
        setup: ["test/adversary/report.ts"],
      }),
      tier("package", {
        testTimeout: 240_000,
        needsPulumi: true,
        setup: ["test/support/packedPackageSetup.ts"],
      }),
    ],
  },
});
