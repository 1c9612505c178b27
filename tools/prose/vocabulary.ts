import { readFileSync } from "node:fs";

/** Words that a rule would refuse, and why they stay. */
export interface Accepted {
  readonly rule: string;
  readonly words: string;
  readonly reason: string;
  /** The one file that may have them; every file by default. */
  readonly file?: string;
}

export const vocabulary = JSON.parse(
  readFileSync(new URL("vocabulary.json", import.meta.url), "utf8"),
) as readonly Accepted[];

const met = new Set<Accepted>();

/** Whether the vocabulary has the words for that rule. */
export function isAccepted(found: { readonly file: string; readonly rule: string; readonly words: string }): boolean {
  const entry = vocabulary.find(
    ({ rule, words, file = found.file }) =>
      rule === found.rule && words.toLowerCase() === found.words.toLowerCase() && file === found.file,
  );
  if (entry !== undefined) met.add(entry);
  return entry !== undefined;
}

/** Words of the vocabulary that no document has needed since this process began. */
export function unmetWords(): Accepted[] {
  return vocabulary.filter((entry) => !met.has(entry));
}
