import { describe, expect, it } from "vitest";
import type { Cost } from "../../../tools/tests/cost/cost";
import type { Report } from "../../../tools/tests/report";
import { tierRows, timesReport } from "../../../tools/tests/timesTable";

const cost = (wallMs: number, more: Partial<Cost> = {}): Cost => ({ wallMs, workerMs: 100, processes: {}, ...more });

const report: Report = {
  globalSetup: { wallMs: 4_000, processes: { packing: { count: 1, wallMs: 3_500, startingMs: 0 } } },
  testResults: [
    {
      name: "/repository/test/unit/a.test.ts",
      tier: "unit",
      cost: cost(1_000),
      assertionResults: [{ fullName: "adds", status: "passed", meta: { cost: cost(300) } }],
    },
    {
      name: "/repository/test/engine/b.test.ts",
      tier: "engine",
      cost: cost(9_000, {
        childrenMs: 6_000,
        processes: { pulumi: { count: 3, wallMs: 8_000, startingMs: 1_200 } },
      }),
      assertionResults: [
        { fullName: "goes up", status: "passed", meta: { cost: cost(5_000, { shared: true }) } },
        { fullName: "is skipped", status: "skipped", meta: {} },
      ],
    },
    {
      name: "/repository/test/engine/c.test.ts",
      tier: "engine",
      cost: cost(1_000, { processes: { pulumi: { count: 1, wallMs: 500, startingMs: 100 } } }),
      assertionResults: [],
    },
    { name: "/repository/test/browser/d.test.ts", tier: "browser", assertionResults: [] },
  ],
};

const cells = (line = "") => line.trim().split(/ {2,}/);

describe("the table of times", () => {
  const lines = timesReport(report, 50, "/repository").split("\n");
  const line = (end: string) => cells(lines.find((text) => text.endsWith(end)));

  it("sums the files of a tier, the most expensive tier first", () => {
    expect(tierRows(report).map(({ name }) => name)).toEqual(["engine", "unit"]);
    expect(tierRows(report)[0]?.cost).toEqual({
      wallMs: 10_000,
      workerMs: 200,
      childrenMs: 6_000,
      processes: { pulumi: { count: 4, wallMs: 8_500, startingMs: 1_300 } },
    });
  });

  it("says of each tier how much is waiting, starting and each kind of process", () => {
    expect(line("  engine").slice(0, 6)).toEqual(["10.0", "3.8", "0.2", "6.0", "1.3", "8.5 (4)"]);
    expect(line("  all").slice(0, 3)).toEqual(["11.0", "4.7", "0.3"]);
  });

  it("names the tests by file, the slowest first, and marks those that shared their worker", () => {
    const tests = lines.filter((text) => text.includes(".test.ts: ")).map((text) => cells(text).at(-1));
    expect(tests).toEqual(["test/engine/b.test.ts: goes up", "test/unit/a.test.ts: adds"]);
    expect(line("goes up").slice(0, 4)).toEqual(["5.0", "~4.9", "~0.1", "?"]);
  });

  it("shows the given number of tests", () => {
    expect(timesReport(report, 1, "/repository")).not.toContain("a.test.ts: adds");
  });

  it("says what was done before the first file", () => {
    expect(lines).toContain("Before the first file, for all: 4.0 s, of which packing 3.5 s");
  });
});
