import type { Problem } from "./kinds/kind";

/** More problems than a person reads; the rest shows when these are mended. */
const mostProblems = 50;

/** A message may repeat what it is about, and that may be megabytes. */
const longestReason = 2_000;
const longestProperty = 200;

/** Problems as they can be shown and sent: well-formed text of a length that a terminal can take. */
export function presentable(problems: readonly Problem[]): Problem[] {
  const shown = problems.slice(0, mostProblems).map(({ property, reason }) => ({
    property: shortened(property, longestProperty),
    reason: shortened(reason, longestReason),
  }));
  const more = problems.length - shown.length;
  const [first] = shown;
  if (more === 0 || first === undefined) return shown;
  return [...shown, { property: first.property, reason: `There are ${String(more)} more problems.` }];
}

/** Half of a surrogate pair cannot be sent; it may come from the program, or from the cut. */
function shortened(text: string, longest: number): string {
  return (text.length <= longest ? text : `${text.slice(0, longest)}…`).toWellFormed();
}
