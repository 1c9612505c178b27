import type { DeclarationReflection } from "typedoc";
import { type Doc, docOf, oneLine, propertiesOf } from "./declarations";
import { errorsOf } from "./errors";
import { innerMembers, sideOf, Types } from "./types";

/** A page of the reference. */
export interface Page {
  readonly title: string;
  /** Its first sentence. */
  readonly summary: string;
  readonly text: string;
}

/** Beginnings of paragraphs that a page shows in a section of their own. */
const labels = ["Id:", "Default deadline", "Permission:", "Permissions:", "Source:"];

/** A page: what the doc comment says at first, the parts, the errors, and the types that the parts refer to. */
export function pageOf(
  declared: DeclarationReflection,
  title: string,
  parts: (doc: Doc, types: Types) => readonly string[],
): Page {
  const doc = docOf(declared);
  const types = new Types();
  const paragraphs = doc.paragraphs.filter((paragraph) => !labels.some((label) => paragraph.startsWith(label)));
  const shown = parts(doc, types);
  const sections: string[] = [];
  for (const described of types.described) sections.push(typeSection(described, types));
  const text = joined(
    `# ${title}`,
    ...paragraphs,
    ...shown,
    errorsPart(declared.name),
    sections.length === 0 ? "" : joined("## Types", ...sections),
    labelled(doc, "Source:"),
  );
  const [summary = ""] = /^.+?[.](?= |$)/.exec((paragraphs[0] ?? "").replaceAll("**", "")) ?? [];
  return { title, summary, text };
}

/** The parts of a page that are there, one below the other. */
export function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The paragraph of a doc comment that begins so. */
export function labelled({ paragraphs }: Doc, ...beginnings: readonly string[]): string {
  return paragraphs.find((paragraph) => beginnings.some((beginning) => paragraph.startsWith(beginning))) ?? "";
}

export function examplesPart({ examples }: Doc): string {
  return joined("## Examples", ...examples.map(([title, program]) => `### ${title}\n\n${program}`));
}

/** The errors that only this page has, and where the others are. */
function errorsPart(name: string): string {
  const rows = errorsOf(name).map(({ title, text }) => [title, text]);
  return joined(
    "## Errors",
    rows.length === 0 ? "" : table(["Text of the error", "What it means and what to do"], rows),
    "[Troubleshooting](../troubleshooting.md) explains the errors of every resource and every function.",
  );
}

/** Rows of cells as a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => oneLine(text).replace(/(?<!\\)\|/g, "\\|");
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Arguments as a table; a column more says what a change of each does. */
export function argumentsTable(
  members: readonly DeclarationReflection[],
  types: Types,
  effectOf?: (argument: string) => string,
): string {
  const rows = flattened(members).map(([name, member]) => {
    const { text, standard } = described(member);
    const effect = effectOf === undefined ? [] : [effectOf(name.split(".")[0] ?? "")];
    const required = member.flags.isOptional ? "No" : "Yes";
    return [`\`${name}\``, types.written(member.type), required, standard, ...effect, text];
  });
  const effect = effectOf === undefined ? [] : ["What a change does"];
  return table(["Name", "Type", "Required", "Default", ...effect, "Description"], rows);
}

/** Outputs as a table. */
export function outputsTable(members: readonly DeclarationReflection[], types: Types): string {
  const rows = flattened(members).map(([name, member]) => {
    const isOptional = member.flags.isOptional || /\bundefined\b/.test(String(member.type));
    return [`\`${name}\``, types.written(member.type), isOptional ? "Yes" : "No", described(member).text];
  });
  return table(["Name", "Type", "May be absent", "Description"], rows);
}

/** What a doc comment says of a member, and apart from that its default. */
export function described(member: DeclarationReflection): { readonly text: string; readonly standard: string } {
  const { paragraphs, deprecated } = docOf(member);
  const all = paragraphs.map(oneLine).join(" ");
  const [found = "", standard = ""] = /(?:^| )Default: (.+?)\.(?= |$)/.exec(all) ?? [];
  // A column of the table says the same.
  const repeated = /(^| )(?:A change (?:replaces|makes no call)|(?:Updated|Changed) in place)\.(?= |$)/g;
  const text = all.replace(found, "").replace(repeated, "").trim();
  return { text: deprecated === undefined ? text : `${text} **Deprecated**: ${deprecated}`, standard };
}

/** The members, and behind each that is written in place its own members. */
function flattened(
  members: readonly DeclarationReflection[],
  prefix = "",
): (readonly [name: string, member: DeclarationReflection])[] {
  return members.flatMap((member) => [
    [prefix + member.name, member] as const,
    ...flattened(innerMembers(member.type), `${prefix}${member.name}.`),
  ]);
}

function typeSection(type: DeclarationReflection, types: Types): string {
  const side = sideOf(type);
  const members = propertiesOf(type);
  return joined(
    `### ${type.name} (${side})`,
    described(type).text,
    side === "argument" ? argumentsTable(members, types) : outputsTable(members, types),
  );
}
