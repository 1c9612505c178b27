import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The program of an example as the body of a test's program. */
export function exampleProgram(name: string): string {
  return programBody(readFileSync(fileURLToPath(new URL(`../../examples/${name}/index.ts`, import.meta.url)), "utf8"));
}

/** A program in TypeScript as the body of a test's program: the same source, without its types. */
export function programBody(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  // A block of its own, because a test's program begins with the same imports.
  return `{\n${outputText}\n}\n`;
}
