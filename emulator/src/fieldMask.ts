import { ApiError } from "./errors";
import { isJsonObject, type JsonObject } from "./json";

/** Which members of an answer are wanted: all of one, or some of its own. `*` stands for every name. */
export type FieldMask = ReadonlyMap<string, FieldMask | "all">;

type Draft = Map<string, Draft | "all">;

/**
 * Reads the selector of a partial answer: names with a comma between them, `a/b` for a member of a member, and
 * `a(b,c)` for several of them.
 *
 * @see https://cloud.google.com/compute/docs/api/how-tos/performance
 */
export function parseFieldMask(selector: string): FieldMask {
  const tokens = selector.match(/[\w-]+|\*|[(),/]|[^]/g) ?? [];
  const mask: Draft = new Map();
  let next = 0;

  const refuse = (): ApiError =>
    new ApiError(400, "invalidParameter", `Invalid field selection ${selector}`, { location: "fields" });
  const list = (into: readonly Draft[]): void => {
    item(into);
    while (tokens[next] === ",") {
      next += 1;
      item(into);
    }
  };
  /** One path, whose last part may have a list of its own. */
  const item = (into: readonly Draft[]): void => {
    const name = tokens[next] ?? "";
    if (!/^([\w-]+|\*)$/.test(name)) throw refuse();
    next += 1;
    const isParent = tokens[next] === "/" || tokens[next] === "(";
    if (!isParent) {
      for (const draft of into) draft.set(name, "all");
      return;
    }
    const below = into.map((draft) => memberOf(draft, name)).filter((draft) => draft !== "all");
    if (tokens[next] === "/") {
      next += 1;
      item(below);
      return;
    }
    next += 1;
    list(below);
    if (tokens[next] !== ")") throw refuse();
    next += 1;
  };

  list([mask]);
  if (next !== tokens.length) throw refuse();
  return mask;
}

function memberOf(draft: Draft, name: string): Draft | "all" {
  const known = draft.get(name) ?? new Map<string, Draft | "all">();
  draft.set(name, known);
  return known;
}

/** The part of an answer that a mask wants. Of a list every item is looked at. */
export function selected(value: JsonObject, mask: FieldMask): JsonObject {
  const kept: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const wanted = mask.get(name) ?? mask.get("*");
    const part = wanted === undefined || wanted === "all" ? wanted && member : selectedPart(member, wanted);
    if (part !== undefined) kept[name] = part;
  }
  return kept;
}

function selectedPart(value: unknown, mask: FieldMask): unknown {
  if (Array.isArray(value)) return value.map((item) => selectedPart(item, mask)).filter((item) => item !== undefined);
  return isJsonObject(value) ? selected(value, mask) : undefined;
}
