import type { Answer } from "../types/form";
import type { warningForm } from "../types/forms";
import { excerpt } from "../messages/text";

/** More details than a person reads. */
const mostData = 20;

/**
 * An informational warning of the service.
 *
 * @see specification, "Warning (object)"
 */
export type Warning = Answer<typeof warningForm>;

/** More warnings of one answer than a person reads. */
const mostWarnings = 20;

/** One line for each warning, and one for all that are too many. */
export function describeWarnings(warnings: readonly Warning[]): string[] {
  const left = warnings.length - mostWarnings;
  const shown = warnings.slice(0, mostWarnings).map(describeWarning);
  return left > 0 ? [...shown, `and ${String(left)} more warnings`] : shown;
}

/** One line: `NEXT_HOP_NOT_RUNNING: … (scope=…)`. */
export function describeWarning(warning: Warning): string {
  const all = warning.data ?? [];
  const shown = all.slice(0, mostData).map(({ key, value }) => excerpt(`${key ?? ""}=${value ?? ""}`));
  const left = all.length - shown.length;
  const data = [...shown, ...(left > 0 ? [`and ${String(left)} more`] : [])].join(", ");
  const text =
    [warning.code, warning.message].flatMap((part) => (part ? [excerpt(part)] : [])).join(": ") ||
    "warning without a text";
  return data === "" ? text : `${text} (${data})`;
}
