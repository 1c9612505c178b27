import { oneLine, type Doc, type Member } from "./source";
import type { Side, Types } from "./types";

/** Rows of cells as a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The cells that every member of an object has: its name, its type and what it is. */
export function memberRows(members: readonly Member[], side: Side, types: Types): string[][] {
  return flattened(members, types).map(([name, member]) => [
    `\`${name}\``,
    types.written(member, side),
    ...(side === "argument" ? [member.optional ? "No" : "Yes", described(member.doc).standard] : []),
    described(member.doc).text,
  ]);
}

/** What a doc comment says of a member, and apart from that its default. */
export function described(doc: Doc): { readonly text: string; readonly standard: string } {
  const whole = doc.paragraphs.map(oneLine).join(" ");
  const [found = "", standard = ""] = /(?:^| )Default: (.+?)\.(?= |$)/.exec(whole) ?? [];
  const deprecated = doc.deprecated === undefined ? "" : ` **Deprecated**: ${doc.deprecated}`;
  return { text: `${saidByTable(whole.replace(found, ""))}${deprecated}`.trim(), standard };
}

/** The members, and behind each that is written in place its own members. */
function flattened(members: readonly Member[], types: Types, prefix = ""): [string, Member][] {
  return members.flatMap((member): [string, Member][] => {
    const name = prefix + member.name;
    return [[name, member], ...flattened(types.inner(member), types, `${name}.`)];
  });
}

/** Without the sentences that a column of the table repeats. */
function saidByTable(text: string): string {
  return text.replace(/(^| )(?:A change (?:replaces|makes no call)|(?:Updated|Changed) in place)\.(?= |$)/g, "");
}

function cell(text: string): string {
  return oneLine(text).replace(/(?<!\\)\|/g, "\\|");
}
