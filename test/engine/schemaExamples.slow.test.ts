import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { convertExamples } from "../../tools/docs/examples";
import { type Example, readExamples } from "../../tools/docs/exampleUsage";
import { type PackageSchema, schemaFile } from "../../tools/docs/schema";
import { exampleConverter } from "../../tools/pulumi/languageHosts";
import { startOperation } from "../support/functionCalls";
import { everySdkLanguage, projectFile, startPluginStack, startSdkStack, whyNot } from "../support/pluginStack";
import { succeeded } from "../support/routeStack";
import type { Stack } from "../support/stack";

const examples = Object.entries(readExamples());
const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as PackageSchema;
const seeded = { emulator: { seed: true as const }, config: { "gce:region": "us-central1" } };

type NamedProgram = readonly [name: string, program: string];

/** How a language has several examples in one program: each in a file of its own. */
const together = {
  typescript: {
    ending: "ts",
    part: (program: string) => program,
    main: eachName((name) => `export * as ${name} from "./${name}";`),
  },
  python: { ending: "py", part: (program: string) => program, main: eachName((name) => `import ${name}`) },
  go: {
    ending: "go",
    part: (program: string, name: string) =>
      program
        .replace(
          /func main\(\) \{\n\tpulumi\.Run\(func\(ctx \*pulumi\.Context\) error \{/,
          `func ${name}(ctx *pulumi.Context) error {`,
        )
        .replace(/\t\}\)\n\}\n$/, "}\n"),
    main: (names: readonly string[]) => `package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		for _, example := range []func(*pulumi.Context) error{${names.join(", ")}} {
			if err := example(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
`,
  },
};

describe("the examples of the schema", () => {
  it("are what Pulumi's generators write today (npm run docs:examples)", async ({ skip }) => {
    const reason = await whyNot("yaml", exampleConverter);
    skip(reason !== undefined, reason);
    const inYaml = Object.fromEntries(examples.map(([name, { yaml }]) => [name, yaml]));
    expect(Object.fromEntries(examples)).toEqual(await convertExamples(inYaml, schema));
  });

  it("run in yaml", async ({ skip }) => {
    const reason = await whyNot("yaml");
    skip(reason !== undefined, reason);
    const { emulator, stack } = await startPluginStack("yaml", seeded);
    const programs = (await programsFor("yaml", emulator)).map(([name, program]) => withPrefix(program, `${name}_`));
    const [resources, variables, outputs] = (["resources", "variables", "outputs"] as const).map((section) =>
      Object.fromEntries(programs.flatMap((program) => program[section])),
    );
    stack.write("Pulumi.yaml", projectFile("yaml", { resources, variables, outputs }));
    await applyAll(stack);
  });

  it.for(everySdkLanguage)("run in %s", async (language, { skip }) => {
    const reason = await whyNot(language);
    skip(reason !== undefined, reason);
    const { ending, part, main } = together[language];
    const [[, first] = expect.fail("There is no example.")] = examples;
    const { emulator, stack, write } = await startSdkStack(language, first[language], seeded);
    const programs = await programsFor(language, emulator);
    for (const [name, program] of programs) write(part(program, name), `${name}.${ending}`);
    write(main(programs.map(([name]) => name)));
    await applyAll(stack);
  });
});

/** The programs in a language, of which one waits for an operation that the emulator has. */
async function programsFor(language: keyof Example, emulator: Emulator): Promise<readonly NamedProgram[]> {
  const { name: operation } = await startOperation(emulator);
  return examples.map(([name, example]) => [name, example[language].replace(/operation-[-0-9a-f]{20,}/, operation)]);
}

/** The sections of a program in YAML whose names do not meet those of another one. */
function withPrefix(program: string, prefix: string) {
  const sections = parse(program.replaceAll("${", `\${${prefix}`)) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
  const section = (name: string) =>
    Object.entries(sections[name] ?? {}).map(([key, value]) => [prefix + key, value] as const);
  return { resources: section("resources"), variables: section("variables"), outputs: section("outputs") };
}

/** One resource of each kind is there, and its program is done. */
async function applyAll(stack: Stack): Promise<void> {
  succeeded(await stack.up());
  const types = stack.managed().map(({ type }) => type);
  expect(types.sort()).toEqual(Object.keys(schema.resources).sort());
  succeeded(await stack.up("--expect-no-changes"));
}

function eachName(line: (name: string) => string): (names: readonly string[]) => string {
  return (names) => names.map((name) => `${line(name)}\n`).join("");
}
