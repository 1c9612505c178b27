import type { Passage } from "../passages/passage";
import type { Sentence } from "../sentences";

/** What a rule finds in one sentence. */
export interface Found {
  /** Where the words start, from the start of the sentence. */
  readonly index: number;
  readonly words: string;
  readonly better: string;
}

/** A way of writing that this repository avoids, and what to write instead. */
export interface PatternRule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly better: string;
  /** The kinds of text that the rule reads. Headings and table cells are often fragments or questions. Without kinds it reads all. */
  readonly kinds?: readonly Passage["kind"][];
}

const sentences: readonly Passage["kind"][] = ["paragraph", "comment"];
const notAQuestion = `(?![^]*\\?["”)*]*$)`;

export const patternRules: readonly PatternRule[] = [
  { name: "future", pattern: /\b(?:will|won['’]t|shall)\b/i, better: "the present tense" },
  { name: "please", pattern: /\bplease\b/i, better: "the instruction alone" },
  {
    name: "condescending",
    pattern: /\b(?:easy|easily|simply|just|obviously|of course|needless to say)\b/i,
    better: "the statement without this word",
  },
  {
    name: "latin",
    pattern: /\b(?:e\.g\.|i\.e\.|etc\.|via)(?!\p{L})/iu,
    better: "“for example”, “that is”, “and so on” or “through”",
  },
  { name: "first person", pattern: /\b(?:we|our|ours|us)\b/, better: "“you”, “this package” or the name of what acts" },
  {
    name: "clause as subject",
    pattern: new RegExp(`^(?:What|Who|Whoever|Whatever|Whichever|Which)\\b${notAQuestion}[^]*`),
    better: "a noun as the subject: “the second run gets an error”",
    kinds: sentences,
  },
  {
    // A doc comment may start with it: "Whether to wait in a preview too."
    name: "clause as subject",
    pattern: new RegExp(`^Whether\\b${notAQuestion}`),
    better: "a noun as the subject",
    kinds: ["paragraph"],
  },
  {
    name: "that-clause as subject",
    pattern: /^That (?:it|they|the|a|an|no|one|nothing|something|some)\b/,
    better: "a sentence that starts with a noun",
    kinds: sentences,
  },
  { name: "condition", pattern: /^Where\b(?![^]*\?)[^.]*,/, better: "“If …,” or “When …,”", kinds: sentences },
  {
    name: "inversion",
    pattern:
      /^(?:Nor\b|Neither (?:do|does|is|are|can)\b|So (?:do|does|did|is|are|was|were|can|has|have)\b|(?:Only|Never|Not|Rarely)\b[^,.]*\b(?:do|does|did|is|are|can|has|have) (?:it|they|you|the|a|an|this)\b)/,
    better: "subject, verb, object",
    kinds: sentences,
  },
  {
    name: "ellipsis",
    pattern:
      /^So (?:it|they|he|she) (?:do|does|did|is|are|was|were)\b|\bas (?:at|by|from|with) (?:the|its|their|Google|Pulumi)\b|[,;] (?:nor|else)\b/,
    better: "the verb that is left out: “as it does in …”, “otherwise”",
  },
  {
    name: "is told",
    pattern: /\b(?:am|is|are|was|were|be|been|being|not) (?:told|said|asked)\b/i,
    better: "the one who says it: “the error names …”",
  },
  { name: "of it", pattern: /\bof it\b/i, better: "“its …”, or the noun" },
  { name: "of yours", pattern: /\bof (?:yours|ours|mine|theirs|hers)\b/i, better: "“your …”, “their …”" },
  {
    name: "bookish",
    pattern:
      /\b(?:for want of|all the same|the same goes for|anew|lest|whereby|wherein|thereof|therein|thereby|whence|thence|hitherto|henceforth|upon|amongst|whilst|ought|in vain|for nothing|to be had|put down to|so to speak|as it were|is none|are none|comes? to nothing|came to nothing|kin)\b/i,
    better: "an everyday word: “because … lacks”, “anyway”, “again”, “on”, “available”, “is missing”, “has no effect”",
  },
  {
    name: "dated",
    pattern:
      /\bturn(?:s|ed|ing)? (?:up|out)\b|\b(?:breaks?|broke|broken) off\b|\bwait(?:s|ed|ing)? on\b|\bwhoever\b|\bis no (?:text|token|URL|failure|error|change|conflict)\b/i,
    better: "“appears”, “ends early”, “continues to wait”, “anyone who”, “is not a …”",
  },
  { name: "at once", pattern: /\bat once\b/i, better: "“immediately” or “at the same time”" },
  { name: "mend", pattern: /\bmend(?:s|ed|ing)?\b/i, better: "“fix”" },
];

/** Each place of a sentence that a pattern matches. */
export function findPattern({ pattern, better, kinds }: PatternRule, sentence: Sentence): Found[] {
  if (kinds?.includes(sentence.passage.kind) === false) return [];
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return [...sentence.text.matchAll(everywhere)].map(({ 0: words, index }) => ({ index, words, better }));
}
