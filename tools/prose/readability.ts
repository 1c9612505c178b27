import { syllable } from "syllable";
import { codeMark, type ProseDocument } from "./passages/passage";
import { sentencesOf, wordsOf } from "./sentences";

/** Each page is at least so easy to read: plain English, in the words of the scale. */
export const leastEase = 55;

/** What a reader's effort depends on. */
export interface Readability {
  readonly words: number;
  readonly sentences: number;
  /** Flesch reading ease: the higher, the easier to read. */
  readonly ease: number;
}

/**
 * The Flesch reading ease of a document's sentences. Code spans count as words of a sentence, and not among syllables. Headings and
 * table cells of fewer than five words are labels rather than sentences, and would raise the figure.
 */
export function readabilityOf({ passages }: ProseDocument): Readability {
  const sentences = passages
    .filter(
      ({ kind, text }) => kind === "paragraph" || kind === "comment" || (kind === "cell" && wordsOf(text).length >= 5),
    )
    .flatMap(sentencesOf)
    .map(({ text }) => wordsOf(text));
  const words = sentences.flat();
  const spoken = words.filter((word) => word !== codeMark);
  const syllables = spoken.reduce((sum, word) => sum + syllable(word), 0);
  const ease = 206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / spoken.length);
  return { words: words.length, sentences: sentences.length, ease };
}
