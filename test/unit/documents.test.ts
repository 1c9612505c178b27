import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
