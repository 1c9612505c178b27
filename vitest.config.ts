import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longestFirst.ts";
import { ProcessorReporter } from "./test/support/processorReporter.ts";
import { isLong, chooseSeed } from "./test/support/seed.ts";

/** Set-ups that run once, before the first test of a project. */
const pulumi = "test/support/toolchainSetup.ts";
const extendedPackage = "test/support/extendedPackage.ts";
const packedPackage = "test/support/packedPackageSetup.ts";

/** What takes longer than `npm test` may: `npm run test:all` runs these files. */
const slow = "test/**/*.slow.test.ts";

/** The tests of a folder of `test/` that `npm test` runs: `npx vitest run --project NAME`. */
const folder = (name: string, ...globalSetup: string[]) =>
  project(name, `test/${name}/**/*.test.ts`, [slow], globalSetup);

const project = (name: string, include: string, exclude: string[], globalSetup: string[]) => ({
  extends: true as const,
  test: { name, include: [include], exclude, globalSetup },
});

// One for the whole run, also when it goes on after midnight: the workers inherit it.
if (process.env.PULUMI_GCE_SEED === undefined) {
  process.env.PULUMI_GCE_SEED = String(chooseSeed(process.env));
  console.log(`Random tests choose by PULUMI_GCE_SEED=${process.env.PULUMI_GCE_SEED}.`);
}

// It ends what hangs, and is no measure of speed: a busy machine takes many times as long.
const timeout = isLong ? 1_800_000 : 600_000;

export default defineConfig({
  test: {
    pool: "forks",
    // Files that share a process share what it has loaded.
    isolate: false,
    // Many tests wait, for operations, processes and pauses, and leave the cores to others meanwhile.
    maxWorkers: 3 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default", "json", new ProcessorReporter()],
    setupFiles: ["test/support/processorTime.ts"],
    outputFile: { json: "test-results/vitest.json" },
    projects: [
      folder("unit"),
      folder("adversary"),
      folder("contract"),
      folder("simulation"),
      folder("protocol"),
      folder("engine", pulumi, extendedPackage),
      folder("faults", pulumi, extendedPackage),
      folder("package", pulumi, packedPackage),
      folder("browser", pulumi),
      project("slow", slow, [], [pulumi, extendedPackage, packedPackage]),
    ],
  },
});
