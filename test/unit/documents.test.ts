import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { goalsTable } from "../../bench/support/goals";
import { importDiagram } from "../support/importGraph";
import { readMarkdown, repository } from "../support/markdown";

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

describe("README.md", () => {
  it("shows the figures of bench/results (npm run bench:readme)", () => {
    const [, shown = ""] = /<!-- figures -->\n([^]*?)<!-- \/figures -->/.exec(readMarkdown("README.md")) ?? [];
    // The formatter pads what it shows.
    const cells = (table: string) =>
      table
        .trim()
        .split("\n")
        .map((row) => row.split("|").map((cell) => cell.trim()));
    const withoutRule = (table: string) => cells(table).filter((_row, index) => index !== 1);
    expect(withoutRule(shown)).toEqual(withoutRule(goalsTable()));
  });
});

describe("provider/docs/permissions.md", () => {
  const names = (text: string) =>
    new Set([...text.matchAll(/\b(?:compute|certificatemanager)\.[a-zA-Z]+\.[a-zA-Z]+\b/g)].map(([name]) => name));
  const endpoints = join(repository, "provider/src/compute/endpoints");
  const code = readdirSync(endpoints).map((name) => readFileSync(join(endpoints, name), "utf8"));

  it("names the permissions that refusals name, and no other", () => {
    const operations = ["global", "region"].flatMap((scope) =>
      ["get", "list"].map((verb) => `compute.${scope}Operations.${verb}`),
    );
    const documented = names(readMarkdown("provider/docs/permissions.md"));
    const inCode = new Set([...code.flatMap((text) => [...names(text)]), ...operations]);
    // No resource has an operation of a zone.
    inCode.delete("compute.zoneOperations.get");
    expect([...documented].sort()).toEqual([...inCode].sort());
  });
});
