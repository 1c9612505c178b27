import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { build } from "vitepress";
import { repositoryHome } from "../package/documents";
import type { SiteSettings } from "./configuration";
import { picturesFolder, siteDocument, type SiteLinks } from "./document";
import { repository, sitePages } from "./pages";
import { sidebarOf } from "./sidebar";

export interface SiteOptions {
  /** The folder that the site is built into. It is emptied first. */
  readonly output: string;
  /** The path below which a host serves the site. It begins and ends with a slash. */
  readonly base: string;
  /** The revision of the sources that links lead to; `HEAD` is the newest of the default branch. */
  readonly revision: string;
}

/** Builds the site from the documents of the repository, in a folder of its own that it removes again. */
export async function buildSite(options: SiteOptions): Promise<void> {
  if (!/^\/(.*\/)?$/.test(options.base)) throw new Error(`The base ${options.base} has to begin and end with a slash.`);
  const cache = join(repository, ".cache");
  mkdirSync(cache, { recursive: true });
  // In the repository, from where the pages find the packages of the generator.
  const stage = mkdtempSync(join(cache, "site-"));
  try {
    stageSite(stage, options);
    await build(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function stageSite(stage: string, { output, base, revision }: SiteOptions): void {
  const pages = sitePages();
  const manifest = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as {
    name: string;
    description: string;
    repository?: { url: string };
  };
  const pictures = new Set<string>();
  const links: SiteLinks = {
    documents: new Set(pages.map(({ file }) => file)),
    manifest,
    revision,
    isPicture(path) {
      const isOne = [".png", ".svg"].includes(extname(path)) && existsSync(join(repository, path));
      if (isOne) pictures.add(path);
      return isOne;
    },
  };
  for (const page of pages) write(join(stage, page.path), siteDocument(page, links));
  for (const picture of pictures) cpSync(join(repository, picture), join(stage, picturesFolder, picture));
  const { name: title, description } = manifest;
  writeConfiguration(stage, {
    title,
    description,
    base,
    output,
    sidebar: sidebarOf(pages),
    source: repositoryHome(manifest),
  });
}

/** VitePress reads its configuration and its theme from files of their own names. */
function writeConfiguration(stage: string, settings: SiteSettings): void {
  const here = (path: string) => JSON.stringify(join(repository, "tools/site", path));
  write(
    join(stage, ".vitepress/config.mts"),
    `import { configuration } from ${here("configuration.ts")};\nexport default configuration(${JSON.stringify(settings)});\n`,
  );
  write(join(stage, ".vitepress/theme/index.ts"), `export { theme as default } from ${here("theme/index.ts")};\n`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
