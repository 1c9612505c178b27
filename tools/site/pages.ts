import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markdownFiles } from "../docs/repositoryFiles";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Where `npm run site` leaves the site. */
export const siteFolder = join(repository, "site");

/** One page of the site, and the document of the repository that it is made from. */
export interface SitePage {
  /** The document, as a path in the repository. */
  readonly file: string;
  /** The page, as a path in the site: `reference/Route.md` becomes `reference/Route.html`. */
  readonly path: string;
  /** The first heading, without its marks. */
  readonly title: string;
  readonly text: string;
}

/** Every Markdown document of the repository is a page. */
export function sitePages(): SitePage[] {
  const files = markdownFiles().sort();
  return files.map((file) => {
    const text = readFileSync(join(repository, file), "utf8");
    return { file, path: pathOf(file), title: titleOf(file, text), text };
  });
}

/** Addresses say what a page is about, and not where the repository keeps its document. */
export function pathOf(file: string): string {
  return file
    .replace(/^provider\/docs\//, "")
    .replace(/(^|\/)docs\//, "$1")
    .replace(/(^|\/)README\.md$/, "$1index.md")
    .replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());
}

function titleOf(file: string, text: string): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading to name its page by.`);
  return title.replaceAll("`", "");
}
