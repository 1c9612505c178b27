import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { schemaFile } from "../../tools/docs/schema";
import type { PackageSchema } from "../../tools/docs/schema";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { isolatedEnvironment } from "../support/pulumiEnvironment";
import { folderForTest } from "../support/untilTestEnds";

it("is a schema that the Pulumi CLI takes without a warning, unless something is wrong with it", async () => {
  const folder = folderForTest();
  const { command } = await pulumiToolchain();
  const env = await isolatedEnvironment(folder);
  // It binds every reference in it, as the generators of SDKs do.
  const check = (file: string) => promisify(execFile)(command, ["schema", "check", file], { env });
  expect(await check(schemaFile)).toEqual({ stdout: "", stderr: "" });
  const broken = join(folder, "broken.json");
  const text = readFileSync(schemaFile, "utf8");
  writeFileSync(broken, text.replaceAll("#/types/gce:index:RouteParams", "#/types/gce:index:Nothing"));
  await expect(check(broken)).rejects.toThrow(/type gce:index:Nothing not found/);
});

/** Words that only a program in TypeScript, or a reader of the sources, has a use for. */
const words =
  /customTimeouts|dependsOn|ignoreChanges|additionalSecretOutputs|retainOnDelete|`get`|\b[A-Z]\w*\.get\b|@pulumi\/|\bgce\.[A-Z]|specification|TypeScript|undefined|\bawait\b|\bnew [A-Z]\w+\(/;

it("says what each type, value, argument and output is, in words for programs of every language", () => {
  const { config, provider, types, resources, functions } = JSON.parse(
    readFileSync(schemaFile, "utf8"),
  ) as PackageSchema;
  const texts = [...readTexts(config.variables, "config"), ...readTexts(provider.inputProperties, "provider")];
  for (const [token, type] of Object.entries(types)) {
    texts.push(
      [token, type],
      ...(type.enum ?? []).map((value) => [`${token}.${value.value}`, value] as const),
      ...readTexts(type.properties, token),
    );
  }
  for (const [token, resource] of Object.entries(resources)) {
    texts.push(
      [token, resource],
      ...readTexts(resource.inputProperties, `${token} inputs`),
      ...readTexts(resource.properties, `${token} outputs`),
    );
  }
  for (const [token, each] of Object.entries(functions)) {
    texts.push(
      [token, each],
      ...readTexts(each.inputs.properties, `${token} inputs`),
      ...readTexts(each.outputs.properties, `${token} outputs`),
    );
  }
  expect(texts.length).toBeGreaterThan(1_000);
  const wrong = texts.filter(
    ([, { description = "", deprecationMessage = "" }]) =>
      description.trim() === "" || words.test(`${withoutPrograms(description)} ${deprecationMessage}`),
  );
  expect(wrong.map(([at, { description }]) => [at, description])).toEqual([]);
});

/** An example has a program for each language. */
function withoutPrograms(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, "");
}

interface Described {
  readonly description?: string;
  readonly deprecationMessage?: string;
}

function readTexts(all: Readonly<Record<string, Described>> = {}, at: string) {
  return Object.entries(all).map(([name, each]): readonly [string, Described] => [`${at}.${name}`, each]);
}
