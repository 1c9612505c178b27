/** `npm run docs:reference`: writes the files of the kinds, the reference pages in provider/docs/reference, and the schema of the plugin. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "oxfmt";
import { kindFiles } from "../kinds/files";
import { kinds } from "../kinds/scan";
import { type Declarations, readDeclarations, repository } from "./declarations";
import { formsFile, formsText } from "./forms";
import { writeGeneratedFiles } from "./generatedFiles";
import { functionNames, functionPage } from "./functionPage";
import { joinParts, type Page } from "./page";
import { resourcePage } from "./resourcePage";
import { type PackageSchema, pluginSchema, refuseBreakingChanges, schemaFile } from "./schema";
import { configurationPage, providerPage } from "./settingsPages";

/** The folder of the reference. */
export const referenceFolder = join(repository, "provider/docs/reference");

type Pages = Readonly<Record<string, Page>>;

/** Every page of the reference by the name of its file, as the sources are now. */
export async function referencePages(declarations: Declarations): Promise<ReadonlyMap<string, string>> {
  const resourcePages = Object.fromEntries(
    kinds.map(({ definition }) => [`${definition.kind}.md`, resourcePage(declarations, definition)]),
  );
  const functionPages = Object.fromEntries(
    functionNames(declarations).map((name) => [`${name}.md`, functionPage(declarations, name)]),
  );
  const settingPages = {
    "Provider.md": providerPage(declarations),
    "configuration.md": configurationPage(declarations),
  };
  const pages = Object.entries<Page>({ ...resourcePages, ...functionPages, ...settingPages });
  const texts = [
    ...pages.map(([file, { text }]) => [file, text]),
    ["README.md", index(resourcePages, functionPages, settingPages)],
  ];
  return new Map(
    await Promise.all(texts.map(async ([file = "", text = ""]) => [file, await formatPage(file, text)] as const)),
  );
}

function index(resourcePages: Pages, functionPages: Pages, settingPages: Pages): string {
  const list = (pages: Pages) =>
    Object.entries(pages)
      .map(([file, { title, summary }]) => `- [${title}](${file}): ${summary}`)
      .join("\n");
  return joinParts(
    "# Reference",
    "Each page describes one resource, one function or the settings. `npm run docs:reference` writes these pages from the doc comments of the sources.",
    "## Resources",
    list(resourcePages),
    "## Functions",
    list(functionPages),
    "## Settings",
    list(settingPages),
  );
}

async function formatPage(file: string, text: string): Promise<string> {
  const note = "<!-- Written by npm run docs:reference. Change the doc comments of the sources, not this page. -->";
  // As .oxfmtrc.jsonc has it for these pages.
  const { code, errors } = await format(file, joinParts(note, text), { printWidth: 78, proseWrap: "never" });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join("\n")}`);
  return code;
}

/** The text of the schema's file. */
export async function schemaText(schema: PackageSchema): Promise<string> {
  const { code } = await format(schemaFile, JSON.stringify(schema), { printWidth: 120, objectWrap: "collapse" });
  return code;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  // The classes import it.
  for (const [file, text] of await kindFiles(kinds)) writeFileSync(file, text);
  await writeGeneratedFiles();
  const declarations = await readDeclarations();
  const schema = pluginSchema(declarations);
  if (existsSync(schemaFile))
    refuseBreakingChanges(JSON.parse(readFileSync(schemaFile, "utf8")) as PackageSchema, schema);
  mkdirSync(dirname(schemaFile), { recursive: true });
  writeFileSync(schemaFile, await schemaText(schema));
  writeFileSync(formsFile, formsText(schema));
  const pages = await referencePages(declarations);
  rmSync(referenceFolder, { recursive: true, force: true });
  mkdirSync(referenceFolder, { recursive: true });
  for (const [file, text] of pages) writeFileSync(join(referenceFolder, file), text);
}
