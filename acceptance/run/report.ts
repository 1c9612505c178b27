import { functionNames, kindNames, subjectNames, withNeed, type SubjectName } from "../plan/names";
import type { Left } from "./cleanup";
import { steps, listSteps, type StepName, type Verdicts } from "./verdict";

/** What a run came to. */
export interface Outcome {
  readonly prefix: string;
  readonly place: string;
  readonly tried: readonly SubjectName[];
  readonly verdicts: Verdicts;
  /** An error that ended the run before its time. */
  readonly stopped: string | undefined;
  readonly left: readonly Left[];
  readonly exchanges: number;
  readonly minutes: number;
}

/** Whether everything that was to be tried passed, and nothing is left. */
export function hasPassed({ tried, verdicts, stopped, left }: Outcome): boolean {
  const isWhole = tried.every((name) => listSteps(name).every((step) => verdicts.find(name, step) === "passed"));
  return stopped === undefined && left.length === 0 && isWhole;
}

/** The report, as Markdown. */
export function writeReport(outcome: Outcome): string {
  const { prefix, place, tried, verdicts, stopped, left, exchanges, minutes } = outcome;
  const skipped = subjectNames.filter((name) => !tried.includes(name));
  const table = (title: string, names: readonly SubjectName[], columns: readonly StepName[]): string[] => {
    const rows = names.filter((name) => tried.includes(name)).map((name) => writeRow(name, columns, verdicts));
    return rows.length === 0
      ? []
      : [line([title, ...columns]), line(["---", ...columns.map(() => "---")]), ...rows, ""];
  };
  const failures = tried.flatMap((name) => {
    const failure = verdicts.findFailure(name);
    return failure === undefined ? [] : [`${name}, ${failure.step}: ${failure.why}`];
  });
  const lines = [
    `# Acceptance run ${prefix}`,
    "",
    `${hasPassed(outcome) ? "Everything passed, and nothing is left of it" : "Not everything passed"}, in ${minutes.toFixed(1)} minutes and ${String(exchanges)} requests. ${place}`,
    "",
    ...table("Resource", kindNames, steps),
    ...table("Function", functionNames, ["call"]),
    ...section("Failures", failures),
    ...section("The run stopped", stopped === undefined ? [] : [stopped]),
    ...section(
      "Not deleted",
      left.map(({ path, why }) => `${path}: ${why}`),
    ),
    ...section("Not tried", skipped.map(withNeed)),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function writeRow(name: SubjectName, columns: readonly StepName[], verdicts: Verdicts): string {
  return line([`\`${name}\``, ...columns.map((step) => verdicts.find(name, step))]);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function section(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`## ${title}`, "", ...items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`), ""];
}
