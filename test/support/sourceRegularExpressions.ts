import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A regular expression as a source file writes it. */
export interface SourceExpression {
  /** `provider/src/compute/names.ts:2`. */
  at: string;
  source: string;
  flags: string;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Every regular expression in the sources below a folder, which is given from the root of the repository. */
export function regularExpressionsIn(folder: string): SourceExpression[] {
  return sourceFiles(folder).flatMap((path) => {
    const file = ts.createSourceFile(path, readFileSync(join(repository, path), "utf8"), ts.ScriptTarget.ES2023, true);
    const found: SourceExpression[] = [];
    const visit = (node: ts.Node): void => {
      const at = `${path}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
      if (ts.isRegularExpressionLiteral(node)) found.push({ at, ...partsOf(node.text) });
      const made = ts.isNewExpression(node) || ts.isCallExpression(node) ? node : undefined;
      if (made !== undefined && /^(globalThis\.)?RegExp$/.test(made.expression.getText())) {
        found.push({ at, ...partsOfCall(at, made) });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .sort();
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf("/");
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** What is put together at run time cannot be judged here, so it is not allowed. */
function partsOfCall(at: string, call: ts.NewExpression | ts.CallExpression): { source: string; flags: string } {
  const [source, flags] = call.arguments ?? [];
  if (
    source === undefined ||
    !ts.isStringLiteralLike(source) ||
    (flags !== undefined && !ts.isStringLiteralLike(flags))
  ) {
    throw new Error(`${at} makes a regular expression at run time: write it as a literal, so that it can be checked.`);
  }
  return { source: source.text, flags: flags?.text ?? "" };
}
