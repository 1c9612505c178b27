import {
  ArrayType,
  type DeclarationReflection,
  LiteralType,
  ReferenceType,
  type Reflection,
  ReflectionKind,
  ReflectionType,
  type SomeType,
  TypeOperatorType,
  UnionType,
} from "typedoc";
import { pluginToken } from "../../provider/src/names/typeToken";
import { listFractions } from "./generatedFiles";
import { capitalize, readDoc, listProperties } from "./declarations";
import { describeValues, readIntroduction, valueName } from "./enumWords";
import { findSide, wrappers } from "./types";

/** A type in the language of Pulumi's package schema. */
export interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly deprecationMessage?: string;
  readonly secret?: true;
  readonly willReplaceOnChanges?: true;
}

export type PropertySpecs = Readonly<Record<string, PropertySpec>>;

/** Members, and which of them are always there. */
export interface Members {
  readonly properties: PropertySpecs;
  readonly required: readonly string[];
}

/** A type that has a name: an object or an enumeration. */
export interface NamedType extends Partial<Members> {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly EnumValue[];
}

export interface EnumValue {
  /** That of the constant in an SDK. */
  readonly name?: string;
  readonly value: string;
  readonly description?: string;
}

type Side = ReturnType<typeof findSide>;

/** Where a type stands that has no name of its own. */
interface Place {
  /** That of an object or an enumeration that is written there. */
  readonly name: string;
  /** The text of what is written there. */
  readonly words: string;
}

/** Numbers that can be larger than an integer of the schema, which has 32 bits in some languages, or have a fraction. */
const wideNumbers = [
  "InterconnectAttachmentConfigurationConstraintsBgpPeerASNRangeMax",
  "InterconnectAttachmentConfigurationConstraintsBgpPeerASNRangeMin",
  "QuotaExceededInfoFutureLimit",
  "QuotaExceededInfoLimit",
  "RouteAsPathAsLists",
  "RouteNextHopInterRegionCost",
  "RouteNextHopMed",
];

/** Writes types in the language of the schema, and collects those that have a name. */
export class SchemaTypes {
  private readonly named = new Map<string, NamedType>();

  private readonly wide = new Set([...wideNumbers, ...listFractions()]);

  /** @param inputNames the names of types that a program gives: an output of that name gets another one */
  constructor(private readonly inputNames: ReadonlySet<string>) {}

  /** Every type that something refers to, by its token. */
  get all(): Readonly<Record<string, NamedType>> {
    return Object.fromEntries([...this.named].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Arguments, outputs, or the members of an object; `owner` is what they are of. */
  members(members: readonly DeclarationReflection[], owner: string, side: Side): Members {
    return {
      properties: Object.fromEntries(members.map((member) => [member.name, this.property(member, owner, side)])),
      required: members.filter((member) => !mayBeAbsent(member)).map(({ name }) => name),
    };
  }

  private property(member: DeclarationReflection, owner: string, side: Side): PropertySpec {
    const { deprecated } = readDoc(member);
    const known = knownValues(member.type);
    const values = known.length === 0 ? "" : ` Known values: ${known.map((value) => `\`${value}\``).join(", ")}.`;
    return {
      ...this.toType(member.type, { name: nameIn(owner, member), words: readWords(member) }, side),
      description: describe(member) + values,
      ...(deprecated === undefined ? {} : { deprecationMessage: inNamespace(deprecated) }),
    };
  }

  private toType(type: SomeType | undefined, place: Place, side: Side): TypeSpec {
    const alternatives = listAlternatives(type);
    const texts = textsAmong(alternatives);
    const others = alternatives.filter((one) => !(one instanceof LiteralType));
    const all = others.map((one) => this.single(one, place, side));
    if (texts.length > 0) {
      // A later version of the service may answer others, and no language may refuse to read one.
      all.push({ type: "string" });
      // Beside the texts themselves: not every language takes a text for a constant of the enumeration.
      if (side === "argument") all.push(this.enumeration(place, texts));
    }
    const [only, ...more] = all;
    if (only === undefined) throw new Error(`${place.name} has no type that a schema can say: ${String(type)}.`);
    return more.length === 0 ? only : { oneOf: all };
  }

  private single(type: SomeType, place: Place, side: Side): TypeSpec {
    if (type instanceof ArrayType) return { type: "array", items: this.toType(type.elementType, place, side) };
    if (type instanceof ReflectionType) return this.object(place, type.declaration, side);
    if (type instanceof ReferenceType) return this.reference(type, place, side);
    const text = type.toString();
    if (text === "unknown") return { $ref: "pulumi.json#/Any" };
    return { type: text === "number" && !this.wide.has(place.name) ? "integer" : text };
  }

  private reference(type: ReferenceType, place: Place, side: Side): TypeSpec {
    const [first, second] = type.typeArguments ?? [];
    if (type.name === "UnwrappedArray") return { type: "array", items: this.toType(first, place, side) };
    if (type.name === "Record") return { type: "object", additionalProperties: this.toType(second, place, side) };
    if (type.name === "Open") return this.toType(first, place, side);
    const declared = type.reflection as DeclarationReflection | undefined;
    if (declared === undefined)
      throw new Error(`${place.name} has a type that is declared nowhere: ${type.toString()}.`);
    if (declared.type instanceof UnionType)
      return this.toType(declared.type, { name: declared.name, words: readWords(declared) }, side);
    const its = findSide(declared);
    const plain = declared.name.replace(/Args$/, "");
    const name = its === "output" && this.inputNames.has(plain) ? `${plain}Response` : plain;
    return this.object({ name, words: readWords(declared) }, declared, its);
  }

  private object({ name, words }: Place, declared: DeclarationReflection, side: Side): TypeSpec {
    return this.refer(name, () => ({
      type: "object",
      description: words,
      ...this.members(listProperties(declared), name, side),
    }));
  }

  private enumeration({ name, words }: Place, values: readonly string[]): TypeSpec {
    return this.refer(name, () => {
      const texts = describeValues(words, values);
      return {
        type: "string",
        description: readIntroduction(words, values),
        enum: values.map((value) => ({ name: valueName(value), value, description: texts.get(value) ?? "" })),
      };
    });
  }

  private refer(name: string, describe: () => NamedType): TypeSpec {
    const token = pluginToken(name);
    if (!this.named.has(token)) this.named.set(token, describe());
    return { $ref: `#/types/${token}` };
  }
}

/** The text of a doc comment for a program of any language: the plugin has its settings in its own namespace. */
export function describe(reflection: Reflection): string {
  const paragraphs = readDoc(reflection).paragraphs.filter((paragraph) => !paragraph.startsWith("Source:"));
  return inNamespace(paragraphs.join("\n\n"));
}

/** The text of something with what its tag says of the values. */
function readWords(reflection: Reflection): string {
  const { values } = readDoc(reflection);
  return describe(reflection) + (values === undefined ? "" : ` ${inNamespace(values)}`);
}

function inNamespace(text: string): string {
  return text.replaceAll("`gcp:", "`gce:");
}

function mayBeAbsent({ flags, type }: DeclarationReflection): boolean {
  return flags.isOptional || alternatives(type).some((one) => one.toString() === "undefined");
}

/** The alternatives of a value that is present. */
function listAlternatives(type: SomeType | undefined): SomeType[] {
  return alternatives(type).filter((one) => !["undefined", "null"].includes(one.toString()));
}

function alternatives(type: SomeType | undefined): SomeType[] {
  if (type === undefined) return [];
  if (type instanceof UnionType) return type.types.flatMap(alternatives);
  if (type instanceof TypeOperatorType) return alternatives(type.target);
  const isWrapper = type instanceof ReferenceType && type.name !== "Open" && wrappers.includes(type.name);
  return isWrapper ? alternatives(type.typeArguments?.[0]) : [type];
}

function textsAmong(types: readonly SomeType[]): string[] {
  return types.flatMap((one) => (one instanceof LiteralType && typeof one.value === "string" ? [one.value] : []));
}

/** The values that an open enumeration had when this was written. */
function knownValues(type: SomeType | undefined): string[] {
  const [only] = listAlternatives(type);
  if (only instanceof ArrayType) return knownValues(only.elementType);
  const isOpen = only instanceof ReferenceType && only.name === "Open";
  return isOpen ? textsAmong(listAlternatives(only.typeArguments?.[0])) : [];
}

/** `SnapshotType` is the type of `Snapshot.snapshotType`. What several have has the name of where it is declared. */
function nameIn(owner: string, { name, inheritedFrom, parent }: DeclarationReflection): string {
  const place =
    inheritedFrom?.name.split(".")[0] ?? (parent?.kindOf(ReflectionKind.TypeLiteral) ? owner : parent?.name);
  const declaredBy = place?.replace(/Args$/, "") ?? owner;
  const upper = capitalize(name);
  return upper.startsWith(declaredBy) ? upper : declaredBy + upper;
}
