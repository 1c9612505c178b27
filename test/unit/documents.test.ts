import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { documentsWithFigures, goalsTable } from "../../bench/support/goals";
import { readFigures } from "../../bench/support/measure";
import { collections } from "../../emulator/src/kinds/catalog";
import { HELP } from "../../emulator/src/commandLine";
import { objectSchemas } from "../../emulator/src/controls/objectSchema";
import { olderNameAdvice } from "../../provider/src/lifecycle/job/advice";
import { newestCli, oldestCli } from "../../tools/pulumi/goBuild";
import { compatibilityTable } from "../support/compatibility";
import { markdownPrograms, readMarkdown, repository } from "../support/markdown";
import { programTemplate } from "../support/programTemplate";
import { resourceOptions } from "../support/resourceOptions";

const source = join(repository, "provider/src");
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(source, name), "utf8"))
  .join("\n");

describe("provider/docs/troubleshooting.md", () => {
  const headings = readMarkdown("provider/docs/troubleshooting.md").matchAll(/^### `([^`]+)`/gm);

  it.each([...headings].map(([, text = ""]) => text))("explains `%s`, which is a text of an error", (text) => {
    expect(code).toContain(text);
  });
});

describe("provider/docs/permissions.md", () => {
  it("names every permission that the code names", () => {
    const permissions =
      code.match(/\b(?:compute|certificatemanager)\.(?!googleapis)[a-zA-Z]+\.(?!googleapis)[a-zA-Z]+\b/g) ?? [];
    const page = readMarkdown("provider/docs/permissions.md");
    const missing = permissions.filter((name) => !page.includes(name));
    expect(missing).toEqual([]);
  });

  it("ends with a role of every permission that it names", () => {
    const [lists = "", role = ""] = readMarkdown("provider/docs/permissions.md").split("## A custom role");
    const [text = ""] = markdownPrograms(role, "yaml");
    const { includedPermissions } = parse(text) as { includedPermissions: string[] };
    const named = lists.match(/\b(?:compute|certificatemanager|serviceusage)(?:\.[a-zA-Z]+){2}\b(?=`)/g) ?? [];
    expect(includedPermissions).toEqual([...new Set(named)].sort());
  });
});

describe.each(["usage", "team", "reliability"])("provider/docs/%s.md", (page) => {
  it("says of a new name what the warning says", () => {
    const text = readMarkdown(`provider/docs/${page}.md`).replaceAll("`", "").replaceAll(/\s+/g, " ");
    expect(text).toContain(olderNameAdvice.replaceAll("`", ""));
  });
});

describe.each(documentsWithFigures)("%s", (document) => {
  it("shows the figures of bench/results (npm run bench:readme)", () => {
    expect(tableRows(marked(document, "figures"))).toEqual(tableRows(goalsTable(document)));
  });
});

describe("README.md, of what it promises,", () => {
  const text = readMarkdown("README.md");

  it("leads to the reference page of every resource and every function, and of the settings", () => {
    const pages = readdirSync(join(repository, "provider/docs/reference"));
    for (const page of pages) expect(text).toContain(`(provider/docs/reference/${page})`);
  });

  it("says a lag that bench/results has", () => {
    const [lag] = readFigures("lag").filter(({ name }) => name === "one at a time: median");
    expect(lag?.median).toBeLessThan(5);
    expect(text.replaceAll("\n", " ")).toContain("within 5 ms");
  });
});

describe("provider/docs/installation.md", () => {
  const text = readMarkdown("provider/docs/installation.md");

  it("has the versions that go together as test/package/packedProgram.slow.test.ts runs them", () => {
    expect(tableRows(marked("provider/docs/installation.md", "versions"))).toEqual(tableRows(compatibilityTable()));
  });

  it("names the oldest CLI that is promised, and the one that is installed or built", () => {
    expect(text).toContain(
      `(https://www.pulumi.com/docs/install/) ${oldestCli.version.replace(/\.\d+$/, "")} or newer`,
    );
    expect(text).toContain(`otherwise version ${newestCli.version}`);
    expect(text).toContain(`sh -s -- --version ${newestCli.version}`);
  });

  it("shows the three files that `pulumi new typescript` makes", () => {
    const files = ["yaml", "json"].flatMap((language) => markdownPrograms(text, language));
    const template = Object.values(programTemplate).map(
      (file) => parse(file.replace("${PROJECT}", "program")) as object,
    );
    expect(files.map((file) => parse(file) as object)).toEqual(
      template.map((file) => ({ ...file, template: undefined })),
    );
  });

  it("installs the archive of the version that is packed", () => {
    const { version } = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as {
      version: string;
    };
    const archives = text.match(/[\w.-]+\.tgz/g) ?? [];
    expect(new Set(archives)).toEqual(new Set(["", "-emulator"].map((part) => `pulumi-gce${part}-${version}.tgz`)));
    const named = readMarkdown("emulator/README.md").match(/pulumi-gce-emulator[-:]\d+\.\d+\.\d+/g) ?? [];
    expect(new Set(named)).toEqual(new Set(["-", ":"].map((mark) => `pulumi-gce-emulator${mark}${version}`)));
  });
});

describe("emulator/docs/objects.md", () => {
  it("has the path of every kind of object, and the schema that it names has the fields", () => {
    const shown = marked("emulator/docs/objects.md", "objects").match(/(?<=^- `).+(?=`$)/gm);
    expect(shown).toEqual(collections.map(({ path }) => path));
    const schemas = objectSchemas(collections);
    for (const { path, fields } of collections)
      expect(Object.keys(schemas[path]?.properties ?? {}), path).toEqual(Object.keys(fields));
  });
});

describe("emulator/README.md", () => {
  it("has every option of the command line, and no other", () => {
    const shown = tableRows(readMarkdown("emulator/README.md")).flatMap(
      ([, cell = ""]) => /^`(--\S+)/.exec(cell)?.[1] ?? [],
    );
    const options = [...HELP.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);
    expect(shown.map((option) => option.replaceAll("`", ""))).toEqual(options);
  });
});

/** The text between the marks of a generated part. */
function marked(file: string, name: string): string {
  const [, shown = ""] = new RegExp(`<!-- ${name} -->\n([^]*?)<!-- /${name} -->`).exec(readMarkdown(file)) ?? [];
  return shown;
}

/** The cells of a table, without its rule: the formatter pads what is shown. */
function tableRows(table: string): string[][] {
  const rows = table.trim().split("\n");
  return rows.filter((_row, index) => index !== 1).map((row) => row.split("|").map((cell) => cell.trim()));
}

describe("provider/docs/resourceOptions.md", () => {
  it("says of each option what the test of the options shows", () => {
    const rows = readMarkdown("provider/docs/resourceOptions.md").matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm);
    expect(Object.fromEntries([...rows].map(([, option, text]) => [option, text]))).toEqual(resourceOptions);
  });
});
