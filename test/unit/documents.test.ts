import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsWithFigures, goalsTable } from "../../bench/support/goals";
import { HELP } from "../../emulator/src/command/options";
import * as gce from "../../provider/src/index";
import { typeToken } from "../../provider/src/program/typeToken";
import { compatibilityTable } from "../support/compatibility";
import { importDiagram } from "../support/importGraph";
import { readMarkdown, repository } from "../support/markdown";
import { registeredKinds } from "../kinds/every";
import { objectTable } from "../support/objectTable";

describe("provider/docs/architecture.md", () => {
  it("draws the imports as they are", () => {
    const [, drawn] =
      /<!-- imports -->\n([^]*?)<!-- \/imports -->/.exec(readMarkdown("provider/docs/architecture.md")) ?? [];
    expect(drawn?.trim()).toBe(importDiagram());
  });
});

describe("provider/docs/troubleshooting.md", () => {
  const source = join(repository, "provider", "src");
  const code = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(source, name), "utf8"))
    .join("\n");
  const texts = [...readMarkdown("provider/docs/troubleshooting.md").matchAll(/^### `([^`]+)`/gm)].map(
    ([, text = ""]) => text,
  );

  it.each(texts)("explains `%s`, which is a text of an error", (text) => {
    expect(code.includes(text), `${text} is in no error any more`).toBe(true);
  });
});

describe("provider/docs/decisions.md", () => {
  const index = readMarkdown("provider/docs/decisions.md");
  const folder = "provider/docs/decisions";

  it.each(readdirSync(join(repository, folder)))("lists each record of %s", (file) => {
    const titles = [...readMarkdown(`${folder}/${file}`).matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
    expect(titles.filter((title) => !index.includes(`[${title}](decisions/${file}#`))).toEqual([]);
  });
});

describe.each(documentsWithFigures)("%s", (document) => {
  it("shows the figures of bench/results (npm run bench:readme)", () => {
    expect(tableRows(marked(document, "figures"))).toEqual(tableRows(goalsTable(document)));
  });
});

describe("README.md, of what it promises,", () => {
  const text = readMarkdown("README.md");

  it("has at most 120 lines", () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  });

  it("leads to the reference page of every resource and every function, and of the settings", () => {
    const pages = readdirSync(join(repository, "provider/docs/reference"));
    for (const page of pages) expect(text).toContain(`(provider/docs/reference/${page})`);
  });

  it("has the versions that go together as test/package/programs.test.ts runs them", () => {
    expect(tableRows(marked("README.md", "versions"))).toEqual(tableRows(compatibilityTable()));
  });

  it("installs the archive of the version that is packed", () => {
    const { version } = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as {
      version: string;
    };
    for (const document of [text, readMarkdown("provider/docs/installation.md")]) {
      const archives = document.match(/[\w.-]+\.tgz/g) ?? [];
      expect(new Set(archives)).toEqual(new Set([`pulumi-gce-${version}.tgz`]));
    }
  });
});

describe("provider/docs/usage.md", () => {
  const text = readMarkdown("provider/docs/usage.md");

  it("names every function that iterates, and the type token", () => {
    const iterating = Object.keys(gce).filter((name) => name.startsWith("iterate"));
    expect(iterating).toHaveLength(4);
    for (const name of [...iterating, typeToken("Route")]) expect(text).toContain(`\`${name}\``);
  });
});

describe("emulator/docs/objects.md", () => {
  it("has the path and the fields of every kind of object, as the emulator's own schema has them", () => {
    expect(tableRows(marked("emulator/docs/objects.md", "objects"))).toEqual(tableRows(objectTable()));
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

/** What stands between the marks of a generated part. */
function marked(file: string, name: string): string {
  const [, shown = ""] = new RegExp(`<!-- ${name} -->\n([^]*?)<!-- /${name} -->`).exec(readMarkdown(file)) ?? [];
  return shown;
}

/** The cells of a table, without its rule: the formatter pads what is shown. */
function tableRows(table: string): string[][] {
  const rows = table.trim().split("\n");
  return rows.filter((_row, index) => index !== 1).map((row) => row.split("|").map((cell) => cell.trim()));
}

describe("provider/docs/permissions.md", () => {
  const names = (text: string) =>
    new Set(
      [...text.matchAll(/\b(?:compute|certificatemanager)\.(?!googleapis)[a-zA-Z]+\.[a-zA-Z]+\b/g)].map(
        ([name]) => name,
      ),
    );
  const code = ["provider/src/compute", "provider/src/resources"].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /(endpoints\/|definition).*\.ts$/.test(name))
      .map((name) => readFileSync(join(repository, folder, name), "utf8")),
  );
  const ofCollections = registeredKinds.flatMap(({ definition: { collection, fields } }) =>
    collection === undefined
      ? []
      : ["get", "list", ...(fields.labels?.change === "update" ? ["setLabels"] : [])].map(
          (verb) => `compute.${collection.name}.${verb}`,
        ),
  );
  const ofSingleObjects = [...code.join("\n").matchAll(/\bgetObject\(\s*client,\s*\{ name: "(\w+)"/g)].map(
    ([, collection = ""]) => `compute.${collection}.get`,
  );

  it("names the permissions that refusals name, and no other", () => {
    const operations = ["global", "region"].flatMap((scope) =>
      ["get", "list"].map((verb) => `compute.${scope}Operations.${verb}`),
    );
    const documented = names(readMarkdown("provider/docs/permissions.md"));
    const inCode = new Set([
      ...code.flatMap((text) => [...names(text)]),
      ...ofCollections,
      ...ofSingleObjects,
      ...operations,
    ]);
    // No resource has an operation of a zone.
    inCode.delete("compute.zoneOperations.get");
    expect([...documented].sort()).toEqual([...inCode].sort());
  });
});
