import { describe, expect, it } from "vitest";
import type { Context } from "../../../acceptance/kinds/kind";
import type { Ran } from "../../../acceptance/run/engine";
import { live } from "../../../acceptance/run/lifecycle";
import { hasPassed, reportOf, type Outcome } from "../../../acceptance/run/report";
import { Verdicts } from "../../../acceptance/run/verdict";
import type { SubjectName } from "../../../acceptance/plan/names";

/** What an engine and a service say at each step of a route's life. */
interface Told {
  step: string;
  error?: string;
  priority: number | undefined;
}

const good: readonly Told[] = [
  { step: "create", priority: 900 },
  { step: "same", priority: 900 },
  { step: "same", priority: 900 },
  { step: "replace", priority: 901 },
  { step: "create", priority: 901 },
  { step: "delete", priority: undefined },
];

/** The verdicts on a route whose engine and service say this. */
async function verdictsOf(told: readonly Told[], made: Partial<Context["made"]> = {}) {
  const steps = [...told];
  let priority: number | undefined;
  const next = (): Promise<Ran> => {
    const now = steps.shift() ?? { step: "none", priority: undefined };
    priority = now.priority;
    return Promise.resolve({
      resources: new Map([["Route", { step: now.step, error: now.error }]]),
      error: undefined,
    });
  };
  const service = {
    place: { project: "p" },
    routes: {},
    look: () => Promise.resolve(priority === undefined ? undefined : { destRange: "198.51.100.0/24", priority }),
    change: () => Promise.resolve({}),
  };
  const context = {
    service,
    made: { prefix: "gceacc-abcd1234", operations: new Map(), failures: new Map(), ...made },
    certificateMaps: [],
    members: [],
  } as unknown as Context;
  const verdicts = new Verdicts();
  const subjects: readonly SubjectName[] = ["Route"];
  const engine = { up: next, refresh: next, destroy: next };
  await live({ engine, context, subjects, verdicts, say: () => undefined });
  return verdicts;
}

const but = (index: number, more: Partial<Told>) =>
  good.map((told, at) => (at === index ? { ...told, ...more } : told));
const outcomesOf = (verdicts: Verdicts) => [...verdicts.of("Route").values()].map(({ outcome }) => outcome);

describe("the life of a resource", () => {
  it("passes when the engine and the official client both say so at each step", async () => {
    expect(outcomesOf(await verdictsOf(good))).toEqual(Array.from({ length: 6 }, () => "passed"));
  });

  it.each([
    ["a create that is none", 0, { step: "same" }, /step is same, and create is expected/],
    ["an error of the engine", 0, { error: "insert failed" }, /^insert failed$/],
    ["a second up that changes something", 1, { step: "update" }, /step is update, and same is expected/],
    ["a refresh that sees a difference", 2, { step: "update" }, /step is update, and same is expected/],
    ["a change in place where a replacement is due", 3, { step: "update" }, /step is update, and replace is expected/],
    ["a drift that nobody saw", 4, { step: "same" }, /step is same, and create or update or replace is expected/],
    ["a resource that the destroy left out", 5, { step: "none" }, /step is none, and delete is expected/],
  ])("fails for %s, and is not tried any further", async (_what, index, more, says) => {
    const verdicts = await verdictsOf(but(index, more));
    const own = [...verdicts.of("Route").values()];
    expect(outcomesOf(verdicts).slice(0, index)).toEqual(good.slice(0, index).map(() => "passed"));
    expect(own[index]).toMatchObject({ outcome: "failed", why: expect.stringMatching(says) as string });
    expect(own.slice(index + 1).every(({ outcome }) => outcome === "not run")).toBe(true);
  });

  it("is skipped if its requirements could not be created", async () => {
    const verdicts = await verdictsOf(good, { failures: new Map([["network", "quota"]]) });
    expect(verdicts.of("Route").get("create")).toEqual({ outcome: "failed", why: "network could not be made: quota" });
    expect(outcomesOf(verdicts).slice(1)).toEqual(Array.from({ length: 5 }, () => "not run"));
  });
});

describe("the report", () => {
  const outcome = async (more: Partial<Outcome> = {}): Promise<Outcome> => ({
    prefix: "gceacc-abcd1234",
    place: "Project p.",
    subjects: ["Route"],
    verdicts: await verdictsOf(good),
    stopped: undefined,
    left: [],
    exchanges: 5,
    minutes: 0.25,
    ...more,
  });

  it("passes when everything passed and nothing is left", async () => {
    expect(hasPassed(await outcome())).toBe(true);
    expect(reportOf(await outcome())).toContain("Everything passed, and nothing is left of it, in 0.3 minutes");
  });

  it.each<[string, Partial<Outcome>, string]>([
    ["something is left", { left: [{ collection: "disks", name: "d", why: "in use" }] }, "- disks/d: in use"],
    ["it was stopped", { stopped: "It was interrupted." }, "- It was interrupted."],
    ["something was never tried", { subjects: ["Route", "Snapshot"] }, "| `Snapshot` | not run |"],
  ])("does not pass when %s", async (_what, more, says) => {
    expect(hasPassed(await outcome(more))).toBe(false);
    expect(reportOf(await outcome(more))).toContain(says);
  });
});
