import { everySubject } from "../kinds/every";
import { aligned, markdown } from "../support/textTables";
import { families } from "./families";
import type { Row } from "./results";

interface ImpossibleCells {
  readonly family: string;
  readonly liberty: string;
  readonly kinds: readonly string[];
  readonly why: string;
}

/** Cells that cannot occur, grouped by why. */
export function impossibleCells(): ImpossibleCells[] {
  return families.flatMap(({ name: family, liberties }) =>
    liberties.flatMap(({ name: liberty, impossible }) => {
      const byReason = new Map<string, string[]>();
      for (const subject of everySubject) {
        const why = impossible?.(subject);
        if (why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), subject.kind]);
      }
      return [...byReason].map(([why, kinds]) => ({ family, liberty, kinds, why }));
    }),
  );
}

/** What is printed at the end of a run: one line for each liberty, and the totals. */
export function summary(rows: readonly Row[]): string {
  const lines = families.flatMap(({ name: family, liberties }) =>
    liberties.flatMap(({ name: liberty }) => {
      const own = rows.filter((row) => row.family === family && row.liberty === liberty);
      return own.length === 0 ? [] : [lineOf(family, liberty, own)];
    }),
  );
  const count = impossibleCells().reduce((sum, { kinds }) => sum + kinds.length, 0);
  return [
    "Liberties of the service (provider process)",
    "",
    ...aligned([["Family", "Liberty", "Tried", "Settled", "What was lost"], ...lines]),
    "",
    totals(rows),
    `cannot occur: ${String(count)} cells, with their reasons in test-results/liberties.md`,
  ].join("\n");
}

function lineOf(family: string, liberty: string, rows: readonly Row[]): string[] {
  const lost = rows.filter(({ result }) => result === "lost");
  const told = lost.map(({ kind, why }) => `LOST: ${kind}: ${why}`).join("; ");
  return [family, liberty, String(rows.length), String(rows.length - lost.length), told === "" ? "–" : told];
}

/** `cells tried 240, settled 240, lost 0`. */
export function totals(rows: readonly Row[]): string {
  const count = (result: Row["result"]) => String(rows.filter((row) => row.result === result).length);
  return `cells tried ${String(rows.length)}, settled ${count("settled")}, lost ${count("lost")}`;
}

/** Every cell, for the file beside the other results. */
export function everyCell(rows: readonly Row[]): string {
  const tried = markdown(
    ["Family", "Liberty", "Resource", "Result", "Why", "Took"],
    rows.map(({ family, liberty, kind, result, why, tookMs }) => [
      family,
      liberty,
      kind,
      result,
      why,
      `${(tookMs / 1000).toFixed(1)} s`,
    ]),
  );
  const impossible = markdown(
    ["Family", "Liberty", "Resources", "Why it cannot occur"],
    impossibleCells().map(({ family, liberty, kinds, why }) => [family, liberty, kinds.join(", "), why]),
  );
  return ["# Liberties of the service", totals(rows), tried, "## Cells that cannot occur", impossible, ""].join("\n\n");
}
