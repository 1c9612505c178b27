import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { format } from "oxfmt";
import { classFile } from "./classFile";
import { repository } from "./declarations";
import { DefinitionSource } from "./definitionSource";
import { type Interfaces, KindTypes } from "./kindTypes";
import { isPatch } from "./patchTexts";
import { kinds, sources } from "../kinds/scan";

/** The folders that have generated files alone. */
export const generatedFolders = [join(sources, "resources/generated"), join(sources, "types/generated")] as const;

/** Every file of these folders by its path, as the definitions are now: classes, and the types of the objects in them. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const [classFolder, typeFolder] = generatedFolders;
  const { classes, interfaces } = writeClasses();
  const files = classes.map(({ constant, file, text }) => [join(classFolder, `${constant}.ts`), file, text] as const);
  const all = "the definitions of resources";
  const { inputs, outputs } = interfaces;
  const types = [
    [join(typeFolder, "input.ts"), all, `import type * as pulumi from "@pulumi/pulumi";\n${interfacesText(inputs)}`],
    [join(typeFolder, "output.ts"), all, interfacesText(outputs)],
  ] as const;
  return new Map(
    await Promise.all(
      [...files, ...types].map(async ([path, from, text]) => [path, await formatFile(path, from, text)] as const),
    ),
  );
}

/** Writes these files, and removes what no definition gives any more. */
export async function writeGeneratedFiles(): Promise<void> {
  const files = await generatedFiles();
  for (const folder of generatedFolders) rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The members of generated types that are numbers with a fraction: `SubnetworkLogConfigFlowSampling`. */
export function listFractions(): ReadonlySet<string> {
  return writeClasses().interfaces.fractions;
}

interface WrittenClass {
  readonly constant: string;
  /** That of the definition, from the folder of the sources. */
  readonly file: string;
  readonly text: string;
}

function writeClasses(): { classes: readonly WrittenClass[]; interfaces: Interfaces } {
  const interfaces: Interfaces = { inputs: new Map(), outputs: new Map(), fractions: new Set() };
  const classes = kinds
    .flatMap(({ definition, ...place }) => (isPatch(definition) ? [{ definition, ...place }] : []))
    .map(({ definition, constant, module }) => {
      const file = join(sources, `${module}.ts`);
      const files = [file, ...listParts(file)].map(
        (path) => [relative(repository, path), readFileSync(path, "utf8")] as const,
      );
      const source = new DefinitionSource(new Map(files));
      const text = classFile(definition, constant, source, new KindTypes(source, interfaces));
      return { constant, file: relative(sources, file), text };
    });
  return { classes, interfaces };
}

/** The files beside `definition.ts` that it is parted into. */
function listParts(file: string): readonly string[] {
  const folder = file.replace(/\.ts$/, "");
  return file.endsWith("/definition.ts") && existsSync(folder)
    ? readdirSync(folder).map((name) => join(folder, name))
    : [];
}

function interfacesText(interfaces: ReadonlyMap<string, string>): string {
  const all = [...interfaces].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = all.map(([, each]) => each).join("\n");
  return text.includes("Open<") ? `import type { Open } from "../common";\n\n${text}` : text;
}

async function formatFile(path: string, from: string, text: string): Promise<string> {
  const whole = `/* \`npm run docs:reference\` writes this file from ${from}. */\n\n${text}`;
  const { code, errors } = await format(path, whole, { printWidth: 120 });
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("\n")}`);
  return code;
}
