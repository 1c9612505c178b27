import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The program of an example as the body of a test's program: the same source, without its types. */
export function exampleProgram(name: string): string {
  const file = fileURLToPath(new URL(`../../examples/${name}/index.ts`, import.meta.url));
  const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  // A block of its own, because a test's program begins with the same imports.
  return `{\n${outputText}\n}\n`;
}
