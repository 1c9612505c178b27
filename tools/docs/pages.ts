import { format } from "oxfmt";
import { join } from "node:path";
import { functionNames, functionPage } from "./functionPage";
import { OtherPages } from "./otherPages";
import { joined, type Page } from "./parts";
import { resourcePage, resources } from "./resourcePage";
import { configurationPage, providerPage } from "./settingsPages";
import { repository, Sources } from "./source";
import { table } from "./table";

/** The folder of the reference. */
export const referenceFolder = join(repository, "provider/docs/reference");

/** Every page of the reference by the name of its file, as the sources are now. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const material = { sources: new Sources(), others: new OtherPages() };
  const ofResources = (Object.keys(resources) as (keyof typeof resources)[]).map((kind) =>
    resourcePage(material, kind),
  );
  const ofFunctions = functionNames(material.sources).map((name) => functionPage(material, name));
  const ofSettings = [providerPage(material), configurationPage(material)];
  const pages = [...ofResources, ...ofFunctions, ...ofSettings];
  const texts = new Map(pages.map(({ file, text }) => [file, text]));
  texts.set("README.md", index(ofResources, ofFunctions, ofSettings));
  const formatted = [...texts].map(async ([file, text]) => [file, await asWritten(file, text)] as const);
  return new Map(await Promise.all(formatted));
}

function index(ofResources: readonly Page[], ofFunctions: readonly Page[], ofSettings: readonly Page[]): string {
  const rows = (pages: readonly Page[]) => pages.map(({ file, title, summary }) => [`[${title}](${file})`, summary]);
  return joined(
    "# Reference",
    "Each page describes one resource, one function or the settings. `npm run docs:reference` writes these pages from the doc comments of the sources.",
    "## Resources",
    table(["Resource", "What it is"], rows(ofResources)),
    "## Functions",
    table(["Function", "What it gives"], rows(ofFunctions)),
    "## Settings",
    table(["Page", "What it is"], rows(ofSettings)),
  );
}

async function asWritten(file: string, text: string): Promise<string> {
  const note = "<!-- Written by npm run docs:reference. Change the doc comments of the sources, not this page. -->";
  // As .oxfmtrc.jsonc has it for these pages.
  const { code, errors } = await format(file, joined(note, text), { printWidth: 120, proseWrap: "never" });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join("\n")}`);
  return code;
}
