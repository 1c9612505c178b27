import ts from "typescript";

export const operatorNames = [
  "boundary",
  "condition",
  "logic",
  "arithmetic",
  "literal",
  "statement",
  "return",
  "negation",
] as const;
export type OperatorName = (typeof operatorNames)[number];

/** An expression of a source, and what a mutant has in its place. */
export interface Mutation {
  readonly operator: OperatorName;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const boundaries = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);
const opposites = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
]);
const logic = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
]);
const arithmetic = new Map([
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.PercentToken, "*"],
]);

/** Every mutant of a source, in the order of the text. Types and imports have none. */
export function mutationsOf(text: string): Mutation[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (hasNoValue(node)) return;
    found.push(...mutationsAt(node, source));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found.sort((one, other) => one.start - other.start || other.end - one.end);
}

function hasNoValue(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isCallExpression(node) && /^(import|require|super)$/.test(node.expression.getText()))
  );
}

function mutationsAt(node: ts.Node, source: ts.SourceFile): Mutation[] {
  const replace = (at: ts.Node, operator: OperatorName, replacement: string): Mutation => ({
    operator,
    start: at.getStart(source),
    end: at.end,
    replacement,
  });
  if (ts.isBinaryExpression(node)) {
    return binaryReplacements(node).map(([operator, replacement]) => replace(node, operator, replacement));
  }
  if (ts.isIfStatement(node)) return [replace(node.expression, "condition", `!(${node.expression.getText()})`)];
  if (ts.isConditionalExpression(node)) {
    return [replace(node.condition, "condition", `!(${node.condition.getText()})`)];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [replace(node, "negation", node.operand.getText())];
  }
  if (ts.isExpressionStatement(node)) {
    return isSuperCall(node) || ts.isStringLiteral(node.expression)
      ? []
      : [replace(node.expression, "statement", "undefined")];
  }
  if (ts.isReturnStatement(node) && node.expression !== undefined) {
    return node.expression.getText() === "undefined" ? [] : [replace(node.expression, "return", "undefined")];
  }
  const literal = literalReplacement(node);
  return literal === undefined ? [] : [replace(node, "literal", literal)];
}

function binaryReplacements({ left, operatorToken, right }: ts.BinaryExpression): [OperatorName, string][] {
  const [before, after] = [left.getText(), right.getText()];
  const { kind } = operatorToken;
  const tables = [
    ["boundary", boundaries],
    ["condition", opposites],
    ["logic", logic],
    ["arithmetic", arithmetic],
  ] as const;
  for (const [operator, table] of tables) {
    const other = table.get(kind);
    if (other === undefined) continue;
    // Minus makes nonsense of texts that are put together, which any test sees.
    if (operator === "arithmetic" && [left, right].some(isText)) return [];
    // Without parentheses, `a && b` inside `x || y` would be grouped in another way.
    return [[operator, `(${before}) ${other} (${after})`]];
  }
  return kind === ts.SyntaxKind.QuestionQuestionToken ? [["logic", before]] : [];
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || /["'`]/.test(node.getText());
}

function isSuperCall({ expression }: ts.ExpressionStatement): boolean {
  return ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function literalReplacement(node: ts.Node): string | undefined {
  if (isName(node)) return undefined;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  if (ts.isNumericLiteral(node)) return `${node.getText()} + 1`;
  if (ts.isStringLiteral(node) || (ts.isNoSubstitutionTemplateLiteral(node) && !isTagged(node))) {
    return node.text === "" ? '"mutant"' : '""';
  }
  return undefined;
}

/** A literal that names a member and is no value. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ((ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) &&
      parent.name === node) ||
    ts.isEnumMember(parent)
  );
}

function isTagged(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node.parent);
}
