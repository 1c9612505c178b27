import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { repository } from "../../../tools/docs/declarations";
import { folderForTest } from "../../support/untilTestEnds";

/** A copy of what `npm run docs:reference` reads and writes. */
function copySources(): string {
  const folder = folderForTest();
  const files = ["package.json", "tsconfig.base.json", "typedoc.json", "tools"];
  const ofProvider = ["package.json", "tsconfig.json", "src", "plugin/schema.json", "docs"];
  for (const file of [...files, ...ofProvider.map((each) => `provider/${each}`)])
    cpSync(join(repository, file), join(folder, file), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Puts the example of CONTRIBUTING.md where a resource of the package is. */
function addAddress(folder: string): void {
  const room = join(folder, "provider/src/resources/address");
  mkdirSync(room);
  for (const file of ["definition.ts", "address.ts"]) {
    const text = readFileSync(join(repository, "test/kinds/address", file), "utf8");
    writeFileSync(
      join(room, file),
      text.replaceAll("../../../provider/src/resources/", "../").replaceAll("../../../provider/src/", "../../"),
    );
  }
  const index = join(folder, "provider/src/index.ts");
  writeFileSync(
    index,
    `${readFileSync(index, "utf8")}export { Address, type AddressArgs } from "./resources/address/address";\n`,
  );
}

it("a definition and a class that index.ts exports are a kind, once npm run docs:reference has run", async () => {
  const folder = copySources();
  addAddress(folder);
  const command = ["--import", "tsx", "tools/docs/reference.ts"];
  await promisify(execFile)(process.execPath, command, { cwd: folder });
  const read = (file: string) => readFileSync(join(folder, "provider", file), "utf8");
  expect(read("src/engine/steps/registry.ts")).toMatch(
    / {2}Address: \(\) =>[^]*resources\/address\/definition"\)\)?\.address,/,
  );
  const names = (await import(/* @vite-ignore */ join(folder, "provider/src/names/kinds.ts"))) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
  expect(names.outputNames?.Address).toEqual(expect.arrayContaining(["name", "selfLink", "users"]));
  expect(names.idArguments?.Address).toEqual(["project", "region", "name"]);
  expect(names.deleteEffects?.Address).toMatchObject({ ABANDON: { says: "the address stays as it is" } });
  const schema = JSON.parse(read("plugin/schema.json")) as { resources: Readonly<Record<string, object>> };
  expect(schema.resources["gce:index:Address"]).toMatchObject({
    inputProperties: { region: { willReplaceOnChanges: true } },
    properties: { status: { type: "string" } },
  });
  expect(read("docs/reference/Address.md")).toContain("new gce.Address(");
  expect(read("docs/reference/README.md")).toContain("[Address](Address.md): A reserved address of a region.");
});
