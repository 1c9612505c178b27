import { dirname, join, normalize } from "node:path/posix";
import { relative } from "node:path";
import { slug } from "github-slugger";
import { defineConfig, type MarkdownRenderer } from "vitepress";
import { toAddress, markdownFiles, repository, sidebar } from "./documents";

const documents = new Set(markdownFiles());
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_SHA: revision } = process.env;
/** Where readers find the sources, if the build knows it: in a workflow of GitHub. */
const source = name === undefined ? undefined : `${String(server)}/${name}`;

export const configuration = defineConfig({
  lang: "en-US",
  title: "pulumi-gce",
  srcDir: "../..",
  outDir: "../../site",
  // Generated files, what tests leave, and copies for the packages.
  srcExclude: ["acceptance/runs", "test-results", "provider/*.md", "emulator/CHANGELOG.md"],
  rewrites: toAddress,
  // An icon of its own would be a file more; without one, browsers ask for it.
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    // The documents are written for GitHub: the same anchors, and no syntax that GitHub does not have.
    anchor: { slugify: (heading) => slug(heading) },
    attrs: { disable: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: leadToPages,
  },
  // In turns: the index of the search has the pages in the order in which they were read.
  buildConcurrency: 1,
  themeConfig: {
    sidebar: sidebar(),
    nav: source === undefined ? [] : [{ text: "Source", link: source }],
    search: { provider: "local", options: { miniSearch: { options: { processTerm: splitTerm } } } },
    outline: [2, 3],
  },
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
});

/** A name is found by each of its words: `customTimeouts` by `timeout`. The page of the search runs it too, on its own. */
function splitTerm(term: string): string[] {
  const words = term.split(/(?<=[a-z0-9])(?=[A-Z])/);
  return [...new Set([term, ...words].map((word) => word.toLowerCase()))];
}

/** Links between documents lead to their pages, and links to sources to the repository. */
function leadToPages(renderer: MarkdownRenderer): void {
  renderer.core.ruler.push("lead-to-pages", ({ tokens, env }) => {
    const { realPath } = env as { realPath?: string };
    // The search indexes words, and follows no links.
    if (realPath === undefined) return;
    const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "link_open");
    for (const link of links) {
      const [path = "", anchor] = (link.attrGet("href") ?? "").split("#");
      if (path === "" || path.includes(":")) continue;
      const target = normalize(join(dirname(relative(repository, realPath)), path)).replace(/\/$/, "");
      const document = [target, `${target}/README.md`].find((each) => documents.has(each));
      const hash = anchor === undefined ? "" : `#${anchor}`;
      const sourceUrl = source === undefined ? "#" : `${source}/blob/${String(revision)}/${target}${hash}`;
      link.attrSet("href", document === undefined ? sourceUrl : `/${toAddress(document)}${hash}`);
    }
  });
}
