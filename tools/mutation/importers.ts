import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** Files that import whatever TypeScript is in their folders, none of it by name. */
const readers = new Set(["test/kinds/every.ts"]);

/** Which of the test files import one of the sources, over however many other files. Paths are relative to the root. */
export function testsImporting(tests: readonly string[], sources: ReadonlySet<string>, root: string): string[] {
  const imports = new Map<string, string[]>();
  const importsOf = (file: string): string[] => {
    const known = imports.get(file);
    if (known !== undefined) return known;
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), "utf8"));
    const named = importedFiles.flatMap(({ fileName }) => resolved(file, fileName, root) ?? []);
    const found = readers.has(file) ? [...named, ...beside(file, root)] : named;
    imports.set(file, found);
    return found;
  };
  const reaches = (test: string): boolean => {
    const seen = new Set([test]);
    // A set that is walked also gives what is added on the way.
    for (const file of seen) {
      if (sources.has(file)) return true;
      for (const imported of importsOf(file)) seen.add(imported);
    }
    return false;
  };
  return tests.filter(reaches);
}

function beside(file: string, root: string): string[] {
  return readdirSync(join(root, dirname(file)), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(dirname(file), name));
}

function resolved(from: string, specifier: string, root: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = normalize(join(dirname(from), specifier));
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => file.endsWith(".ts") && existsSync(join(root, file)));
}
