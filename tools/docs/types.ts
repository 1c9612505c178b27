import ts from "typescript";
import { isOurs, type Member, type Sources } from "./source";

/** Whether a type is of something that the program gives, or of something that it gets. */
export type Side = "argument" | "output";

/** One of the types that a value may have. */
interface Alternative {
  readonly text: string;
  readonly anchor?: string;
}

/** A type that has a section of its own on a page. */
export interface NamedType {
  readonly symbol: ts.Symbol;
  readonly side: Side;
}

/** Writes types for readers, and collects those that need a section of their own. */
export class Types {
  private readonly named = new Map<string, NamedType>();

  /** @param own types that the page shows anyway, with their anchors */
  constructor(
    private readonly sources: Sources,
    private readonly own: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** Every type that was written so far and has members of its own. The map may grow while it is walked. */
  sections(): Iterable<NamedType> {
    return this.named.values();
  }

  /** A type as Markdown. */
  written({ type }: Member, side: Side): string {
    const alternatives = type === undefined ? [] : this.alternatives(type, side);
    return alternatives
      .map(({ text, anchor }) => (anchor === undefined ? `\`${text}\`` : `[\`${text}\`](#${anchor})`))
      .join(", ");
  }

  /** The members of an object that is written in place, or of the items of such a list. */
  inner({ type }: Member): readonly Member[] {
    let node = type;
    while (node !== undefined && !ts.isTypeLiteralNode(node)) {
      if (ts.isArrayTypeNode(node)) node = node.elementType;
      else if (ts.isTypeReferenceNode(node) && wrappers.has(nameOf(node))) node = node.typeArguments?.[0];
      else if (ts.isUnionTypeNode(node)) node = node.types.find((each) => !isAbsent(each));
      else return [];
    }
    return node === undefined ? [] : this.sources.literalMembers(node);
  }

  private alternatives(node: ts.TypeNode, side: Side): Alternative[] {
    if (isAbsent(node)) return [];
    if (ts.isParenthesizedTypeNode(node)) return this.alternatives(node.type, side);
    if (ts.isUnionTypeNode(node)) return unique(node.types.flatMap((each) => this.alternatives(each, side)));
    if (ts.isArrayTypeNode(node)) return this.inEach(node.elementType, side, (text) => `${text}[]`);
    if (ts.isTypeReferenceNode(node)) return this.reference(node, side);
    if (ts.isTypeLiteralNode(node)) return [{ text: "object" }];
    if (ts.isIndexedAccessTypeNode(node)) return this.indexed(node, side);
    return [{ text: node.getText() }];
  }

  private reference(node: ts.TypeReferenceNode, side: Side): Alternative[] {
    const name = nameOf(node);
    const [first, second] = node.typeArguments ?? [];
    if (wrappers.has(name) && first !== undefined) return this.alternatives(first, side);
    if (name === "Record" && second !== undefined) {
      return this.inEach(second, side, (text) => `Record<string, ${text}>`);
    }
    const symbol = this.sources.referred(node);
    const declaration = symbol?.declarations?.[0];
    if (symbol === undefined || declaration === undefined || !isOurs(declaration)) return [{ text: name }];
    const own = this.own.get(symbol.name);
    if (own !== undefined) return [{ text: symbol.name, anchor: own }];
    if (ts.isTypeAliasDeclaration(declaration) && isTransparent(declaration.type)) {
      return this.alternatives(declaration.type, side);
    }
    if (!ts.isInterfaceDeclaration(declaration)) return [{ text: symbol.name }];
    const anchor = `${symbol.name.toLowerCase()}-${side}`;
    this.named.set(anchor, { symbol, side });
    return [{ text: symbol.name, anchor }];
  }

  /** `Managed["versions"]`: the type of that argument. */
  private indexed({ objectType, indexType }: ts.IndexedAccessTypeNode, side: Side): Alternative[] {
    const key = indexType.getText().slice(1, -1);
    const settings = ts.isTypeReferenceNode(objectType) ? this.sources.referred(objectType) : undefined;
    const owner = settings && this.sources.inFileOf(settings, "RegionInstanceGroupManagerPatchArgs");
    const found = owner && this.sources.members(owner).find(({ name }) => name === key);
    if (found?.type === undefined) return [{ text: "object" }];
    return this.alternatives(found.type, side === "output" ? "argument" : side);
  }

  private inEach(node: ts.TypeNode, side: Side, write: (text: string) => string): Alternative[] {
    const inner = this.alternatives(node, side);
    const [only, ...more] = inner;
    if (only !== undefined && more.length === 0) return [{ ...only, text: write(only.text) }];
    return [{ text: write(`(${inner.map(({ text }) => text).join(" | ")})`) }];
  }
}

/** What says nothing of the value itself. */
const wrappers = new Set(["pulumi.Input", "pulumi.Output", "pulumi.Unwrap", "Open"]);

/** Whether an alias says no more than the type that it stands for. */
function isTransparent(node: ts.TypeNode): boolean {
  return ts.isUnionTypeNode(node) || (ts.isTypeReferenceNode(node) && wrappers.has(nameOf(node)));
}

function nameOf(node: ts.TypeReferenceNode): string {
  return node.typeName.getText();
}

/** `undefined`, and the `string & {}` of an open enumeration. */
function isAbsent(node: ts.TypeNode): boolean {
  return node.kind === ts.SyntaxKind.UndefinedKeyword || ts.isIntersectionTypeNode(node);
}

function unique(alternatives: readonly Alternative[]): Alternative[] {
  return [...new Map(alternatives.map((each) => [each.text, each])).values()];
}
