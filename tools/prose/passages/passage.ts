/** One block of prose: a paragraph, a list item, a heading, a table cell, a part of a doc comment, a message or a test's name. */
export interface Passage {
  readonly kind: "heading" | "paragraph" | "cell" | "comment" | "message" | "name";
  /** The words, with each code span and each quotation replaced by `codeMark`, and each line break kept. */
  readonly text: string;
  /** The line of the file that the text starts on. */
  readonly line: number;
}

/** One file, as its prose. */
export interface ProseDocument {
  readonly file: string;
  readonly passages: readonly Passage[];
}

/** Stands for a code span or a quotation: a symbol that no language rule reads as a word. */
export const codeMark = "▢";

/** How many lines a text goes on for. */
export function breaks(text: string): number {
  return text.split("\n").length - 1;
}
