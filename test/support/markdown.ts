import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { slug } from "github-slugger";

export { markdownFiles } from "../../tools/site/documents";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Where a file's links lead, without those of its code. */
export function markdownLinks(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(<?([^()<>\s]+)>?\)/g)].map(([, target = ""]) => target);
}

/** The anchors that GitHub gives to a file's headings. */
export function markdownAnchors(text: string): Set<string> {
  const headings = [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(headings.map((heading) => slug(heading)));
}

export function readMarkdown(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

/** The commands of a file, block by block. */
export function markdownCommands(text: string): string[] {
  return fences(text, "sh");
}

/** The programs of a file. */
export function markdownPrograms(text: string, language = "ts"): string[] {
  return fences(text, language);
}

/** Commands of a page, and what it shows next: the output of the last one. */
export interface TypedBlock {
  readonly commands: string;
  readonly output: string | undefined;
}

export function markdownTyped(text: string): TypedBlock[] {
  return fencedBlocks(text).flatMap(({ language, content: commands }, index, blocks) => {
    const next = blocks[index + 1];
    return language === "sh" ? [{ commands, output: next?.language === "text" ? next.content : undefined }] : [];
  });
}

function fences(text: string, language: string): string[] {
  return fencedBlocks(text).flatMap((block) => (block.language === language ? [block.content] : []));
}

function fencedBlocks(text: string): { language: string; content: string }[] {
  const fence = "```";
  const blocks = text.matchAll(new RegExp(`^${fence}(\\w+)\\n([^]*?)^${fence}$`, "gm"));
  return [...blocks].map(([, language = "", content = ""]) => ({ language, content }));
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]*`/g, "");
}

function withoutFences(text: string): string {
  return text.replace(/^```[^]*?^```/gm, "");
}
