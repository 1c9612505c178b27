import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Every Markdown file of this repository, by its path in it: those that are not committed yet among them. */
export function markdownFiles(): string[] {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  return execFileSync("git", options, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean);
}

/** The address of a document says what it is about, and not where the repository keeps it. */
export function toAddress(document: string): string {
  return document
    .replace(/(^|\/)docs\//, "$1")
    .replace(/^provider\//, "")
    .replace(/(^|\/)README\.md$/, "$1index.md");
}

/** Each document goes to the first group that has its path. */
const groups: readonly (readonly [title: string, documents: readonly RegExp[]])[] = [
  [
    "Start",
    [
      /^README/,
      /docs\/installation/,
      /docs\/usage/,
      /reference\/configuration/,
      /reference\/(README|Provider)/,
      /docs\/(comparison|migration|existingProject)/,
    ],
  ],
  ["Resources", [/reference\/[A-Z]/]],
  [
    "Guides",
    [
      /docs\/components/,
      /docs\/testing/,
      /docs\/team/,
      /^examples\/ci\//,
      /docs\/troubleshooting/,
      /^provider\/docs\/(?!architecture|specification|decisions|reference)/,
    ],
  ],
  ["Functions", [/reference\/[a-z]/]],
  ["Examples", [/^examples\//]],
  ["Emulator", [/^emulator\//]],
  ["For contributors", [/^CONTRIBUTING/, /docs\/architecture/, /^(?!provider\/docs\/decisions)/, /^/]],
];

/** The sidebar of the site: every document has an entry in one of the groups. */
export function sidebar() {
  const left = new Set(markdownFiles());
  return groups.map(([text, patterns]) => {
    const documents = patterns.flatMap((pattern) => {
      const taken = [...left].filter((document) => pattern.test(document));
      for (const document of taken) left.delete(document);
      return taken;
    });
    const items = documents.map((document) => ({
      text: readTitle(document),
      link: `/${toAddress(document).replace(/(index)?\.md$/, "")}`,
    }));
    return { text, items };
  });
}

/** The heading of a document. */
export function readTitle(document: string): string {
  const [, title = document] = /^# (.+)$/m.exec(readFileSync(join(repository, document), "utf8")) ?? [];
  return title.replaceAll("`", "");
}
