import ts from "typescript";
import { oneLine } from "./declarations";

/** A doc comment of a definition. */
export interface SourceComment {
  /** Above the tags, paragraph by paragraph. */
  readonly text: string;
  /** As they stand there, tag by tag. */
  readonly examples: string;
  readonly tags: Readonly<Partial<Record<SourceTag, string>>>;
}

/** Something that a definition names in an object literal. */
export interface SourceMember {
  readonly comment: SourceComment;
  /** The expression of its kind or form. */
  readonly expression: ts.Expression;
}

/** A constant of which an exported interface becomes. */
export interface SourceObject {
  readonly name: string;
  readonly comment: SourceComment;
  readonly members: ReadonlyMap<string, SourceMember>;
}

/**
 * The tags of a definition beside `@example`. Of a kind:
 *
 * - `@permissions`: the end of the sentence about permissions, where it is not the right to use what links name;
 * - `@source`: the source of what the definition says;
 * - `@deadline`: a sentence behind that about the default deadline;
 * - `@restore`: a sentence about the effect of `RESTORE`;
 * - `@settings`: the name of the type of all settings, where it is not that of the kind;
 * - `@member`: an example of a member as the output `managedFields` has it.
 *
 * Of a member:
 *
 * - `@output`: the text of the output, where the first sentence of the argument's is not enough;
 * - `@type`: the type of an output, by its name in `types.output`;
 * - `@always`: the service always answers the output;
 * - `@required`: a member that an object always has;
 * - `@values`: a sentence of each value that one can give, beginning with it, where the text has none.
 */
const tags = [
  "permissions",
  "source",
  "deadline",
  "restore",
  "settings",
  "member",
  "output",
  "type",
  "always",
  "required",
  "values",
] as const;

export type SourceTag = (typeof tags)[number];

/** The functions that make a kind of an object of its members. */
const makers = ["objectKind", "keyedListKind", "eitherMemberKind"];

/** The doc comments of a definition, whose kinds and forms are known: this finds where the definition writes them. */
export class DefinitionSource {
  private readonly constants = new Map<string, ts.VariableDeclaration>();
  private readonly objectNames = new Set<string>();
  private readonly fields = new Map<string, SourceMember>();

  /** @param texts the text of each file of the definition by its name */
  constructor(private readonly texts: ReadonlyMap<string, string>) {
    const files = [...texts].map(([name, text]) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
    for (const file of files) for (const one of listConstants(file)) this.constants.set(one.name.getText(), one);
    for (const file of files) this.findObjectNames(file);
    for (const file of files) this.findFields(file);
  }

  /** The doc comment of a constant; an error where it has none. */
  findComment(constant: string): SourceComment {
    const comment = readComment(this.constants.get(constant)?.parent.parent);
    return comment ?? this.refuse(`the constant ${constant} has no doc comment`);
  }

  /** A setting, an argument or an output of the kind; an error without a doc comment. */
  findField(name: string): SourceMember {
    return this.fields.get(name) ?? this.refuse(`${name} has no doc comment`);
  }

  /** The object with exactly these members that an expression names; an error where it names none. */
  findObject(expression: ts.Expression, memberNames: readonly string[], at: string): SourceObject {
    const wanted = [...memberNames].sort().join(", ");
    for (const name of this.listObjectsIn(expression)) {
      const members = this.listMembers(name);
      if ([...members.keys()].sort().join(", ") === wanted) return { name, comment: this.findComment(name), members };
    }
    return this.refuse(`${at} has an object with ${wanted}: make its members a constant with a doc comment`);
  }

  private refuse(problem: string): never {
    throw new Error(`${[...this.texts.keys()].join(", ")}: ${problem}.`);
  }

  /** Names of constants that an expression makes an object of, also by way of other constants; the outermost come first. */
  private listObjectsIn(expression: ts.Node, names = new Set<string>()): ReadonlySet<string> {
    const own = objectNameIn(expression);
    if (own !== undefined && this.objectNames.has(own)) names.add(own);
    if (ts.isIdentifier(expression) && !names.has(expression.text)) {
      const constant = this.constants.get(expression.text)?.initializer;
      if (constant !== undefined && !ts.isObjectLiteralExpression(constant)) this.listObjectsIn(constant, names);
    }
    ts.forEachChild(expression, (child) => {
      this.listObjectsIn(child, names);
    });
    return names;
  }

  private listMembers(constant: string): ReadonlyMap<string, SourceMember> {
    const members = new Map<string, SourceMember>();
    for (const property of this.findLiteral(constant)?.properties ?? []) {
      if (ts.isSpreadAssignment(property))
        for (const [name, member] of this.listMembers(property.expression.getText())) members.set(name, member);
      else if (ts.isPropertyAssignment(property)) {
        const name = property.name.getText();
        const comment = readComment(property) ?? this.refuse(`${constant}.${name} has no doc comment`);
        members.set(name, { comment, expression: property.initializer });
      }
    }
    return members;
  }

  private findLiteral(constant: string): ts.ObjectLiteralExpression | undefined {
    let initializer = this.constants.get(constant)?.initializer;
    while (initializer !== undefined && (ts.isAsExpression(initializer) || ts.isSatisfiesExpression(initializer)))
      initializer = initializer.expression;
    return initializer !== undefined && ts.isObjectLiteralExpression(initializer) ? initializer : undefined;
  }

  private findObjectNames(node: ts.Node): void {
    const name = objectNameIn(node);
    if (name !== undefined) this.addObjectName(name);
    ts.forEachChild(node, (child) => {
      this.findObjectNames(child);
    });
  }

  /** With those whose members it takes over: their members are no fields either. */
  private addObjectName(name: string): void {
    const literal = this.findLiteral(name);
    if (literal === undefined || this.objectNames.has(name)) return;
    this.objectNames.add(name);
    for (const property of literal.properties)
      if (ts.isSpreadAssignment(property)) this.addObjectName(property.expression.getText());
  }

  private findFields(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && this.objectNames.has(node.name.getText())) return;
    const comment = ts.isPropertyAssignment(node) ? readComment(node) : undefined;
    if (ts.isPropertyAssignment(node) && comment !== undefined) {
      const name = node.name.getText();
      if (this.fields.has(name))
        this.refuse(`${name} has two doc comments: the name of a field is one in the whole kind`);
      this.fields.set(name, { comment, expression: node.initializer });
    }
    ts.forEachChild(node, (child) => {
      this.findFields(child);
    });
  }
}

function listConstants(file: ts.SourceFile): readonly ts.VariableDeclaration[] {
  return file.statements.flatMap((one) => (ts.isVariableStatement(one) ? one.declarationList.declarations : []));
}

/** The constant that a kind of an object, or the form of one, is made of: `objectKind(x)`, `{ members: x }`. */
function objectNameIn(node: ts.Node): string | undefined {
  const first =
    ts.isCallExpression(node) && makers.includes(node.expression.getText())
      ? node.arguments[0]
      : ts.isPropertyAssignment(node) && node.name.getText() === "members"
        ? node.initializer
        : undefined;
  return first !== undefined && ts.isIdentifier(first) ? first.text : undefined;
}

function readComment(node: ts.Node | undefined): SourceComment | undefined {
  const doc = (node as { jsDoc?: readonly ts.JSDoc[] } | undefined)?.jsDoc?.at(-1);
  if (doc === undefined) return undefined;
  const text = doc
    .getText()
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^[ \t]*\*? ?/gm, "")
    .trim();
  const [summary = "", ...blocks] = text.split(/^(?=@)/m);
  const isExample = (block: string) => block.startsWith("@example");
  const found = blocks.filter((block) => !isExample(block)).map((block) => readTag(block));
  const examples = blocks.filter(isExample).map((block) => block.trim());
  return { text: summary.trim(), examples: examples.join("\n\n"), tags: Object.fromEntries(found) };
}

function readTag(block: string): readonly [SourceTag, string] {
  const [, name = "", text = ""] = /^@(\w*)([^]*)$/.exec(block) ?? [];
  const tag = tags.find((known) => known === name);
  if (tag === undefined) throw new Error(`A definition has no tag @${name}: the tags are ${tags.join(", ")}, example.`);
  return [tag, oneLine(text)];
}
