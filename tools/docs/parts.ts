import type { OtherPages } from "./otherPages";
import { described, memberRows, table } from "./table";
import type { Doc, Example, Sources } from "./source";
import type { NamedType, Types } from "./types";

/** What a page is made from. */
export interface Material {
  readonly sources: Sources;
  readonly others: OtherPages;
}

/** A page of the reference. */
export interface Page {
  /** The name of its file. */
  readonly file: string;
  readonly title: string;
  /** Its first sentence. */
  readonly summary: string;
  readonly text: string;
}

/** Beginnings of paragraphs that a page shows in a section of their own. */
const sectioned = ["Id:", "Default deadline", "Permission", "Source:"];

/** A page: what the doc comment says at first, the parts, and the types that those refer to. */
export function pageOf(
  material: Material,
  { name, title = name, doc, types }: { name: string; title?: string; doc: Doc; types: Types },
  parts: () => readonly (string | undefined)[],
): Page {
  const paragraphs = doc.paragraphs.filter((paragraph) => !sectioned.some((word) => paragraph.startsWith(word)));
  const source = paragraphOf(doc, "Source:");
  const text = joined(
    `# ${title}`,
    ...paragraphs,
    ...parts(),
    typesPart(material, types),
    source === "" ? "" : `Source: ${source}`,
  );
  return { file: `${name}.md`, title, summary: firstSentence(paragraphs[0] ?? ""), text };
}

/** The parts of a page that are there, one below the other. */
export function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** The paragraph that begins with a word, without that word. */
export function paragraphOf({ paragraphs }: Doc, word: string): string {
  return (
    paragraphs
      .find((paragraph) => paragraph.startsWith(word))
      ?.slice(word.length)
      .trim() ?? ""
  );
}

export function examplesPart(examples: readonly Example[]): string {
  const blocks = examples.map(({ title, program }) => `### ${title}\n\n\`\`\`ts\n${program}\n\`\`\``);
  return joined("## Examples", ...blocks);
}

/** The errors of a page: its own with what to do, and links to those that all have. */
export function errorsPart(
  { others }: Material,
  special: readonly string[],
  common: readonly string[],
  whose: string,
): string {
  const rows = special.map((heading) => {
    const { link, text } = others.error(heading);
    return [`[${heading}](${link})`, text];
  });
  const links = common.map((heading) => `- [${heading}](${others.error(heading).link})`);
  return joined(
    "## Errors",
    rows.length === 0 ? undefined : table(["Text of the error", "What it means and what to do"], rows),
    `${whose} can also show these errors. Follow a link to see what to do:`,
    links.join("\n"),
  );
}

/** A section for each type that the page refers to; writing one may refer to more. */
function typesPart({ sources }: Material, types: Types): string {
  const sections: string[] = [];
  for (const named of types.sections()) sections.push(typeSection(sources, types, named));
  return sections.length === 0 ? "" : joined("## Types", ...sections);
}

/** The first sentence of a text. */
function firstSentence(text: string): string {
  return /^.+?[.](?= |$)/.exec(text.replaceAll("**", ""))?.[0] ?? text;
}

function typeSection(sources: Sources, types: Types, { symbol, side }: NamedType): string {
  const head =
    side === "argument" ? ["Name", "Type", "Required", "Default", "Description"] : ["Name", "Type", "Description"];
  return joined(
    `### ${symbol.name} (${side})`,
    described(sources.doc(symbol)).text,
    table(head, memberRows(sources.members(symbol), side, types)),
  );
}
