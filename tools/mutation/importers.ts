import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** Which of the test files import one of the sources, over however many other files. Paths are relative to the root. */
export function testsImporting(tests: readonly string[], sources: ReadonlySet<string>, root: string): string[] {
  const imports = new Map<string, string[]>();
  const importsOf = (file: string): string[] => {
    const known = imports.get(file);
    if (known !== undefined) return known;
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), "utf8"));
    const found = importedFiles.flatMap(({ fileName }) => resolved(file, fileName, root) ?? []);
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

function resolved(from: string, specifier: string, root: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = normalize(join(dirname(from), specifier));
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => file.endsWith(".ts") && existsSync(join(root, file)));
}
