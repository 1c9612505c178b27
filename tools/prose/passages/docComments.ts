import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { markdownPassages } from "./markdown";
import type { Passage } from "./passage";

/** The declarations of a file that users can name: every exported one, or those with these names. */
export type PublicNames = ReadonlySet<string> | "every";

/** The files that an entry file exports from, and the names that it exports. */
export function publicFiles(entry: string): Map<string, PublicNames> {
  const found = new Map<string, PublicNames>();
  const visit = (file: string, names: PublicNames) => {
    const before = found.get(file);
    if (before === "every") return;
    found.set(file, names === "every" ? names : new Set([...(before ?? []), ...names]));
    for (const statement of parse(file).statements) {
      const from = ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
      if (from && ts.isStringLiteral(from)) visit(`${join(dirname(file), from.text)}.ts`, exportedNames(statement));
    }
  };
  visit(entry, "every");
  return found;
}

function exportedNames(statement: ts.Statement): PublicNames {
  const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
  if (clause === undefined || !ts.isNamedExports(clause)) return "every";
  return new Set(clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text));
}

/** The prose of the doc comments in front of the public declarations of a file, and of their public members. */
export function docCommentPassages(file: string, names: PublicNames): Passage[] {
  const source = parse(file);
  const passages: Passage[] = [];
  const visit = (node: ts.Node) => {
    if (isPrivate(node)) return;
    for (const comment of ts.getJSDocCommentsAndTags(node).filter((found) => found.parent === node)) {
      const start = comment.getStart(source);
      const { line } = source.getLineAndCharacterOfPosition(start);
      const found = markdownPassages(withoutMarks(source.text.slice(start, comment.end)), line + 1);
      passages.push(...found.map((passage): Passage => ({ ...passage, kind: "comment" })));
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) if (isExported(statement) && isNamed(statement, names)) visit(statement);
  return passages;
}

/**
 * A comment as the Markdown that it holds, line by line: without its asterisks, its examples and the names of its tags. Each tag
 * starts a paragraph of its own.
 */
function withoutMarks(comment: string): string {
  const [text = ""] = comment.split(/^\s*\* @(?:example|category|group|default)\b/m);
  return text
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .replace(/^[ \t]*\* ?/gm, "")
    .replace(
      /\{@link (\S+?)(?:\s*\|\s*([^}]+))?\}/g,
      (_link, target: string, label?: string) => label ?? `\`${target}\``,
    )
    .replace(/^@(?:param|template) \S+(?: -)?/gm, "- ")
    .replace(/^@\w+/gm, "- ");
}

function isExported(node: ts.Statement): boolean {
  return ts.canHaveModifiers(node) && hasModifier(node, ts.SyntaxKind.ExportKeyword);
}

function isNamed(node: ts.Statement, names: PublicNames): boolean {
  if (names === "every") return true;
  const declared: readonly ts.Node[] = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
  return declared.filter(hasName).some(({ name }) => name !== undefined && names.has(name.text));
}

function hasName(node: ts.Node): node is ts.Node & { readonly name: ts.Identifier | undefined } {
  return "name" in node && (node.name === undefined || ts.isIdentifier(node.name as ts.Node));
}

function isPrivate(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && hasModifier(node, ts.SyntaxKind.PrivateKeyword);
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}
