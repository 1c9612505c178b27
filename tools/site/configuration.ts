import type { DefaultTheme, MarkdownRenderer, UserConfig } from "vitepress";
import { slug } from "github-slugger";
import { correctedSearchBox } from "./searchBox";
import type { SidebarEntry } from "./sidebar";

/** What differs from build to build. */
export interface SiteSettings {
  readonly title: string;
  readonly description: string;
  /** The path below which a host serves the site: `/`, or `/repository/` on GitHub Pages. */
  readonly base: string;
  /** The folder that the site is built into. */
  readonly output: string;
  readonly sidebar: readonly SidebarEntry[];
  /** The address of the repository, if it is known. */
  readonly source?: string | undefined;
}

/** The configuration of VitePress. Nothing in it makes a page ask another host. */
export function configuration({
  title,
  description,
  base,
  output,
  sidebar,
  source,
}: SiteSettings): UserConfig<unknown> {
  const themeConfig: DefaultTheme.Config = {
    sidebar: sidebar as DefaultTheme.SidebarItem[],
    nav: source === undefined ? [] : [{ text: "Source", link: source }],
    search: { provider: "local" },
    outline: [2, 3],
  };
  return {
    lang: "en-US",
    title,
    description,
    base,
    outDir: output,
    // An icon of its own would be a file more; without one, browsers ask for it.
    head: [["link", { rel: "icon", href: "data:," }]],
    markdown: {
      // The documents are written for GitHub: the same anchors, and no syntax that GitHub does not have.
      anchor: { slugify: slug },
      attrs: { disable: true },
      html: false,
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      config: makeTablesReachable,
    },
    // In turns: the index of the search has the pages in the order in which they were read.
    buildConcurrency: 1,
    themeConfig,
    vite: { plugins: [correctedSearchBox], build: { chunkSizeWarningLimit: 2_000 } },
  };
}

/** A table that is wider than its page scrolls: the keyboard has to reach it. */
function makeTablesReachable({ renderer }: MarkdownRenderer): void {
  renderer.rules.table_open = () => '<div class="table" tabindex="0">\n<table>\n';
  renderer.rules.table_close = () => "</table>\n</div>\n";
}
