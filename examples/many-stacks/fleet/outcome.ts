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
  const longest = Math.max(...[...outcomes.keys()].map((stack) => stack.length));
  const table = [...outcomes].map(([stack, outcome]) =>
    `${stack.padEnd(longest)}  ${outcome.kind.padEnd("stopped".length)}  ${detail(outcome)}`.trimEnd(),
  );
  const kinds = [...outcomes.values()].map(({ kind }) => kind);
  const counts = [...new Set(kinds)].map((kind) => `${String(kinds.filter((each) => each === kind).length)} ${kind}`);
  const errors = [...outcomes].flatMap(([stack, outcome]) =>
    outcome.kind === "failed" ? ["", `${stack}:`, ...outcome.errors.map((error) => error.replace(/^/gm, "  "))] : [],
  );
  return ["", ...table, "", `${String(outcomes.size)} stacks: ${counts.join(", ")}`, ...errors].join("\n");
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
      return outcome.errors[0]?.split("\n", 1)[0] ?? "";
    case "stopped":
      return "stopped in the middle; the state has what was done";
    case "left":
      return "not begun";
  }
}
