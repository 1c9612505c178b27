import ts from "typescript";
import { stringify } from "yaml";
import { pluginPackage } from "../../provider/src/names/typeToken";

/** A program in YAML, without the head of its `Pulumi.yaml`. */
interface Program {
  readonly resources: Record<string, object>;
  readonly variables: Record<string, object>;
  readonly outputs: Record<string, string>;
}

/** Thrown where a program has something that this does not read. */
class NotReadable extends Error {
  constructor(node: ts.Node) {
    super(`A first example is one that every language can have. No YAML is written of this: ${node.getText()}`);
  }
}

/**
 * The same program in YAML. It reads the part of TypeScript that first examples are written in.
 *
 * Two things become less: a key with `null`, which no type of the schema allows, is left out; and of what `apply` makes
 * of an Output, the Output itself is exported, under its own name.
 *
 * @param text the fenced program of an example
 */
export function yamlProgram(text: string): string {
  const program = text.replace(/^```\w+\n|```$/g, "");
  const source = ts.createSourceFile("example.ts", program, ts.ScriptTarget.ES2023, true);
  const reader = new ProgramReader();
  for (const statement of source.statements) reader.read(statement);
  const sections = Object.entries(reader.program).filter(([, section]) => Object.keys(section as object).length > 0);
  return stringify(Object.fromEntries(sections), { aliasDuplicateObjects: false, lineWidth: 0 });
}

class ProgramReader {
  readonly program: Program = { resources: {}, variables: {}, outputs: {} };

  /** The reference in YAML of each constant. */
  private readonly references = new Map<string, string>();

  read(statement: ts.Statement): void {
    if (ts.isImportDeclaration(statement) && statement.moduleSpecifier.getText() === '"pulumi-gce"') return;
    const [declared, ...more] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    if (declared?.initializer === undefined || more.length > 0) throw new NotReadable(statement);
    const isExported = ts.getCombinedModifierFlags(declared) === ts.ModifierFlags.Export;
    if (isExported) this.readOutput(declared.name.getText(), declared.initializer);
    else this.readDeclaration(declared.name, declared.initializer);
  }

  private readOutput(name: string, value: ts.Expression): void {
    const { outputs } = this.program;
    const isApplied =
      ts.isCallExpression(value) &&
      ts.isPropertyAccessExpression(value.expression) &&
      value.expression.name.text === "apply";
    const reference = this.reference(isApplied ? value.expression.expression : value);
    outputs[isApplied ? (reference.split(".")[1] ?? "result") : name] = `\${${reference}}`;
  }

  private readDeclaration(name: ts.BindingName, value: ts.Expression): void {
    const { resources, variables } = this.program;
    if (ts.isNewExpression(value) && ts.isIdentifier(name)) {
      const [resourceName, args, ...options] = value.arguments ?? [];
      if (resourceName === undefined || args === undefined || options.length > 0) throw new NotReadable(value);
      const ownName = this.value(resourceName);
      resources[name.text] = {
        type: `${pluginPackage}:${member(value.expression)}`,
        ...(ownName === name.text ? {} : { name: ownName }),
        properties: this.value(args),
      };
      this.references.set(name.text, name.text);
    } else if (ts.isCallExpression(value)) {
      const [args, ...options] = value.arguments;
      if (args === undefined || options.length > 0) throw new NotReadable(value);
      const variable = ts.isIdentifier(name) ? name.text : "found";
      const called = `${pluginPackage}:${member(value.expression).replace(/Output$/, "")}`;
      variables[variable] = { "fn::invoke": { function: called, arguments: this.value(args) } };
      if (ts.isIdentifier(name)) this.references.set(variable, variable);
      else for (const part of name.elements) this.references.set(part.getText(), `${variable}.${part.getText()}`);
    } else throw new NotReadable(value);
  }

  private reference(value: ts.Expression): string {
    const found = ts.isIdentifier(value) ? this.references.get(value.text) : undefined;
    if (found !== undefined) return found;
    if (ts.isPropertyAccessExpression(value)) return `${this.reference(value.expression)}.${value.name.text}`;
    throw new NotReadable(value);
  }

  private value(value: ts.Expression): unknown {
    if (ts.isStringLiteral(value)) return value.text;
    if (ts.isNumericLiteral(value)) return Number(value.text);
    if (value.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (value.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (value.kind === ts.SyntaxKind.NullKeyword) return undefined;
    if (ts.isArrayLiteralExpression(value)) return value.elements.map((element) => this.value(element));
    if (!ts.isObjectLiteralExpression(value)) return `\${${this.reference(value)}}`;
    const members = value.properties.map((property) => {
      if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) throw new NotReadable(property);
      return [property.name.text, this.value(property.initializer)] as const;
    });
    return Object.fromEntries(members.filter(([, present]) => present !== undefined));
  }
}

/** `Route` of `gce.Route`. */
function member(value: ts.Expression): string {
  if (ts.isPropertyAccessExpression(value) && value.expression.getText() === "gce") return value.name.text;
  throw new NotReadable(value);
}
