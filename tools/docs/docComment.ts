import { oneLine } from "./declarations";

/** The longest line of a text in a class, behind the indentation and the star. */
const lineLength = 112;

/**
 * A doc comment as a file has it.
 *
 * @param text its paragraphs; the lines of each are broken anew
 * @param tags as they stand, below the text
 */
export function writeDoc(text: string, tags = ""): string {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => breakLines(oneLine(paragraph)));
  const [only = "", ...more] = paragraphs;
  if (tags === "" && more.length === 0 && !only.includes("\n")) return `/** ${only} */`;
  const whole = [...paragraphs, ...(tags === "" ? [] : [tags])].join("\n\n");
  return `/**\n${whole.replace(/^/gm, " * ").replace(/ +$/gm, "")}\n */`;
}

/** The first sentence of a text; a point within a name or a number ends none. */
export function firstSentence(text: string): string {
  const line = oneLine(text);
  return /^.+?[.](?=\s|$)/.exec(line)?.[0] ?? line;
}

/** A paragraph in lines of that length. */
export function breakLines(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > lineLength) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
