/**
 * `npm run check:prose`: what a person reads is plain English: pages, doc comments, messages and the names of tests. Each finding names file and line, the rule, the words and what to
 * write in their place. `--readability` (`npm run prose:readability`) shows the reading ease of each page, and nothing else.
 */
import { docCommentDocuments, markdownDocuments, messageDocuments, testNameDocuments } from "./documents";
import { findingsOf } from "./findings";
import { leastEase, readabilityOf } from "./readability";
import { readabilityTable } from "./readabilityTable";
import { unmetWords } from "./vocabulary";

const pages = markdownDocuments();
if (process.argv.includes("--readability")) {
  console.log(readabilityTable(pages));
} else {
  const documents = [...pages, ...docCommentDocuments(), ...messageDocuments(), ...testNameDocuments()];
  const findings = documents.flatMap(findingsOf);
  const hard = pages.filter((page) => readabilityOf(page).ease < leastEase);
  const problems = [
    ...findings.map(
      ({ file, line, rule, words, better }) => `${file}:${String(line)} ${rule}: “${words}”. Write ${better}.`,
    ),
    ...hard.map(
      ({ file }) =>
        `${file} is hard to read: its reading ease is below ${String(leastEase)} (npm run prose:readability).`,
    ),
    ...unmetWords().map(
      ({ rule, words }) => `tools/prose/vocabulary.json accepts “${words}” (${rule}), which no text has.`,
    ),
  ];
  for (const problem of problems) console.log(problem);
  console.log(
    `${String(problems.length)} problems in ${String(pages.length)} pages, the doc comments and messages of both packages, and the names of the tests`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
