import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./markdown";

/** One page of a built site. */
export interface BuiltPage {
  /** Its path in the folder of the site. */
  path: string;
  html: string;
}

/** Builds the site as `npm run site` does. */
export async function builtSite(output: string, base: string): Promise<void> {
  const command = ["--import", "tsx", "tools/site/main.ts", "--output", output, "--base", base];
  await promisify(execFile)(process.execPath, command, { cwd: repository, env: { ...process.env, NODE_ENV: "" } });
}

export function builtPages(folder: string): BuiltPage[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html"))
    .map((path) => ({ path, html: readFileSync(join(folder, path), "utf8") }));
}

/** Where the links of a page lead, as they are written. */
export function linkTargets(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, target = ""]) => unescaped(target));
}

/** What a page loads by itself: scripts, styles, icons and pictures. */
export function loadedTargets(html: string): string[] {
  const elements = html.matchAll(/<(?:script|link|img|source|iframe|video|audio|object|embed)\b[^>]*>/g);
  const attributes = [...elements].flatMap(([element]) => [
    ...element.matchAll(/ (?:src|href|data|poster|srcset)="([^"]*)"/g),
  ]);
  return attributes.map(([, target = ""]) => unescaped(target));
}

/** What a style loads by itself. */
export function styleTargets(css: string): string[] {
  const withoutComments = css.replace(/\/\*[^]*?\*\//g, "");
  const loads = withoutComments.matchAll(/url\(\s*(["']?)(.*?)\1\s*\)|@import\s*["'](.*?)["']/g);
  return [...loads].map(([, , url, imported]) => url ?? imported ?? "");
}

/** The targets on a page that lead to no file and no anchor of the site. Other hosts are not asked. */
export function deadTargets(folder: string, base: string, { path, html }: BuiltPage, targets: string[]): string[] {
  const here = new URL(path, `http://site${base}`);
  return targets.filter((target) => {
    const { protocol, host, pathname, hash } = new URL(target, here);
    if (protocol === "mailto:" || protocol === "data:" || host !== "site") return false;
    if (!pathname.startsWith(base)) return true;
    const name = decodeURIComponent(pathname.slice(base.length)).replace(/(^|\/)$/, "$1index.html");
    if (!existsSync(join(folder, name))) return true;
    const anchor = decodeURIComponent(hash.slice(1));
    if (anchor === "") return false;
    return !(name === path ? html : readFileSync(join(folder, name), "utf8")).includes(` id="${anchor}"`);
  });
}

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
}
