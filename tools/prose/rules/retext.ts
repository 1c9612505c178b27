import retextEnglish from "retext-english";
import retextEquality from "retext-equality";
import retextIndefiniteArticle from "retext-indefinite-article";
import retextRepeatedWords from "retext-repeated-words";
import retextSimplify from "retext-simplify";
import { unified } from "unified";
import { VFile } from "vfile";

/** What a retext plugin finds in a text. */
export interface RetextFound {
  readonly rule: string;
  readonly offset: number;
  readonly words: string;
  readonly better: string;
}

const names: Readonly<Record<string, string>> = {
  "retext-simplify": "wordy",
  "retext-equality": "inconsiderate",
  "retext-indefinite-article": "article",
  "retext-repeated-words": "repeated",
};

const processor = unified()
  .use(retextEnglish)
  .use(retextSimplify)
  .use(retextEquality)
  .use(retextIndefiniteArticle)
  .use(retextRepeatedWords);

/** What the word lists of retext find: wordy phrases, inconsiderate words, wrong articles and words that stand twice. */
export function retextFindings(text: string): RetextFound[] {
  const file = new VFile({ value: text });
  processor.runSync(processor.parse(file), file);
  return file.messages.map(({ source, place, actual, expected }) => {
    const start = place && "start" in place ? place.start : place;
    return {
      rule: names[source ?? ""] ?? String(source),
      offset: start?.offset ?? 0,
      words: actual ?? "",
      better: (expected ?? []).map((word) => `“${word}”`).join(" or ") || "leave it out",
    };
  });
}
