import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { spoken, timeLeftMs, type Progress } from "../../../tools/tests/estimate";
import { readTimes, recordedTimesFile, recordTimes } from "../../../tools/tests/recordedTimes";
import { seedOfRun, spokenSeed } from "../../../tools/tests/seed";
import { countsOf, spokenCounts, summaryLines, type Outcome } from "../../../tools/tests/summary";
import { temporaryFolder } from "../../support/pulumiEnvironment";

const progress = (some: Partial<Progress>): Progress => ({
  recordedMs: new Map(),
  endedMs: new Map(),
  runningMs: new Map(),
  waiting: [],
  workers: 2,
  ...some,
});
const recordedMs = new Map([
  ["a", 10_000],
  ["b", 20_000],
  ["c", 60_000],
]);

describe("the time left", () => {
  it("is not known without a recorded run", () => {
    expect(timeLeftMs(progress({ waiting: ["a"] }))).toBeUndefined();
  });

  it("follows the worker that ends last", () => {
    expect(timeLeftMs(progress({ recordedMs, waiting: ["c", "b", "a"] }))).toBe(60_000);
    expect(timeLeftMs(progress({ recordedMs, waiting: ["a", "b", "c"] }))).toBe(70_000);
    expect(timeLeftMs(progress({ recordedMs, waiting: ["a", "b", "c"], workers: 1 }))).toBe(90_000);
  });

  it("counts what a running file still needs, and nothing for one that should have ended", () => {
    expect(timeLeftMs(progress({ recordedMs, runningMs: new Map([["c", 50_000]]) }))).toBe(10_000);
    expect(timeLeftMs(progress({ recordedMs, runningMs: new Map([["a", 50_000]]) }))).toBe(0);
  });

  it("takes a new file for an average one", () => {
    expect(timeLeftMs(progress({ recordedMs, waiting: ["new"] }))).toBe(30_000);
  });

  it("grows when the machine is slower than last time", () => {
    const endedMs = new Map([["b", 40_000]]);
    expect(timeLeftMs(progress({ recordedMs, endedMs, waiting: ["a"] }))).toBe(20_000);
  });

  it("does not judge the machine by a file of a moment", () => {
    const short = new Map([...recordedMs, ["d", 100]]);
    expect(timeLeftMs(progress({ recordedMs: short, endedMs: new Map([["d", 900]]), waiting: ["a"] }))).toBe(10_000);
  });
});

describe("the recorded times", () => {
  const file = () => {
    const folder = temporaryFolder();
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    return recordedTimesFile({ PULUMI_GCE_CACHE: join(folder, "cache") });
  };

  it("keep what other runs recorded", () => {
    const path = file();
    recordTimes(path, new Map([["a", 1.4]]));
    recordTimes(path, new Map([["b", 2]]));
    expect(readTimes(path)).toEqual(
      new Map([
        ["a", 1],
        ["b", 2],
      ]),
    );
  });

  it("are empty if there is no file, or an incomplete one", () => {
    const path = file();
    expect(readTimes(path)).toEqual(new Map());
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, '{"a": 1');
    expect(readTimes(path)).toEqual(new Map());
  });

  it("do not fail a run that cannot keep them", () => {
    const path = file();
    writeFileSync(join(path, "..", "..", "cache"), "a file where the folder should be");
    expect(() => {
      recordTimes(path, new Map([["a", 1]]));
    }).not.toThrow();
  });
});

describe("the last lines", () => {
  const passed: Outcome = { tier: "unit", name: "adds", state: "passed" };
  const outcomes: Outcome[] = [
    passed,
    passed,
    { tier: "engine", name: "goes up", state: "failed" },
    { tier: "browser", name: "shows", state: "skipped", reason: "there is no Chromium" },
    { tier: "browser", name: "hides", state: "skipped", reason: "there is no Chromium" },
    { tier: "unit", name: "waits", state: "skipped" },
  ];

  it("say what passed and failed by tier, and what was skipped and why", () => {
    expect(summaryLines(outcomes, 125_000)).toEqual([
      "Passed in 2 min 5 s: 2 tests (unit 2)",
      "Failed: 1 test (engine 1)",
      "Skipped: 2 of browser: there is no Chromium",
      "Skipped: 1 of unit: no reason is given for waits",
    ]);
  });

  it("say so when nothing was skipped", () => {
    expect(summaryLines([passed], 60_000)).toEqual(["Passed in 1 min: 1 test (unit 1)", "Skipped: none"]);
  });

  it("leave out counts of zero", () => {
    expect(spokenCounts(countsOf(outcomes))).toBe("2 passed, 1 failed, 3 skipped");
    expect(spokenCounts(countsOf([]))).toBe("0 passed");
  });

  it("say durations as people do", () => {
    expect([400, 59_400, 60_000, 61_000, 3_600_000].map(spoken)).toEqual([
      "0 s",
      "59 s",
      "1 min",
      "1 min 1 s",
      "60 min",
    ]);
  });
});

describe("the seed", () => {
  const noon = Date.UTC(2026, 0, 2, 12);

  it("is another each day and the same all day", () => {
    expect(seedOfRun({}, noon)).toBe(seedOfRun({}, Date.UTC(2026, 0, 2, 23)));
    expect(seedOfRun({}, noon + 24 * 60 * 60 * 1000)).toBe(seedOfRun({}, noon) + 1);
  });

  it("is repeated with the variable that the last line names", () => {
    const [, variable = "", seed = ""] = /(\w+)=(\d+) repeats/.exec(spokenSeed({})) ?? [];
    expect(seedOfRun({ [variable]: seed }, 0)).toBe(Number(seed));
  });

  it("is refused if it is not a number", () => {
    expect(() => seedOfRun({ PULUMI_GCE_SEED: "today" })).toThrow(
      'PULUMI_GCE_SEED must be a whole number, and is "today".',
    );
  });
});
