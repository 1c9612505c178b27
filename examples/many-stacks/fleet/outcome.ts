import type { Changes } from "./stacks";

/** How a stack ended: done, failed, stopped in the middle, or not begun. */
export type Outcome =
  | { readonly kind: "done"; readonly changes: Changes }
  | { readonly kind: "failed"; readonly errors: readonly string[] }
  | { readonly kind: "stopped" }
  | { readonly kind: "left" };

/** The outcome of each stack. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** The table at the end, with the errors below it. */
export function renderOutcomes(outcomes: Outcomes): string {
  const rows = [...outcomes].map(([stack, outcome]) => [stack, outcome.kind, detail(outcome)] as const);
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const table = rows.map(([stack, kind, text]) =>
    `${stack.padEnd(width(0))}  ${kind.padEnd(width(1))}  ${text}`.trimEnd(),
  );
  const errors = [...outcomes].flatMap(([stack, outcome]) =>
    outcome.kind === "failed" ? ["", `${stack}:`, ...outcome.errors.map((error) => indented(error))] : [],
  );
  return ["", ...table, "", totals(outcomes), ...errors].join("\n");
}

/** `create 3, same 2`, without the stack itself. */
export function renderChanges(changes: Changes): string {
  const entries = Object.entries(changes).filter(([, count]) => count > 0);
  return entries.map(([step, count]) => `${step} ${String(count)}`).join(", ");
}

function detail(outcome: Outcome): string {
  switch (outcome.kind) {
    case "done":
      return renderChanges(outcome.changes);
    case "failed":
      return firstLine(outcome.errors[0] ?? "");
    case "stopped":
      return "stopped in the middle; the state has what was done";
    case "left":
      return "not begun";
  }
}

function totals(outcomes: Outcomes): string {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes.values()) counts[kind] = (counts[kind] ?? 0) + 1;
  const parts = Object.entries(counts).map(([kind, count]) => `${String(count)} ${kind}`);
  return `${String(outcomes.size)} stacks: ${parts.join(", ")}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}
