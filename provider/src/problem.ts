/** Something wrong with an argument: where, and the rule with the way to mend it, as a sentence. */
export interface Problem {
  /** Path in the program's own words: `tags[2]`. */
  property: string;
  reason: string;
}

/** The usual single complaint: `must be …; it is …`. */
export function mustBe(property: string, describe: string, value: unknown): Problem[] {
  return [{ property, reason: `${property} must be ${describe}; it is ${show(value)}.` }];
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
