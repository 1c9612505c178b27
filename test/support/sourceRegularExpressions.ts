import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A regular expression as a source file writes it. */
export interface SourceExpression {
  /** `provider/src/names/names.ts:2`. */
  at: string;
  source: string;
  flags: string;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Every regular expression in the sources below a folder, which is given from the root of the repository. */
export function regularExpressionsIn(folder: string): SourceExpression[] {
  const files = sourceFiles(folder).map((path) =>
    ts.createSourceFile(path, readFileSync(join(repository, path), "utf8"), ts.ScriptTarget.ES2023, true),
  );
  return files.flatMap((file) => {
    const path = file.fileName;
    const constants = constantsOf(file, files);
    const found: SourceExpression[] = [];
    const visit = (node: ts.Node): void => {
      const at = `${path}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
      if (ts.isRegularExpressionLiteral(node)) found.push({ at, ...partsOf(node.text) });
      const made = ts.isNewExpression(node) || ts.isCallExpression(node) ? node : undefined;
      if (made !== undefined && /^(globalThis\.)?RegExp$/.test(made.expression.getText())) {
        found.push({ at, ...partsOfCall(at, made, constants) });
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

/** What is put together of other things than constants cannot be judged here, so it is not allowed. */
function partsOfCall(
  at: string,
  call: ts.NewExpression | ts.CallExpression,
  constants: ReadonlyMap<string, ts.Expression>,
): { source: string; flags: string } {
  const [source, flags] = (call.arguments ?? []).map((argument) => textOf(argument, constants));
  if (source === undefined || (flags === undefined && call.arguments?.length !== 1)) {
    throw new Error(
      `${at} makes a regular expression of what is not constant: write it as a literal, to have it checked.`,
    );
  }
  return { source, flags: flags ?? "" };
}

/** The value of a constant text: a literal, a template, or the name of one. */
function textOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const meant = constants.get(node.text);
    return meant && textOf(meant, constants);
  }
  const raw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw";
  const template = raw ? node.template : node;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return raw ? template.rawText : template.text;
  if (!ts.isTemplateExpression(template)) return undefined;
  const partOf = ({ rawText, text }: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) => (raw ? rawText : text);
  const spans = template.templateSpans.map(({ expression, literal }) => {
    const value = textOf(expression, constants);
    return value === undefined ? undefined : value + (partOf(literal) ?? "");
  });
  return spans.includes(undefined) ? undefined : (partOf(template.head) ?? "") + spans.join("");
}

/** The constants of a file by their names, with those of all other files that export theirs. */
function constantsOf(file: ts.SourceFile, all: readonly ts.SourceFile[]): ReadonlyMap<string, ts.Expression> {
  const of = (one: ts.SourceFile) =>
    one.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) =>
        declarationList.declarations.flatMap(({ name, initializer }): [string, ts.Expression][] =>
          ts.isIdentifier(name) && initializer !== undefined ? [[name.text, initializer]] : [],
        ),
      );
  return new Map([...all.flatMap(of), ...of(file)]);
}
