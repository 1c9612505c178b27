import type { Path } from "./leaves";

/** The keys of a path as Pulumi's engine reads it: `versions[0].size`, `labels["a.b"]`, `*`. It escapes nothing but quotes. */
export function parsePropertyPath(text: string): Path {
  const keys = text.matchAll(/\["((?:\\"|[^"])*)"\]|\[(\d+|\*)\]|([^.[\]]+)/g);
  return [...keys].map(([, quoted, index, name = ""]) => quoted?.replaceAll('\\"', '"') ?? index ?? name);
}
