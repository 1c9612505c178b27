import { readFileSync } from "node:fs";
import ts from "typescript";
import { codeMark, type Passage } from "./passage";

/** Fewer words are a label, or no prose. */
const fewestWords = 3;

/** The texts in a source that have the form of a message: three words or more, and a full stop or a colon. Values in them are code. */
export function messagePassages(file: string): Passage[] {
  return passagesIn(file, (node, source) => {
    if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return undefined;
    const text = textOf(node, source);
    return text !== undefined && /[.:;](?:\s|$)/.test(text) ? { kind: "message", text } : undefined;
  });
}

/** The names of the tests in a source, without the values of a table. */
export function testNamePassages(file: string): Passage[] {
  return passagesIn(file, (node, source) => {
    const { parent } = node;
    if (!ts.isCallExpression(parent) || parent.arguments[0] !== node || parent.arguments.length < 2) return undefined;
    if (!["it", "test", "describe"].includes(calledName(parent.expression))) return undefined;
    const text = textOf(node, source);
    return text === undefined ? undefined : { kind: "name", text: text.replace(/%[a-z]|\$\w+(?:\.\w+)*/g, codeMark) };
  });
}

function passagesIn(
  file: string,
  find: (node: ts.Node, source: ts.SourceFile) => Omit<Passage, "line"> | undefined,
): Passage[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const passages: Passage[] = [];
  const visit = (node: ts.Node) => {
    const found = find(node, source);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    if (found !== undefined) passages.push({ ...found, line: line + 1 });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return passages;
}

/** The words of a text, with values, commands and quotations as code; `undefined` for too few. */
function textOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(codeMark)
      : undefined;
  // Markup, style sheets and code for other languages are no prose.
  if (text === undefined || /<\/|\{\n|^import |;\n/.test(text) || source.isDeclarationFile) return undefined;
  const prose = text.replace(/`[^`\n]+`|'[^'\n ]+'|"[^"\n]+"/g, codeMark);
  return prose.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length < fewestWords ? undefined : prose;
}

/** `it` of `it.each(cases)(…)`. */
function calledName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return calledName(expression.expression);
  return "";
}
