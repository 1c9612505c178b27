import { isValues, type Values } from "../../provider/src/fields/values";

/** Where a value is in JSON, from the outside in. */
export type Path = readonly (string | number)[];

/** Every path of a value, in the first item of each list. */
export function listPaths(value: unknown, path: Path = []): Path[] {
  const members = Array.isArray(value) ? value.slice(0, 1).entries() : isValues(value) ? Object.entries(value) : [];
  return [...members].flatMap(([key, member]) => [[...path, key], ...listPaths(member, [...path, key])]);
}

/** The value at a path. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (found as Values | undefined)?.[key], value);
}

/** The path as a message has it: `items[2].tags`. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${String(key)}]` : text === "" ? key : `${text}.${key}`),
    "",
  );
}

/** JSON with another value at a path; as it is where it has no such place. */
export function altered(json: string, path: Path, value: unknown): string {
  const tree = { answer: JSON.parse(json) as unknown };
  let parent: Record<string | number, unknown> = tree;
  const all = ["answer", ...path];
  for (const key of all.slice(0, -1)) {
    const next = parent[key];
    if (typeof next !== "object" || next === null) return json;
    parent = next as Record<string | number, unknown>;
  }
  parent[all.at(-1) ?? ""] = value;
  return JSON.stringify(tree.answer);
}

/** The value as often as it has parts, each time with another one in the place of one part. */
export function* alterations<T>(value: T, other: unknown): Generator<T> {
  const json = JSON.stringify(value);
  for (const path of listPaths(value)) yield JSON.parse(altered(json, path, other)) as T;
}
