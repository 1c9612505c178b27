import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

const entry = join(repository, "provider/src/index.ts");

/** An example of a doc comment: a title, and a fenced program. */
export interface Example {
  readonly title: string;
  readonly program: string;
}

/** A doc comment, taken apart. */
export interface Doc {
  /** The text above the tags, paragraph by paragraph, each on one line. */
  readonly paragraphs: readonly string[];
  readonly examples: readonly Example[];
  /** The text of a parameter. */
  parameter(name: string): string;
  readonly deprecated: string | undefined;
}

/** A member of a class or an interface. */
export interface Member {
  readonly name: string;
  readonly optional: boolean;
  readonly doc: Doc;
  readonly type: ts.TypeNode | undefined;
}

/** The public declarations of the package, as the compiler sees them. */
export class Sources {
  private readonly checker: ts.TypeChecker;
  private readonly exported: ReadonlyMap<string, ts.Symbol>;

  constructor() {
    const { config } = ts.readConfigFile(join(repository, "provider/tsconfig.json"), (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(repository, "provider"));
    const program = ts.createProgram([entry], { ...options, noEmit: true });
    this.checker = program.getTypeChecker();
    const source = program.getSourceFile(entry);
    const module = source && this.checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} exports nothing.`);
    this.exported = new Map(
      this.checker.getExportsOfModule(module).map((symbol) => [symbol.name, this.origin(symbol)]),
    );
  }

  /** Names of everything that the package exports. */
  get names(): readonly string[] {
    return [...this.exported.keys()];
  }

  /** What the package exports under that name. */
  named(name: string): ts.Symbol {
    const symbol = this.exported.get(name);
    if (symbol === undefined) throw new Error(`The package exports no ${name}.`);
    return symbol;
  }

  /** The declaration that a type refers to. */
  referred(node: ts.TypeReferenceNode): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node.typeName);
    return symbol && this.origin(symbol);
  }

  doc(symbol: ts.Symbol): Doc {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    const tags = symbol.getJsDocTags(this.checker).map(({ name, text }) => ({
      name,
      text: ts.displayPartsToString(text),
    }));
    const [deprecated] = tags.filter(({ name }) => name === "deprecated");
    return {
      paragraphs: paragraphsOf(text),
      examples: tags.filter(({ name }) => name === "example").map(({ text }) => exampleOf(symbol.name, text)),
      parameter: (parameter) => {
        const found = tags.find(({ name, text }) => name === "param" && text.startsWith(`${parameter} `));
        return oneLine(found?.text.slice(parameter.length) ?? "");
      },
      deprecated: deprecated && oneLine(deprecated.text),
    };
  }

  /** The properties of an interface or a class, inherited ones of this package included, without its methods. */
  members(symbol: ts.Symbol): Member[] {
    return this.checker.getPropertiesOfType(this.checker.getDeclaredTypeOfSymbol(symbol)).flatMap((property) => {
      const declaration = property.declarations?.find(
        (found) => ts.isPropertySignature(found) || ts.isPropertyDeclaration(found),
      );
      if (declaration === undefined || !isOurs(declaration)) return [];
      return [this.member(property, declaration as ts.PropertySignature | ts.PropertyDeclaration)];
    });
  }

  /** The members of a type that is written in place. */
  literalMembers(node: ts.TypeLiteralNode): Member[] {
    return node.members.filter(ts.isPropertySignature).flatMap((declaration) => {
      const symbol = this.checker.getSymbolAtLocation(declaration.name);
      return symbol === undefined ? [] : [this.member(symbol, declaration)];
    });
  }

  /** A static method of a class. */
  staticMethod(symbol: ts.Symbol, name: string): ts.Symbol | undefined {
    const found = symbol.exports?.get(ts.escapeLeadingUnderscores(name));
    return found?.declarations?.some(ts.isMethodDeclaration) === true ? found : undefined;
  }

  /** The declaration of a name in the file of a symbol, whether it is exported or not. */
  inFileOf(symbol: ts.Symbol, name: string): ts.Symbol | undefined {
    const source = symbol.declarations?.[0]?.getSourceFile();
    const inScope = source && this.checker.getSymbolsInScope(source, ts.SymbolFlags.All);
    const found = inScope?.find((each) => each.name === name);
    return found && this.checker.getExportSymbolOfSymbol(found);
  }

  /** The text of a property of a constant of the same file: what a class says of itself. */
  textIn(symbol: ts.Symbol, constant: string, property: string): string | undefined {
    const declaration = this.inFileOf(symbol, constant)?.valueDeclaration;
    if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
    const literal = declaration.initializer;
    if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
    const found = literal.properties
      .filter(ts.isPropertyAssignment)
      .find(({ name }) => name.getText() === property)?.initializer;
    return found !== undefined && ts.isStringLiteralLike(found) ? found.text : undefined;
  }

  /** The type of a parameter of a function. */
  parameterType(symbol: ts.Symbol, name: string): ts.Symbol | undefined {
    const declaration = symbol.valueDeclaration;
    if (declaration === undefined || !ts.isFunctionDeclaration(declaration)) return undefined;
    const type = declaration.parameters.find((parameter) => parameter.name.getText() === name)?.type;
    return type !== undefined && ts.isTypeReferenceNode(type) ? this.referred(type) : undefined;
  }

  private member(symbol: ts.Symbol, declaration: ts.PropertySignature | ts.PropertyDeclaration): Member {
    return {
      name: symbol.name,
      optional: declaration.questionToken !== undefined,
      doc: this.doc(symbol),
      type: declaration.type,
    };
  }

  private origin(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

/** Whether a declaration is of this package. */
export function isOurs(declaration: ts.Declaration): boolean {
  return declaration.getSourceFile().fileName.includes("/provider/src/");
}

/** A text without its line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => (/^\s*[-*|] /m.test(paragraph) ? paragraph.trim() : oneLine(paragraph)))
    .filter((paragraph) => paragraph !== "");
}

function exampleOf(name: string, text: string): Example {
  const [, title = "", program = ""] = /^([^\n]*)\n?```ts\n([^]*?)\n```\s*$/.exec(text.trim()) ?? [];
  if (title === "" || program === "") throw new Error(`An example of ${name} has no title or no program:\n${text}`);
  return { title: title.trim(), program };
}
