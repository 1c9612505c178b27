import type { Comparison, Finding } from "./play";

/** One difference, however often it was seen. */
interface Row {
  readonly finding: Finding;
  readonly lines: number[];
}

/** The comparison as Markdown: differences by collection and method. */
export function comparisonText({ findings, compared, passedOver }: Comparison): string {
  const rows = new Map<string, Row>();
  for (const finding of findings) {
    const { method, what, at, service, emulator } = finding;
    const key = JSON.stringify([method, what, at, service, emulator]);
    const row = rows.get(key) ?? { finding, lines: [] };
    row.lines.push(finding.line);
    rows.set(key, row);
  }
  const methods = [...new Set(findings.map(({ method }) => method))].sort();
  const count =
    rows.size === 0 ? "No difference" : rows.size === 1 ? "1 difference" : `${String(rows.size)} differences`;
  const lines = [
    `${count} in ${String(compared)} answers.`,
    ...Object.entries(passedOver).map(([why, times]) => `Not compared, because it ${why}: ${String(times)}.`),
    ...methods.flatMap((method) => [
      "",
      `## ${method}`,
      "",
      "| Difference | Where | The service | The emulator | Lines |",
      "| --- | --- | --- | --- | --- |",
      ...[...rows.values()].filter(({ finding }) => finding.method === method).map(rowText),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function rowText({ finding: { what, at, service, emulator }, lines }: Row): string {
  const shown =
    lines.length > 5 ? `${lines.slice(0, 5).join(", ")} and ${String(lines.length - 5)} more` : lines.join(", ");
  return `| ${[what, at, service, emulator, shown].map((cell) => cell.replaceAll("|", String.raw`\|`).replaceAll("\n", " ")).join(" | ")} |`;
}
