import { breaks, type Passage } from "./passages/passage";

/** One sentence of a passage. */
export interface Sentence {
  readonly passage: Passage;
  readonly text: string;
  readonly line: number;
}

const end = /(?<=(?<!\b(?:e\.g|i\.e|etc|vs))[.!?]["”’)*]*)\s+(?=["“(*]*[\p{Lu}\p{N}▢])/u;

/** A passage, sentence by sentence. A sentence ends at a full stop before a capital, a number or code. */
export function sentencesOf(passage: Passage): Sentence[] {
  let line = passage.line;
  let from = 0;
  return passage.text.split(end).map((text) => {
    const start = passage.text.indexOf(text, from);
    line += breaks(passage.text.slice(from, start));
    const sentence = { passage, text, line };
    line += breaks(text);
    from = start + text.length;
    return sentence;
  });
}

/** The words of a text; a code span is one. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|▢/gu) ?? [];
}
