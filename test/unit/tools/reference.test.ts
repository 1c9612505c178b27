import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as gce from "../../../provider/src/index";
import { OtherPages } from "../../../tools/docs/otherPages";
import { referenceFolder, referencePages } from "../../../tools/docs/pages";
import { settingKeys } from "../../../provider/src/settings/settings";
import { registeredKinds } from "../../kinds/every";

let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  pages = await referencePages();
});

describe("provider/docs/reference", () => {
  it("has the pages that the sources give today, and no other (npm run docs:reference)", () => {
    const committed = readdirSync(referenceFolder).map(
      (file) => [file, readFileSync(join(referenceFolder, file), "utf8")] as const,
    );
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(pages));
  });

  it("has a page for every class and every function that the package exports", () => {
    const withoutOtherForms = Object.entries(gce)
      .filter(([name, value]) => typeof value === "function" && !/^iterate|Output$/.test(name))
      .map(([name]) => `${name}.md`);
    expect([...pages.keys()].sort()).toEqual([...withoutOtherForms, "README.md", "configuration.md"].sort());
  });

  it.each(registeredKinds.map(({ definition }) => [definition.kind, definition] as const))(
    "%s.md: has three examples, every argument with what a change does, and every default",
    (kind, definition) => {
      const page = pages.get(`${kind}.md`) ?? "";
      const examples = page.slice(page.indexOf("## Examples"), page.indexOf("## Arguments"));
      expect(examples.match(/^### /gm)).toHaveLength(3);
      const [args = ""] = /## Arguments[^]*?(?=\n## )/.exec(page) ?? [];
      for (const [name, field] of Object.entries(definition.fields)) {
        if (field.change === "output") continue;
        const [row = ""] = new RegExp(`^\\| \`${name}\` .*$`, "m").exec(args) ?? [];
        const [, , , required, standard, effect] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
        expect(effect, `${name}: what a change does`).toMatch(/^(Replaces|Updates in place|Does nothing)/);
        if (field.default !== undefined) expect(standard, `${name}: default`).not.toBe("");
        expect(required, `${name}: required`).toMatch(/^(Yes|No)$/);
      }
    },
  );

  it("configuration.md: has every key that means something", () => {
    const page = pages.get("configuration.md") ?? "";
    for (const key of settingKeys.filter((each) => each !== "gcp:providerName")) expect(page).toContain(`\`${key}\``);
  });

  it("leads to every error that troubleshooting.md explains", () => {
    const all = [...pages.values()].join("\n");
    const missing = new OtherPages().headings.filter((heading) => !all.includes(`[${heading}](../troubleshooting.md#`));
    expect(missing).toEqual([]);
  });
});
