import {
  ArrayType,
  type DeclarationReflection,
  IntersectionType,
  ReferenceType,
  ReflectionKind,
  ReflectionType,
  type SomeType,
  TypeOperatorType,
  UnionType,
} from "typedoc";

/** What says nothing of the value itself. */
export const wrappers = ["Input", "Output", "OutputInstance", "Unwrap", "UnwrappedObject", "Open", "Waiting"];

/** One of the types that a value may have, and the interface whose section on the page describes it. */
interface Alternative {
  readonly text: string;
  readonly described?: DeclarationReflection;
}

/** Writes types for readers, and collects those that need a section of their own on the page. */
export class Types {
  /** Every interface that was written so far. The set may grow while it is walked. */
  readonly described = new Set<DeclarationReflection>();

  /** A type as Markdown. */
  written(type: SomeType | undefined): string {
    return listAlternatives(type)
      .map(({ text, described }) => {
        if (described === undefined) return `\`${text}\``;
        this.described.add(described);
        return `[\`${text}\`](#${described.name.toLowerCase()}-${findSide(described)})`;
      })
      .join(", ");
  }
}

/** Whether an interface describes what the program gives, or what it gets. */
export function findSide({ parent }: DeclarationReflection): "argument" | "output" {
  return parent?.name === "output" ? "output" : "argument";
}

/** The members of an object that is written in place, or of the items of such a list. */
export function innerMembers(type: SomeType | undefined): readonly DeclarationReflection[] {
  if (type instanceof ReflectionType) return type.declaration.children ?? [];
  if (type instanceof ArrayType) return innerMembers(type.elementType);
  if (type instanceof UnionType) return type.types.flatMap(innerMembers);
  return type instanceof ReferenceType && wrappers.includes(type.name) ? innerMembers(type.typeArguments?.[0]) : [];
}

function listAlternatives(type: SomeType | undefined): Alternative[] {
  if (type instanceof UnionType) {
    // The editor lists them all, and the description names examples.
    if (type.types.length > 20) return [{ text: "string" }];
    const all = type.types.flatMap(listAlternatives);
    return [...new Map(all.map((each) => [each.text, each])).values()];
  }
  if (type instanceof ArrayType) return wrapEach(type.elementType, (text) => `${text}[]`);
  if (type instanceof TypeOperatorType) return listAlternatives(type.target);
  if (type instanceof ReferenceType) return listReferenced(type);
  if (type instanceof ReflectionType) return [{ text: "object" }];
  // An open enumeration has `string & {}` as well.
  if (type === undefined || type instanceof IntersectionType || type.toString() === "undefined") return [];
  return [{ text: type.toString() }];
}

function listReferenced(type: ReferenceType): Alternative[] {
  const [first, second] = type.typeArguments ?? [];
  if (wrappers.includes(type.name)) return listAlternatives(first);
  if (type.name === "UnwrappedArray" && first !== undefined) return wrapEach(first, (text) => `${text}[]`);
  if (type.name === "Record" && second !== undefined) return wrapEach(second, (text) => `Record<string, ${text}>`);
  const named = type.reflection as DeclarationReflection | undefined;
  if (named?.kind === ReflectionKind.Interface) return [{ text: named.name, described: named }];
  // The name of a union says less than its members.
  return named?.type instanceof UnionType ? listAlternatives(named.type) : [{ text: type.name }];
}

function wrapEach(type: SomeType, write: (text: string) => string): Alternative[] {
  const inner = listAlternatives(type);
  const [only, ...more] = inner;
  if (only !== undefined && more.length === 0) return [{ ...only, text: write(only.text) }];
  const described = inner.find((each) => each.described !== undefined)?.described;
  const text = write(`(${inner.map((each) => each.text).join(" | ")})`);
  return [{ text, ...(described === undefined ? {} : { described }) }];
}
