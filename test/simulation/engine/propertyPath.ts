import { isValues, type Values } from "../../../provider/src/fields/values";

/** Names and indices on the way to a property; `*` is every one. */
export type PropertyPath = readonly (string | number)[];

/** `labels["a.b"].items[0]` → `["labels", "a.b", "items", 0]`. */
export function parsePath(text: string): PropertyPath {
  return [...text.matchAll(/\["((?:\\"|[^"])*)"\]|\[(\d+)\]|\[(\*)\]|([^.[\]]+)/g)].map(
    ([, quoted, index, star, name]) =>
      index === undefined ? (quoted?.replaceAll('\\"', '"') ?? star ?? name ?? "") : Number(index),
  );
}

/** True if the other path is this one, or leads on from it. */
export function containsPath(path: PropertyPath, other: PropertyPath): boolean {
  return path.length <= other.length && path.every((key, index) => key === "*" || key === other[index]);
}

/** The new properties with the old value at the path; unchanged where the path cannot be followed in both. */
export function withOldValue(olds: Values, news: Values, path: PropertyPath): Values {
  return reset(olds, news, path) as Values;
}

function reset(old: unknown, fresh: unknown, path: PropertyPath): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return fresh;
  if (Array.isArray(fresh)) {
    if (!Array.isArray(old)) return fresh;
    return fresh.map((item: unknown, index) => {
      if ((key !== "*" && key !== index) || index >= old.length) return item;
      return rest.length === 0 ? (old[index] as unknown) : reset(old[index], item, rest);
    });
  }
  if (!isValues(fresh) || (rest.length > 0 && !isValues(old))) return fresh;
  const existing = isValues(old) ? old : {};
  if (key === "*" && rest.length === 0) return isValues(old) ? { ...old } : fresh;
  const members = { ...fresh };
  for (const name of key === "*" ? Object.keys(existing) : [String(key)]) {
    if (rest.length > 0) {
      if (name in members) members[name] = reset(existing[name], members[name], rest);
    } else if (name in existing) members[name] = existing[name];
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    else delete members[name];
  }
  return members;
}
