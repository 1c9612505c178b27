/**
 * The text of a value that is a text, a number or a truth value; `undefined` for any other. What comes from an answer, a
 * state or a program can be an object with a `toString` of its own, of which the language makes no text: it throws.
 */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
