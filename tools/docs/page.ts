import type { DeclarationReflection } from "typedoc";
import { readTitle } from "../site/documents";
import { type Doc, readDoc, oneLine, listProperties } from "./declarations";
import { innerMembers, findSide, Types } from "./types";

/** A page of the reference. */
export interface Page {
  readonly title: string;
  /** Its first sentence. */
  readonly summary: string;
  readonly text: string;
}

/** The meaning of `?` among arguments, and among outputs. */
export const leaveOut = "You can leave out an argument whose name has a question mark.";
export const mayBeAbsent = "A question mark says that a member can be absent.";

/** Beginnings of paragraphs that a page shows in a section of their own. */
const labels = ["Id:", "Default deadline", "Permission:", "Permissions:", "Source:"];

/** A page: what the doc comment says at first, the parts, and the types that the parts refer to. */
export function writePage(
  declared: DeclarationReflection,
  title: string,
  parts: (doc: Doc, types: Types) => readonly string[],
): Page {
  const doc = readDoc(declared);
  const types = new Types();
  const paragraphs = doc.paragraphs
    .filter((paragraph) => !labels.some((label) => paragraph.startsWith(label)))
    // An editor has nothing to lead to.
    .map((paragraph) =>
      paragraph.replace(/`(\w+\.md)`/g, (_name, page: string) => `[${readTitle(`provider/docs/${page}`)}](../${page})`),
    );
  const shown = parts(doc, types);
  const sections: string[] = [];
  for (const describeMember of types.described) sections.push(typeSection(describeMember, types));
  const text = joinParts(
    `# ${title}`,
    ...paragraphs,
    ...shown,
    sections.length === 0 ? "" : joinParts("## Types", ...sections),
    label(doc, "Source:"),
  );
  const [summary = ""] = /^.+?[.](?= |$)/.exec((paragraphs[0] ?? "").replaceAll("**", "")) ?? [];
  return { title, summary, text };
}

/** The parts of a page that are there, one below the other. */
export function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The paragraph of a doc comment that begins so. */
export function label({ paragraphs }: Doc, ...beginnings: readonly string[]): string {
  return paragraphs.find((paragraph) => beginnings.some((beginning) => paragraph.startsWith(beginning))) ?? "";
}

export function examplesPart({ examples }: Doc): string {
  return joinParts("## Examples", ...examples.map(([title, program]) => `### ${title}\n\n${program}`));
}

/**
 * Arguments or outputs as a list, and below each that is written in place its own members. A table with types and
 * descriptions would be wider than a window.
 */
export function membersList(members: readonly DeclarationReflection[], types: Types, indent = ""): string {
  return members
    .map((member) => {
      const inner = membersList(innerMembers(member.type), types, `${indent}  `);
      const line = `${indent}${memberLine(writeName(member), member, types)}`;
      return inner === "" ? line : `${line}\n${inner}`;
    })
    .join("\n");
}

/** A line of such a list. */
export function memberLine(name: string, member: DeclarationReflection, types: Types): string {
  return `- ${name} (${types.written(member.type)}): ${describeMember(member)}`;
}

/** A name as TypeScript declares it: a question mark says that the member can be absent. */
export function writeName({ name, flags, type }: DeclarationReflection): string {
  return `\`${name}${flags.isOptional || /\bundefined\b/.test(String(type)) ? "?" : ""}\``;
}

/** The doc comment of a member, without the sentences that the page has for all members together. */
export function describeMember(member: DeclarationReflection): string {
  const { paragraphs, deprecated } = readDoc(member);
  const repeated = /(^| )(?:A change (?:replaces|makes no call)|(?:Updated|Changed) in place)\.(?= |$)/g;
  const text = paragraphs.map(oneLine).join(" ").replace(repeated, "").trim();
  return deprecated === undefined ? text : `${text} **Deprecated**: ${deprecated}`;
}

function typeSection(type: DeclarationReflection, types: Types): string {
  return joinParts(
    `### ${type.name} (${findSide(type)})`,
    describeMember(type),
    membersList(listProperties(type), types),
  );
}
