/**
 * An informational warning of the service.
 *
 * @see specification, "Warning (object)"
 */
export interface Warning {
  /** Such as `NO_RESULTS_ON_PAGE`. */
  code?: string;
  message?: string;
  /** Key gives the detail, such as `scope`. */
  data?: { key?: string; value?: string }[];
}

/** One line: `NEXT_HOP_NOT_RUNNING: … (scope=…)`. */
export function describeWarning(warning: Warning): string {
  const data = (warning.data ?? []).map(({ key, value }) => `${key ?? ""}=${value ?? ""}`).join(", ");
  const text = [warning.code, warning.message].filter(Boolean).join(": ") || "warning without a text";
  return data === "" ? text : `${text} (${data})`;
}
