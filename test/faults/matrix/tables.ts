import { everyCall } from "../../kinds/every";
import type { MutatingCall } from "../../kinds/kind";
import { aligned, markdown } from "../../support/textTables";
import { faults, type End, type MatrixFault } from "./faults";
import type { Row } from "./results";

const endInWords: Readonly<Record<End, string>> = {
  survives: "succeeds",
  refused: "fails; nothing is changed",
  recorded: "fails; recorded, and the next run finds out",
};

/** Cells of these calls that cannot occur, grouped by why. */
export function impossibleCells(calls: readonly MutatingCall[]): { fault: string; calls: string[]; why: string }[] {
  return faults.flatMap((fault) => {
    const byReason = new Map<string, string[]>();
    for (const call of calls) {
      const why = fault.impossible?.(call);
      if (why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), call.name]);
    }
    return [...byReason].map(([why, names]) => ({ fault: fault.name, calls: names, why }));
  });
}

/** What is promised to these calls under each fault, as a table of the documentation. */
export function promises(calls: readonly MutatingCall[]): string {
  const rows = faults.map((fault) => [fault.name, promiseOf(fault, calls), seenOf(fault, calls)]);
  return markdown(["Fault", "What the step comes to", "What the error says"], rows);
}

function promiseOf(fault: MatrixFault, calls: readonly MutatingCall[]): string {
  const possible = calls.filter((call) => fault.impossible?.(call) === undefined);
  const byEnd = new Map<End, string[]>();
  for (const call of possible) {
    const end = fault.ends(call);
    byEnd.set(end, [...(byEnd.get(end) ?? []), call.name]);
  }
  const ends = [...byEnd].sort(([, left], [, right]) => left.length - right.length);
  return ends
    .map(([end, names], index) =>
      index === ends.length - 1 ? endInWords[end] : `${names.join(", ")}: ${endInWords[end]}; otherwise `,
    )
    .join("");
}

function seenOf(fault: MatrixFault, calls: readonly MutatingCall[]): string {
  const call = calls.find(
    (candidate) => fault.impossible?.(candidate) === undefined && fault.ends(candidate) !== "survives",
  );
  if (call === undefined) return "–";
  return (fault.says?.(call) ?? [])
    .map((said) => (typeof said === "string" ? said : said.source.replaceAll("|", " or ").replaceAll(/\\(.)/g, "$1")))
    .map((said) => said.trim().replace(/:$/, ""))
    .join(" … ");
}

/** What is printed at the end of a run: one line for each fault, and the totals. */
export function summary(byFile: Record<string, Row[]>): string {
  const lines = Object.entries(byFile).flatMap(([name, rows]) => {
    const names = [...new Set(rows.map(({ fault }) => fault))];
    const known = faults.map((fault) => fault.name);
    names.sort((left, right) => known.indexOf(left) - known.indexOf(right));
    const table = names.map((fault) =>
      lineOf(
        fault,
        rows.filter((row) => row.fault === fault),
      ),
    );
    return [
      `Fault matrix (${name})`,
      "",
      ...aligned([["Fault", "Tried", "Survived", "What the user saw"], ...table]),
      "",
      totals(rows),
      "",
    ];
  });
  const impossible = impossibleCells(everyCall);
  const count = impossible.reduce((sum, { calls: names }) => sum + names.length, 0);
  return [...lines, `cannot occur: ${String(count)} cells, with their reasons in test-results/fault-matrix.md`].join(
    "\n",
  );
}

function lineOf(fault: string, rows: readonly Row[]): string[] {
  const survived = rows.filter(({ result }) => result === "survived").length;
  const saw = new Map<string, number>();
  for (const row of rows) {
    const text =
      row.result === "survived" ? withoutSubject(row.saw) : `${row.result.toUpperCase()}: ${row.call}: ${row.saw}`;
    saw.set(text, (saw.get(text) ?? 0) + 1);
  }
  const texts = [...saw]
    .sort(([, left], [, right]) => right - left)
    .map(([text, times]) => (saw.size > 1 ? `${text} (${String(times)})` : text));
  return [fault, String(rows.length), String(survived), texts.join("; ")];
}

/** The cause alone: which object it was and what was done differs from call to call, and the ports from run to run. */
function withoutSubject(text: string): string {
  return text
    .replace(/^.*? failed: /, "")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/ \[secret\]| -$/g, "")
    .replaceAll(/within \d+m?s/g, "within …");
}

/** `faults tried 969, survived 969, lost 0, leaked 0`. */
export function totals(rows: readonly Row[]): string {
  const count = (result: Row["result"]) => String(rows.filter((row) => row.result === result).length);
  return `cells tried ${String(rows.length)}, survived ${count("survived")}, lost ${count("lost")}, leaked ${count("leaked")}`;
}

/** Every cell, for the file beside the other results. */
export function everyCell(byFile: Record<string, Row[]>): string {
  const parts = Object.entries(byFile).map(([name, rows]) =>
    [
      `## ${name}`,
      totals(rows),
      markdown(
        ["Call", "Fault", "Result", "What the user saw"],
        rows.map(({ call, fault, result, saw }) => [call, fault, result, saw]),
      ),
    ].join("\n\n"),
  );
  const impossible = markdown(
    ["Fault", "Calls", "Why it cannot occur"],
    impossibleCells(everyCall).map(({ fault, calls: names, why }) => [fault, names.join(", "), why]),
  );
  return ["# Fault matrix", ...parts, "## Cells that cannot occur", impossible, ""].join("\n\n");
}
