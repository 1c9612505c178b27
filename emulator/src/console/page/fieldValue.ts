/** A value of a field as a person edits it: texts as they are, everything else as JSON. */
export function writeValue(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, undefined, 1) ?? "");
}

/** The value that a person has typed, in the kind that the field has now. Fails with what is wrong with it. */
export function readValue(text: string, current: unknown): unknown {
  if (typeof current === "string") {
    return text;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`the value has to be JSON, like ${JSON.stringify(current) ?? "null"}.`);
  }
}
