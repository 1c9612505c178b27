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

function fences(text: string, language: string): string[] {
  const fence = "```";
  const blocks = text.matchAll(new RegExp(`^${fence}${language}\\n([^]*?)^${fence}$`, "gm"));
  return [...blocks].map(([, content = ""]) => content);
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]*`/g, "");
}

function withoutFences(text: string): string {
  return text.replace(/^```[^]*?^```/gm, "");
}
