import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import ts from "typescript";
import { repository } from "./markdown";

const source = join(repository, "provider", "src");

/** Which parts of the provider import which others: the folders of `provider/src`, and its files by their names. */
export function importedParts(): string[] {
  const arrows = files(source).flatMap((file) => {
    const from = partOf(file);
    return importsOf(file)
      .map(partOf)
      .filter((to) => to !== from)
      .map((to) => `${from} --> ${to}`);
  });
  return [...new Set(arrows)].sort();
}

/** The files of ours that a file imports, types included. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => `${normalize(join(dirname(file), fileName)).replace(/\.js$/, "")}.ts`);
}

/** The same as a diagram that GitHub draws. */
export function importDiagram(): string {
  return ["```mermaid", "flowchart TD", ...importedParts().map((arrow) => `  ${arrow}`), "```"].join("\n");
}

function partOf(file: string): string {
  const [first = ""] = relative(source, file).split("/");
  return first.replace(/\.ts$/, "");
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}
