import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { waitingMs } from "../../../tools/tests/cost/cost";
import { processKind } from "../../../tools/tests/cost/processKind";
import { ProcessMeter } from "../../../tools/tests/cost/processMeter";
import { childrenTimeMs, timesInStat } from "../../../tools/tests/cost/processorTime";

const run = promisify(execFile);
const node = process.execPath;

describe("what a process is for", () => {
  it.each([
    ["pulumi", ["up", "--yes"], "pulumi"],
    ["/cache/bin/pulumi-language-nodejs", [], "pulumi"],
    [node, ["/m/@pulumi/pulumi/cmd/dynamic-provider/index.js", "127.0.0.1:1"], "provider"],
    [node, ["/m/vitest/dist/workers/forks.js"], "worker"],
    [node, ["--max-old-space-size=100", "/m/typescript/bin/tsc", "-b"], "compiling"],
    [node, ["--import", "/m/tsx/dist/loader.mjs", "cli.ts"], "compiling"],
    ["npx", ["--no", "tsc", "-p", "."], "compiling"],
    ["npm", ["run", "--silent", "build"], "compiling"],
    ["npm", ["pack", "--silent"], "packing"],
    ["npm", ["install", "--no-audit"], "installing"],
    [node, ["/usr/lib/node_modules/npm/bin/npm-cli.js", "ci"], "installing"],
    ["/m/.bin/pnpm", ["--silent", "add", "a"], "installing"],
    ["/m/.bin/yarn", [], "installing"],
    ["npm", ["config", "get", "registry"], "other"],
    ["go", ["install", "x"], "go"],
    ["/usr/bin/chromium", ["--headless"], "chromium"],
    [node, ["program/index.js"], "node"],
    [node, ["-e", "1"], "node"],
    ["bash", ["-c", "npm ci"], "other"],
  ])("%s %j", (file, args, kind) => {
    expect(processKind(file, args)).toBe(kind);
  });
});

describe("the processes that a test starts", () => {
  const meter = ProcessMeter.install();

  it("are counted however they are started, with the time to their first word", async () => {
    const mark = meter.mark();
    await run(node, ["-e", "setTimeout(() => console.log(1), 50); setTimeout(() => 0, 150)"]);
    execFileSync(node, ["-e", "1"]);
    const { node: cost } = meter.since(mark);
    expect(cost?.count).toBe(2);
    expect(cost?.startingMs).toBeGreaterThan(50);
    // The second has no first word that can be seen, and the first lives on after its own.
    expect((cost?.wallMs ?? 0) - (cost?.startingMs ?? 0)).toBeGreaterThan(50);
  });

  it("are given everything that they say", async () => {
    const { stdout } = await run(node, ["-e", 'process.stdout.write("x".repeat(300000))']);
    expect(stdout).toBe("x".repeat(300_000));
  });

  it("do not count if the program does not exist", async () => {
    const mark = meter.mark();
    await expect(run("no-such-program")).rejects.toThrow("ENOENT");
    expect(meter.since(mark)).toEqual({});
  });

  it.runIf(existsSync("/proc/self/stat"))("have their processor time counted while they run, and once", async () => {
    const before = childrenTimeMs(meter.running()) ?? 0;
    const child = spawn(node, [
      "-e",
      "const end = Date.now() + 400; while (Date.now() < end); setInterval(() => 0, 9)",
    ]);
    await expect.poll(() => (childrenTimeMs(meter.running()) ?? 0) - before).toBeGreaterThanOrEqual(100);
    child.kill("SIGKILL");
    const running = childrenTimeMs(meter.running()) ?? 0;
    await once(child, "exit");
    const ended = childrenTimeMs(meter.running()) ?? 0;
    expect(ended).toBeGreaterThanOrEqual(running);
    expect(ended - before).toBeLessThan(2 * (running - before) + 100);
  });
});

it("the times of a process are found behind a name with spaces and parentheses", () => {
  const stat = "12 (a) b) S 1 2 3 4 5 6 7 8 9 10 40 2 300 7 20 0";
  expect(timesInStat(stat)).toEqual({ itself: 42, waitedFor: 307 });
});

it("waiting is the rest of the time, and never negative", () => {
  expect(waitingMs({ wallMs: 100, workerMs: 20, childrenMs: 30, processes: {} })).toBe(50);
  expect(waitingMs({ wallMs: 100, workerMs: 80, childrenMs: 90, processes: {} })).toBe(0);
});
