import type { Form } from "../../provider/src/types/form";

/** A right value of that form. */
export function makeSample(form: Form | undefined): unknown {
  if (form === undefined || form === "any") return "anything";
  if (typeof form === "string") return { text: "a-text", number: 7, boolean: true, int64: "7" }[form];
  if ("list" in form) return [makeSample(form.list)];
  if ("map" in form) return { key: makeSample(form.map) };
  return Object.fromEntries(Object.entries(form.members).map(([name, member]) => [name, makeSample(member)]));
}

/** A right value of that form which is too large for a record, as one text or as many values; none where every value is small. */
export function makeHugeSample(form: Form): unknown {
  if (form === "boolean" || form === "number") return undefined;
  if (typeof form === "string") return "7".repeat(2 * 1024 * 1024);
  const numbers = Array.from({ length: 30_000 }, (_none, number) => number);
  if ("list" in form) return numbers.map(() => makeSample(form.list));
  if ("map" in form)
    return Object.fromEntries(numbers.map((number) => [`key-${String(number)}`, makeSample(form.map)]));
  return { aNewMember: numbers };
}
