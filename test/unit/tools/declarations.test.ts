import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as gce from "../../../provider/src/index";
import { readDeclarations } from "../../../tools/docs/declarations";
import { exampleLanguages, readExamples } from "../../../tools/docs/exampleUsage";
import { formsFile, formsText } from "../../../tools/docs/forms";
import { generatedFiles, generatedFolders } from "../../../tools/docs/generatedFiles";
import { providerNameKey, settingKeys } from "../../../provider/src/settings/settingKeys";
import { type PackageSchema, pluginSchema, refuseBreakingChanges, schemaFile } from "../../../tools/docs/schema";
import type { PropertySpec, TypeSpec } from "../../../tools/docs/schemaTypes";
import type { Kind } from "../../../provider/src/fields/kind";
import { ComputeProto } from "../../support/computeProto";
import { referenceFolder, referencePages, schemaText } from "../../../tools/docs/reference";
import { kindFiles } from "../../../tools/kinds/files";
import { kinds } from "../../../tools/kinds/scan";

let pages: ReadonlyMap<string, string>;
let schema: PackageSchema;

// Once for both: the reader of declarations cannot be loaded a second time into a process.
beforeAll(async () => {
  const declarations = await readDeclarations();
  pages = await referencePages(declarations);
  schema = pluginSchema(declarations);
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

it("the classes of patches and their types are what the definitions give today (npm run docs:reference)", async () => {
  const committed = generatedFolders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const texts = Object.fromEntries(committed.map((file) => [file, readFileSync(file, "utf8")]));
  expect(texts).toEqual(Object.fromEntries(await generatedFiles()));
});

it("the registry, and what a program knows of each kind, are those of the definitions (npm run docs:reference)", async () => {
  for (const [file, text] of await kindFiles(kinds)) expect(readFileSync(file, "utf8"), file).toBe(text);
});

it("answers have the forms of the types of results (npm run docs:reference)", () => {
  expect(readFileSync(formsFile, "utf8")).toBe(formsText(schema));
});

describe("provider/plugin/schema.json", () => {
  it("is what the sources give today (npm run docs:reference)", async () => {
    expect(readFileSync(schemaFile, "utf8")).toBe(await schemaText(schema));
  });

  it("has every resource and every function that the package exports", () => {
    const classes = Object.keys(gce).filter((name) => /^[A-Z]/.test(name) && name !== "Provider");
    const functions = Object.keys(gce).filter((name) => /^(get|waitFor)/.test(name) && !name.endsWith("Output"));
    const tokens = (names: readonly string[]) => names.map((name) => `gce:index:${name}`).sort();
    expect(Object.keys(schema.resources).sort()).toEqual(tokens(classes));
    expect(Object.keys(schema.functions).sort()).toEqual(tokens(functions));
  });

  it("has an example of everything in each language (npm run docs:examples)", () => {
    const all = Object.entries({ ...schema.resources, ...schema.functions });
    const languages = all.map(([token, { description = "" }]) => [
      token.replace("gce:index:", ""),
      [...description.matchAll(/^```(\w+)$/gm)].map(([, language]) => language),
    ]);
    const names = Object.keys(readExamples());
    expect(Object.fromEntries(languages)).toEqual(Object.fromEntries(names.map((name) => [name, exampleLanguages])));
  });

  it("has every setting, and says of the credentials that they are secrets", () => {
    const names = settingKeys.filter((key) => key !== providerNameKey).map((key) => key.slice("gcp:".length));
    const { variables } = schema.config;
    expect(Object.keys(variables).sort()).toEqual([...names].sort());
    expect(schema.provider.inputProperties).toEqual(variables);
    const secret = names.filter((name) => variables[name]?.secret);
    expect(secret).toEqual(["accessToken", "credentials", "externalCredentials"]);
  });

  it("names no key of the configuration in the namespace of the classes", () => {
    expect(JSON.stringify(schema)).not.toMatch(/gcp:\w/);
  });

  it("calls no number an integer that can be larger than 32 bits, and none otherwise", () => {
    const proto = ComputeProto.load();
    const messages = new Set(proto.messageNames());
    const rows = [...Object.entries(schema.types), ...Object.entries(schema.resources)].flatMap(
      ([token, { properties = {} }]) => {
        const message = token.replace("gce:index:", "");
        const fields = messages.has(message) ? proto.fields(message) : {};
        return Object.entries(properties)
          .filter(([, property]) => ["integer", "number"].includes(typeIn(property)))
          .flatMap(([name, property]) => [[`${message}.${name}`, typeIn(property), fields[name]?.type] as const]);
      },
    );
    const known = rows.filter(([name, , type]) => type !== undefined && name !== "Route.priority");
    expect(known.length).toBeGreaterThan(20);
    expect(known.map(([name, type]) => [name, type])).toEqual(
      known.map(([name, , type]) => [name, type === "int32" ? "integer" : "number"]),
    );
  });

  it("calls an argument an integer where its kind takes none of more than 32 bits and no fraction (wideNumbers)", () => {
    const rows = kinds.flatMap(({ definition: { kind: name, fields } }) =>
      Object.entries(schema.resources[`gce:index:${name}`]?.inputProperties ?? {}).flatMap(([argument, spec]) =>
        listNumbers(fields[argument]?.kind, spec, `${name}.${argument}`),
      ),
    );
    expect(rows.length).toBeGreaterThan(10);
    const isWide = (kind: Kind) => [0.5, 2 ** 31].some((value) => kind.problems(value, "", {}).length === 0);
    expect(rows.map(({ at, type }) => [at, type])).toEqual(
      rows.map(({ at, kind }) => [at, isWide(kind) ? "number" : "integer"]),
    );
  });
});

describe("refuseBreakingChanges", () => {
  const of = (version: string, variables: object) => ({ ...schema, version, config: { variables } }) as PackageSchema;
  const text = { type: "string" };

  it.each([
    ["0.1.0", "0.1.9", true],
    ["1.2.0", "1.3.0", true],
    ["0.1.9", "0.2.0", false],
    ["0.9.0", "1.0.0", false],
    ["1.9.0", "2.0.0", false],
  ])("from %s to %s refuses what breaks programs: %s", (before, after, isRefused) => {
    const change = (variables: object, changed: object) => () => {
      refuseBreakingChanges(of(before, variables), of(after, changed));
    };
    expect(change({}, { zone: text })).not.toThrow();
    const broken = expect(change({ zone: text }, {}));
    if (isRefused) broken.toThrow(/The configuration: the input zone is gone\.\n.*raise the version .* above \d/);
    else broken.not.toThrow();
  });
});

/** The numbers in a value of a kind, each with its type in the schema. */
function listNumbers(kind: Kind | undefined, spec: TypeSpec, at: string): { at: string; kind: Kind; type: string }[] {
  if (kind === undefined) return [];
  if (kind.form === "number") return [{ at, kind, type: spec.type ?? "" }];
  const inner = spec.items ?? spec.additionalProperties;
  if (inner !== undefined) return listNumbers(kind.item ?? kind.member?.(""), inner, at);
  const { properties = {} } = schema.types[spec.$ref?.replace("#/types/", "") ?? ""] ?? {};
  return Object.entries(properties).flatMap(([name, each]) => listNumbers(kind.member?.(name), each, `${at}.${name}`));
}

function typeIn({ type, items }: PropertySpec): string {
  return items?.type ?? type ?? "";
}
