import { kindNames, needs, subjectNames, type SubjectName } from "../plan/names";
import type { Left } from "./cleanup";
import { steps, type StepName, type Verdict, type Verdicts } from "./verdict";

/** What a run came to. */
export interface Outcome {
  readonly prefix: string;
  readonly place: string;
  readonly subjects: readonly SubjectName[];
  readonly verdicts: Verdicts;
  /** An error that ended the run before its time. */
  readonly stopped: string | undefined;
  readonly left: readonly Left[];
  readonly exchanges: number;
  readonly minutes: number;
}

/** Whether everything that was to be tried passed, and nothing is left. */
export function hasPassed({ subjects, verdicts, stopped, left }: Outcome): boolean {
  const isWhole = subjects.every((name) => verdicts.of(name).size > 0 && !verdicts.hasFailed(name));
  return stopped === undefined && left.length === 0 && isWhole;
}

/** The report, as Markdown. */
export function reportOf(outcome: Outcome): string {
  const { prefix, place, subjects, verdicts, stopped, left, exchanges, minutes } = outcome;
  const resources = kindNames.filter((name) => subjects.includes(name));
  const called = subjects.filter((name) => !(kindNames as readonly string[]).includes(name));
  const skipped = subjectNames.filter((name) => !subjects.includes(name));
  const lines = [
    `# Acceptance run ${prefix}`,
    "",
    `${hasPassed(outcome) ? "Everything passed, and nothing is left of it" : "Not everything passed"}, in ${minutes.toFixed(1)} minutes and ${String(exchanges)} requests. ${place}`,
    "",
    ...(resources.length === 0
      ? []
      : table(
          ["Resource", ...steps],
          resources.map((name) => row(name, steps, verdicts)),
        )),
    ...(called.length === 0
      ? []
      : table(
          ["Function", "call"],
          called.map((name) => row(name, ["call"], verdicts)),
        )),
    ...section("Failures", failuresOf(subjects, verdicts)),
    ...section("The run stopped", stopped === undefined ? [] : [stopped]),
    ...section(
      "Not deleted",
      left.map(({ collection, name, why }) => `${collection}/${name}: ${why}`),
    ),
    ...section(
      "Not tried",
      skipped.map((name) => `${name}${needs[name] === undefined ? "" : ` needs ${needs[name]}`}`),
    ),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function row(name: SubjectName, columns: readonly StepName[], verdicts: Verdicts): string[] {
  const own = verdicts.of(name);
  return [`\`${name}\``, ...columns.map((step) => own.get(step)?.outcome ?? "not run")];
}

function failuresOf(subjects: readonly SubjectName[], verdicts: Verdicts): string[] {
  return subjects.flatMap((name) =>
    [...verdicts.of(name)].flatMap(([step, verdict]) =>
      isFailure(verdict) ? [`${name}, ${step}: ${verdict.why}`] : [],
    ),
  );
}

function isFailure(verdict: Verdict): verdict is Extract<Verdict, { outcome: "failed" }> {
  return verdict.outcome === "failed";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0
    ? []
    : [`## ${title}`, "", ...items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`), ""];
}
