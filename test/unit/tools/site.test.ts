import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { configuration } from "../../../tools/site/configuration";
import { siteDocument, type SiteLinks } from "../../../tools/site/document";
import { pathOf, sitePages } from "../../../tools/site/pages";
import { correctedSearchBox } from "../../../tools/site/searchBox";
import { serveSite } from "../../../tools/site/server";
import { sidebarOf } from "../../../tools/site/sidebar";
import { temporaryFolder } from "../../support/pulumiEnvironment";

const fence = "```";
const repository = { url: "git+https://github.com/owner/name.git" };
const links: SiteLinks = {
  documents: new Set(["README.md", "provider/docs/usage.md", "emulator/docs/seed.md", "examples/ci/README.md"]),
  isPicture: (path) => path === "emulator/docs/console.png",
  manifest: { repository },
  revision: "abc",
};
const page = (text: string, file = "provider/docs/usage.md") => ({ file, path: pathOf(file), title: "", text });

describe("an address of the site", () => {
  it.each([
    ["README.md", "index.md"],
    ["CHANGELOG.md", "changelog.md"],
    ["provider/docs/usage.md", "usage.md"],
    ["provider/docs/reference/README.md", "reference/index.md"],
    ["provider/docs/reference/Route.md", "reference/Route.md"],
    ["emulator/README.md", "emulator/index.md"],
    ["emulator/docs/seed.md", "emulator/seed.md"],
    ["examples/ci/README.md", "examples/ci/index.md"],
  ])("for %s is %s", (file, path) => {
    expect(pathOf(file)).toBe(path);
  });

  it("belongs to one document alone", () => {
    const paths = sitePages().map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(50);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe("a document on the site", () => {
  it.each([
    ["a document", "[seed](../../emulator/docs/seed.md#part)", "[seed](./emulator/seed.md#part)"],
    ["the start page", "[start](../../README.md)", "[start](./index.md)"],
    ["a folder that has a document", "[CI](../../examples/ci)", "[CI](./examples/ci/index.md)"],
    ["a source", "[rule](../../LICENSE#L2)", "[rule](https://github.com/owner/name/blob/abc/LICENSE#L2)"],
    ["another host", "[npm](https://www.npmjs.com/)", "[npm](https://www.npmjs.com/)"],
    ["a part of itself", "[above](#part)", "[above](#part)"],
    ["a picture", "![it](../../emulator/docs/console.png)", "![it](./pictures/emulator/docs/console.png)"],
  ])("leads to %s", (_what, written, shown) => {
    expect(siteDocument(page(written), links)).toBe(shown);
  });

  it("finds its way from a folder of the site", () => {
    const written = page("[use](../../provider/docs/usage.md)", "examples/ci/README.md");
    expect(siteDocument(written, links)).toBe("[use](../../usage.md)");
  });

  it("tells the path of a source where the repository is not known", () => {
    expect(siteDocument(page("[rule](../../LICENSE)"), { ...links, manifest: {} })).toBe("rule (`LICENSE`)");
  });

  it("has no marks of tools, except in programs", () => {
    const program = `${fence}html\n<!-- kept -->\n${fence}\n`;
    const text = `<!-- versions -->\n\nText\n\n<!-- two\nlines -->\n\n${program}`;
    expect(siteDocument(page(text), links)).toBe(`Text\n\n${program}`);
  });

  it("has a table for a diagram", () => {
    const text = `${fence}mermaid\nflowchart TD\n  a --> b\n  a --> c\n  b --> c\n${fence}\n`;
    const table = ["| From | To |", "| --- | --- |", "| `a` | `b`, `c` |", "| `b` | `c` |", ""].join("\n");
    expect(siteDocument(page(text), links)).toBe(table);
    expect(() => siteDocument(page(text.replace("-->", "-.->")), links)).toThrow("Not an arrow between two names");
  });
});

describe("the sidebar", () => {
  it("refuses a document that has no place in it", () => {
    const stray = { ...page("# Stray", "tools/README.md"), title: "Stray" };
    expect(() => sidebarOf([...sitePages(), stray])).toThrow("tools/site/sidebar.ts has no place for tools/README.md.");
  });

  it("leads to the source where the repository is known", () => {
    const settings = { title: "", description: "", base: "/", output: "", sidebar: [] };
    expect(configuration(settings).themeConfig).toMatchObject({ nav: [] });
    const source = "https://github.com/owner/name";
    expect(configuration({ ...settings, source }).themeConfig).toMatchObject({
      nav: [{ text: "Source", link: source }],
    });
  });
});

describe("the corrections of the search box", () => {
  const transform = correctedSearchBox.transform as (code: string, id: string) => string | undefined;

  it("stop the build at a box that they were not written for", () => {
    expect(() => transform("<template />", "/VPLocalSearchBox.vue")).toThrow("The search box of VitePress has changed");
    expect(transform("<template />", "/VPNavBar.vue")).toBeUndefined();
  });
});

describe("the server of the site", () => {
  it.each([
    ["/base/", 200, "start"],
    ["/base/page.html", 200, "page"],
    ["/base/page", 200, "page"],
    ["/base/nothing", 404, "missing"],
    ["/", 404, "missing"],
    ["/base/..%2f..%2f..%2fetc%2fpasswd", 404, "missing"],
    ["/base/%", 404, "missing"],
  ])("answers %s with %i", async (path, status, text) => {
    const folder = temporaryFolder();
    for (const [name, content] of [
      ["index", "start"],
      ["page", "page"],
      ["404", "missing"],
    ] as const)
      writeFileSync(join(folder, `${name}.html`), content);
    const { url, server } = await serveSite(folder, { base: "/base/" });
    onTestFinished(() => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const response = await fetch(new URL(url).origin + path);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });
});
