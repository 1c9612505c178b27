import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as gce from "../../../provider/src/index";
import { readDeclarations } from "../../../tools/docs/declarations";
import { referenceFolder, referencePages } from "../../../tools/docs/reference";

let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  pages = await referencePages(await readDeclarations());
}, 120_000);

describe("provider/docs/reference", () => {
  it("has the pages that the sources give today, and no other (npm run docs:reference)", () => {
    const committed = readdirSync(referenceFolder).map(
      (file) => [file, readFileSync(join(referenceFolder, file), "utf8")] as const,
    );
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(pages));
  });

  it("says nothing three times on a page, and has no page of more than 2,500 words", () => {
    for (const [file, text] of pages) {
      const sentences = text.replace(/^```[^]*?^```/gm, "").split(/(?<=[.!?])\s+|^\s*- .*?\): /m);
      const thrice = sentences.filter(
        (each) => each.length > 30 && sentences.filter((other) => other === each).length > 2,
      );
      expect(thrice, file).toEqual([]);
      expect(text.split(/\s+/).length, file).toBeLessThan(2_500);
    }
  });

  it("has a page for every class and every function that the package exports", () => {
    const withoutOtherForms = Object.entries(gce)
      .filter(([name, value]) => typeof value === "function" && !/^iterate|Output$/.test(name))
      .map(([name]) => `${name}.md`);
    expect([...pages.keys()].sort()).toEqual([...withoutOtherForms, "README.md", "configuration.md"].sort());
  });
});
