import { readFileSync } from "node:fs";
import ts from "typescript";
import { capitalize } from "./declarations";

/*
 * The doc comments of a definition: of its constants, and of the members of the literals in it.
 */

/** A constant of a definition. */
export interface DocumentedConstant {
  /** The lines of its comment, without the marks. */
  readonly text: string;
  /** The members of the literal that it is, by name; none of another constant. */
  readonly members: ReadonlyMap<string, DocumentedMember>;
}

/** A member of a literal. */
export interface DocumentedMember {
  readonly text: string;
  /** The name of the type of its items or members, where these are a constant of the file. */
  readonly typeName: string | undefined;
}

/** The constants of a file. */
export function readConstants(file: string, text = readFileSync(file, "utf8")): Map<string, DocumentedConstant> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declarations = source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.map((declaration) => ({
      name: declaration.name.getText(source),
      text: commentText(statement, source),
      value: declaration.initializer === undefined ? undefined : unwrap(declaration.initializer),
    })),
  );
  const literals = new Set(
    declarations.flatMap(({ name, value }) =>
      value !== undefined && ts.isObjectLiteralExpression(value) ? [name] : [],
    ),
  );
  return new Map(
    declarations.map(({ name, text: own, value }) => [
      name,
      { text: own, members: value === undefined ? new Map() : readMembers(value, source, literals) },
    ]),
  );
}

/** The members with comments, of a literal and of those in it. */
export function readMembers(
  value: ts.Node,
  source: ts.SourceFile,
  literals: ReadonlySet<string>,
): Map<string, DocumentedMember> {
  const members = new Map<string, DocumentedMember>();
  const visit = (node: ts.Node) => {
    const text = ts.isPropertyAssignment(node) ? commentText(node, source) : "";
    if (ts.isPropertyAssignment(node) && text !== "") {
      members.set(node.name.getText(source), { text, typeName: findTypeName(node.initializer, source, literals) });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(value);
  return members;
}

/** The literal that a kind is made of: `objectKind(backendServiceLogConfig)`. */
function findTypeName(node: ts.Node, source: ts.SourceFile, literals: ReadonlySet<string>): string | undefined {
  if (ts.isIdentifier(node) && literals.has(node.getText(source))) return capitalize(node.getText(source));
  if (!ts.isCallExpression(node)) return undefined;
  return node.arguments.map((argument) => findTypeName(argument, source, literals)).find((name) => name !== undefined);
}

function unwrap(node: ts.Expression): ts.Expression {
  return ts.isSatisfiesExpression(node) || ts.isAsExpression(node) ? unwrap(node.expression) : node;
}

function commentText(node: ts.Node, source: ts.SourceFile): string {
  const [comment] = (node as { jsDoc?: ts.JSDoc[] }).jsDoc?.slice(-1) ?? [];
  const lines =
    comment
      ?.getText(source)
      .replace(/^\/\*\*|\*\/$/g, "")
      .split("\n") ?? [];
  return lines
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim();
}
