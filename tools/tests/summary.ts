import { spoken } from "./estimate";

/** What one test came to. */
export interface Outcome {
  readonly tier: string;
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
  /** Why it was skipped. */
  readonly reason?: string | undefined;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of outcomes) if (state !== "pending") counts[state] += 1;
  return counts;
}

/** "812 passed, 2 failed": what there is none of is left out. */
export function spokenCounts(counts: Counts): string {
  const parts = (["passed", "failed", "skipped"] as const).filter(
    (state) => counts[state] > 0 || (state === "passed" && counts.failed + counts.skipped === 0),
  );
  return parts.map((state) => `${counts[state].toLocaleString("en")} ${state}`).join(", ");
}

/** The last lines of a run: what passed, what failed, and what was skipped and why. */
export function summaryLines(outcomes: readonly Outcome[], tookMs: number): string[] {
  const counts = countsOf(outcomes);
  return [
    `Passed in ${spoken(tookMs)}: ${byTier(outcomes, "passed")}`,
    ...(counts.failed === 0 ? [] : [`Failed: ${byTier(outcomes, "failed")}`]),
    ...(counts.skipped === 0 ? ["Skipped: none"] : skippedLines(outcomes)),
  ];
}

function byTier(outcomes: readonly Outcome[], state: Outcome["state"]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    if (outcome.state === state) counts.set(outcome.tier, (counts.get(outcome.tier) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((all, count) => all + count, 0);
  const parts = [...counts].map(([tier, count]) => `${tier} ${count.toLocaleString("en")}`);
  return parts.length === 0
    ? "none"
    : `${total.toLocaleString("en")} ${total === 1 ? "test" : "tests"} (${parts.join(", ")})`;
}

/** A line for each reason; where none was given, the tests by their names. */
function skippedLines(outcomes: readonly Outcome[]): string[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    if (outcome.state !== "skipped") continue;
    const reason = outcome.reason ?? `no reason is given for ${outcome.name}`;
    const group = `${outcome.tier}: ${reason}`;
    groups.set(group, [...(groups.get(group) ?? []), outcome]);
  }
  return [...groups].map(([reason, { length }]) => `Skipped: ${length.toLocaleString("en")} of ${reason}`);
}
