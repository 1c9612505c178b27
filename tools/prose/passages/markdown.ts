import MarkdownIt from "markdown-it";
import { breaks, codeMark, type Passage } from "./passage";

const parser = new MarkdownIt({ html: true });

type Token = ReturnType<typeof parser.parse>[number];

const kinds: Readonly<Record<string, Passage["kind"]>> = { heading_open: "heading", td_open: "cell", th_open: "cell" };

/**
 * The prose of a Markdown text, without code, HTML, link addresses and pictures. A quotation repeats the words of
 * a message or a test, which are checked where they are written.
 */
export function markdownPassages(markdown: string, firstLine = 1): Passage[] {
  const passages: Passage[] = [];
  let row = firstLine;
  let kind: Passage["kind"] = "paragraph";
  for (const token of parser.parse(markdown, {})) {
    if (token.map) row = firstLine + token.map[0];
    if (token.type.endsWith("_open")) kind = kinds[token.type] ?? "paragraph";
    if (token.type !== "inline") continue;
    const text = withoutQuotations((token.children ?? []).map(wordsOf).join(""));
    if (/\p{L}/u.test(text)) passages.push({ kind, text, line: row });
  }
  return passages;
}

function wordsOf(token: Token): string {
  if (token.type === "text") return token.content;
  if (token.type === "code_inline") return codeMark;
  return token.type === "softbreak" || token.type === "hardbreak" ? "\n" : "";
}

function withoutQuotations(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])"[^"]+"|“[^”]+”/gu,
    (quotation) => `${codeMark}${"\n".repeat(breaks(quotation))}`,
  );
}
