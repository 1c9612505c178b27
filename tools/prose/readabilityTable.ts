import type { ProseDocument } from "./passages/passage";
import { readabilityOf } from "./readability";

/** The reading ease of each page, the hardest one first. */
export function readabilityTable(pages: readonly ProseDocument[]): string {
  const rows = pages
    .map((page) => ({ file: page.file, ...readabilityOf(page) }))
    .sort((one, other) => one.ease - other.ease);
  const width = Math.max(...rows.map(({ file }) => file.length));
  const lines = rows.map(({ file, ease, words, sentences }) =>
    [
      file.padEnd(width),
      ease.toFixed(1).padStart(7),
      String(words).padStart(7),
      (words / sentences).toFixed(1).padStart(20),
    ].join(""),
  );
  return [`${"page".padEnd(width)}   ease  words  words in a sentence`, ...lines].join("\n");
}
