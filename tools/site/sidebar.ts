import type { SitePage } from "./pages";

/** An entry of the sidebar; `collapsed` hides its own entries until a reader opens them. */
export interface SidebarEntry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarEntry[];
}

/** What a group shows, in this order: a document, or every document that fits. The first group that fits takes a document. */
const groups: readonly { readonly text: string; readonly documents: readonly (string | RegExp)[] }[] = [
  {
    text: "Start",
    documents: [
      "README.md",
      "provider/docs/installation.md",
      "provider/docs/usage.md",
      "provider/docs/reference/README.md",
      "provider/docs/reference/configuration.md",
      "provider/docs/reference/Provider.md",
      "provider/docs/comparison.md",
      "provider/docs/migration.md",
    ],
  },
  { text: "Resources", documents: [/^provider\/docs\/reference\/[A-Z]/] },
  { text: "Functions", documents: [/^provider\/docs\/reference\/[a-z]/] },
  {
    text: "Guides",
    documents: [
      "provider/docs/troubleshooting.md",
      "provider/docs/permissions.md",
      "provider/docs/testing.md",
      "provider/docs/team.md",
      "provider/docs/scale.md",
      "provider/docs/reliability.md",
      "provider/docs/resourceOptions.md",
      "provider/docs/groupPatch.md",
      "examples/README.md",
    ],
  },
  { text: "Emulator", documents: ["emulator/README.md", /^emulator\//] },
  {
    text: "Project",
    documents: [
      "provider/docs/architecture.md",
      "provider/docs/decisions.md",
      "provider/docs/specification.md",
      "bench/README.md",
      "acceptance/README.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "CHANGELOG.md",
    ],
  },
];

/** Documents that stand below another one, which opens them. */
const nested: Readonly<Record<string, RegExp>> = {
  "examples/README.md": /^examples\/.+\//,
  "provider/docs/decisions.md": /^provider\/docs\/decisions\//,
};

/** The sidebar of the site. A document that fits no group is an error: nobody would find its page. */
export function sidebarOf(pages: readonly SitePage[]): SidebarEntry[] {
  const left = new Map(pages.map((page) => [page.file, page]));
  const take = (document: string | RegExp): SitePage[] => {
    const taken = [...left.values()].filter(({ file }) =>
      typeof document === "string" ? file === document : document.test(file),
    );
    for (const { file } of taken) left.delete(file);
    return taken;
  };
  const below = Object.fromEntries(Object.entries(nested).map(([file, documents]) => [file, take(documents)]));
  const named = new Set(groups.flatMap(({ documents }) => documents.filter((each) => typeof each === "string")));
  const entryOf = (page: SitePage): SidebarEntry => {
    const items = below[page.file];
    return items === undefined ? linkTo(page) : { ...linkTo(page), collapsed: true, items: items.map(linkTo) };
  };
  const byName = new Map([...named].flatMap((file) => take(file)).map((page) => [page.file, page]));
  const sidebar = groups.map(({ text, documents }) => ({
    text,
    items: documents
      .flatMap((document) => (typeof document === "string" ? (byName.get(document) ?? []) : take(document)))
      .map(entryOf),
  }));
  if (left.size > 0) throw new Error(`tools/site/sidebar.ts has no place for ${[...left.keys()].join(" and ")}.`);
  return sidebar;
}

/** The generator reads the text as HTML. */
function linkTo({ title, path }: SitePage): SidebarEntry {
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return { text, link: `/${path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")}` };
}
