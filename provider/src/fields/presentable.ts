import { excerpt, failureLines } from "../messages/text";
import type { Problem } from "./kind";

/** More problems than a person reads; the rest shows when these are mended. */
const mostProblems = 50;

/** A message may repeat what it is about, and that may be megabytes. */
const longestProperty = 200;

/** Problems as they can be shown and sent. */
export function presentable(problems: readonly Problem[]): Problem[] {
  const shown = problems.slice(0, mostProblems).map(({ property, reason }) => ({
    property: shortened(excerpt(property)),
    reason: failureLines([excerpt(reason)]),
  }));
  const more = problems.length - shown.length;
  const [first] = shown;
  if (more === 0 || first === undefined) return shown;
  return [...shown, { property: first.property, reason: `There are ${String(more)} more problems.` }];
}

/** Half of a surrogate pair, which a cut may leave, cannot be sent. */
function shortened(text: string): string {
  return text.length <= longestProperty ? text : `${text.slice(0, longestProperty)}…`.toWellFormed();
}
