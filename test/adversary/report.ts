import { aligned, markdown } from "../support/textTables";
import { tierReport } from "../support/tierReport";
import { clearVerdicts, readVerdicts, type Verdict } from "./verdicts";

export const { setup, teardown } = tierReport({
  file: "adversary.md",
  clear: clearVerdicts,
  read: readVerdicts,
  isEmpty: (verdicts) => verdicts.length === 0,
  everyCell,
  summary,
});

/** What is printed at the end of a run: one line for each promise and attack, and the totals. */
function summary(verdicts: readonly Verdict[]): string {
  const groups = new Map<string, Verdict[]>();
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.promise, verdict.attack]);
    groups.set(key, [...(groups.get(key) ?? []), verdict]);
  }
  const lines = [...groups.values()].map((own) => {
    const failed = own.filter(({ verdict }) => verdict === "failed");
    return [
      own[0]?.promise ?? "",
      own[0]?.attack ?? "",
      String(own.length),
      String(own.length - failed.length),
      failed.length === 0 ? "–" : failed.map(({ place, why }) => `FAILED: ${place}: ${why}`).join("; "),
    ];
  });
  return [
    "What an adversary tried",
    "",
    ...aligned([["Promise", "Attack", "Tried", "Held", "What failed"], ...lines]),
    "",
    totals(verdicts),
  ].join("\n");
}

/** `attacks tried 240, held 240, failed 0`. */
function totals(verdicts: readonly Verdict[]): string {
  const count = (verdict: Verdict["verdict"]) => String(verdicts.filter((row) => row.verdict === verdict).length);
  return `attacks tried ${String(verdicts.length)}, held ${count("held")}, failed ${count("failed")}`;
}

function everyCell(verdicts: readonly Verdict[]): string {
  const table = markdown(
    ["Promise", "Attack", "Place", "Verdict", "Why"],
    verdicts.map(({ promise, attack, place, verdict, why }) => [promise, attack, place, verdict, why]),
  );
  return ["# What an adversary tried", totals(verdicts), table, ""].join("\n\n");
}
