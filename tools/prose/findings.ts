import { breaks, codeMark, type ProseDocument } from "./passages/passage";
import { findPattern, patternRules } from "./rules/patterns";
import { passiveForms } from "./rules/passive";
import { retextFindings } from "./rules/retext";
import { sentencesOf, wordsOf, type Sentence } from "./sentences";
import { isAccepted } from "./vocabulary";

/** A place that breaks a rule, and what to write there. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly words: string;
  readonly better: string;
}

/** A sentence may have so many words. */
export const mostWords = 28;

/** Of a document's sentences, so many may be in the passive voice; a short document may have this many in any case. */
export const passiveShare = { most: 0.15, always: 2 };

/** Everything that the rules find in a document, from top to bottom. */
export function findingsOf(document: ProseDocument): Finding[] {
  // Messages and names are parts of sentences, or hold values: only their words can be judged.
  const running = document.passages.filter(({ kind }) => kind !== "message" && kind !== "name");
  const sentences = running.flatMap(sentencesOf);
  const found = [
    ...fromPatterns(document, document.passages.flatMap(sentencesOf)),
    ...fromRetext({ ...document, passages: running }),
    ...fromLengths(document, sentences),
    ...fromPassives(document, sentences),
  ];
  return found.filter((finding) => !isAccepted(finding)).sort((one, other) => one.line - other.line);
}

function fromPatterns({ file }: ProseDocument, sentences: readonly Sentence[]): Finding[] {
  return patternRules.flatMap((rule) =>
    sentences.flatMap((sentence) =>
      findPattern(rule, sentence).map(({ index, words, better }) => ({
        file,
        line: sentence.line + breaks(sentence.text.slice(0, index)),
        rule: rule.name,
        words: shortened(words),
        better,
      })),
    ),
  );
}

function fromRetext({ file, passages }: ProseDocument): Finding[] {
  const starts: number[] = [];
  let text = "";
  for (const passage of passages) {
    starts.push(text.length);
    text += `${passage.text}\n\n`;
  }
  return retextFindings(text).map(({ rule, offset, words, better }) => {
    const index = starts.findLastIndex((start) => start <= offset);
    const line = (passages[index]?.line ?? 1) + breaks(text.slice(starts[index], offset));
    return { file, line, rule, words: shortened(words), better };
  });
}

function fromLengths({ file }: ProseDocument, sentences: readonly Sentence[]): Finding[] {
  return sentences.flatMap(({ text, line, passage }) => {
    // A cell can list many fields or commands.
    const words = wordsOf(text).filter((word) => passage.kind !== "cell" || word !== codeMark).length;
    const semicolons = text.split(";").length - 1;
    return [
      ...(words > mostWords
        ? [
            {
              file,
              line,
              rule: "long",
              words: shortened(text),
              better: `at most ${String(mostWords)} words, not ${String(words)}`,
            },
          ]
        : []),
      ...(semicolons > 1 && passage.kind !== "cell"
        ? [{ file, line, rule: "semicolons", words: shortened(text), better: "one idea in a sentence" }]
        : []),
    ];
  });
}

/** Reference text has to say what is done to a thing, so a part of the sentences may be passive. Beyond that, each is a finding. */
function fromPassives({ file }: ProseDocument, sentences: readonly Sentence[]): Finding[] {
  const passives = sentences.flatMap((sentence) => {
    const [first] = passiveForms(sentence.text);
    return first ? [{ sentence, words: first[0], index: first.index ?? 0 }] : [];
  });
  const most = Math.max(passiveShare.always, Math.floor(sentences.length * passiveShare.most));
  if (passives.length <= most) return [];
  const better = `the active voice: ${String(passives.length)} of ${String(sentences.length)} sentences are passive, ${String(most)} may be`;
  return passives.map(({ sentence, words, index }) => ({
    file,
    line: sentence.line + breaks(sentence.text.slice(0, index)),
    rule: "passive",
    words: shortened(words),
    better,
  }));
}

function shortened(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
