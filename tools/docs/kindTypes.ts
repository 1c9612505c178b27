import type ts from "typescript";
import type { Choices, Kind } from "../../provider/src/fields/kind";
import type { Form } from "../../provider/src/types/form";
import { capitalize } from "./declarations";
import type { DefinitionSource, SourceComment, SourceObject } from "./definitionSource";
import { breakLines, writeDoc } from "./docComment";

/** The text of each interface that kinds refer to, by its name: those of all kinds together. */
export interface Interfaces {
  readonly inputs: Map<string, string>;
  readonly outputs: Map<string, string>;
  /** Members that are numbers with a fraction: `SubnetworkLogConfigFlowSampling`. */
  readonly fractions: Set<string>;
}

/** The member of an item of a keyed list that no service has, and no definition writes. */
const absentText =
  "`true`: the item is not to be there. The resource removes it, also one of somebody else, and a restore puts it back. Give nothing but the key beside it.";

/** Writes the types of arguments and outputs as their kinds say them, and collects the interfaces of objects in them. */
export class KindTypes {
  constructor(
    private readonly source: DefinitionSource,
    private readonly interfaces: Interfaces,
  ) {}

  /**
   * The type of a value that a program gives.
   *
   * @param expression where the definition makes the kind
   * @param at the name of the value, for errors
   * @param room the namespace of interfaces, with its point
   */
  argument(kind: Kind, expression: ts.Expression, at: string, room = "inputs."): string {
    const { choices, item, member, form, byKey } = kind;
    if (choices !== undefined) return writeChoices(choices);
    if (item !== undefined) {
      const entry = byKey?.map.member?.("");
      const isKeyed = entry?.keyNames !== undefined;
      return `pulumi.Input<${isKeyed ? this.keyedItem(entry, expression, at, room) : this.argument(item, expression, at, room)}>[]`;
    }
    if (member !== undefined && typeof form === "object" && "map" in form) {
      const value = member("");
      const nothing = value?.presenceMatters ? " | null" : "";
      return `Record<string, pulumi.Input<${this.argument(value ?? kind, expression, at, room)}${nothing}>>`;
    }
    if (member !== undefined) return room + this.object(kind, expression, at, []);
    return scalarType(form, at);
  }

  /** The type of an output of that form: nobody writes its kind beside the form. */
  output(form: Form, expression: ts.Expression, at: string, room = "outputs."): string {
    if (typeof form === "string") return scalarType(form, at);
    if ("list" in form) return `${this.output(form.list, expression, at, room)}[]`;
    if ("map" in form) return `Record<string, ${this.output(form.map, expression, at, room)}>`;
    const found = this.source.findObject(expression, Object.keys(form.members), at);
    const members = [...found.members].map(([name, { comment, expression: inner }]) => {
      const type = this.output(form.members[name] ?? "any", inner, `${at}.${name}`, "");
      return `${writeDoc(comment.text)}\n${name}?: ${type};\n`;
    });
    return room + this.add(this.interfaces.outputs, found, members);
  }

  /** Notes a number with a fraction for the schema. */
  addFraction(owner: string, name: string): void {
    this.interfaces.fractions.add(capitalize(owner) + capitalize(name));
  }

  private keyedItem(entry: Kind, expression: ts.Expression, at: string, room: string): string {
    const { keyNames = [] } = entry;
    return (
      room +
      this.object(
        entry,
        expression,
        at,
        keyNames.length === 1 ? keyNames : [],
        `${writeDoc(absentText)}\n${writeArgument("absent", "boolean", false)}`,
      )
    );
  }

  /** @param required members that each object has */
  private object(kind: Kind, expression: ts.Expression, at: string, required: readonly string[], more = ""): string {
    const { form } = kind;
    const names = typeof form === "object" && "members" in form ? Object.keys(form.members) : [];
    const found = this.source.findObject(expression, names, at);
    const members = [...found.members].map(([name, { comment, expression: inner }]) => {
      const member = kind.member?.(name);
      const type = member === undefined ? "unknown" : this.argument(member, inner, `${at}.${name}`, "");
      if (member?.isFraction) this.addFraction(found.name, name);
      const isRequired = required.includes(name) || comment.tags.required !== undefined;
      return `${writeArgumentDoc(comment)}\n${writeArgument(name, type, isRequired)}`;
    });
    return this.add(this.interfaces.inputs, found, more === "" ? members : [...members, more]);
  }

  /** Kinds of one definition have objects in common. */
  private add(all: Map<string, string>, { name, comment }: SourceObject, members: readonly string[]): string {
    const upper = capitalize(name);
    const text = `${writeDoc(comment.text)}\nexport interface ${upper} {\n${members.join("")}}\n`;
    if ((all.get(upper) ?? text) !== text)
      throw new Error(`Two kinds have different objects ${name}, and both become ${upper}: rename a constant.`);
    all.set(upper, text);
    return upper;
  }
}

/** The doc comment of a member that a program gives. */
export function writeArgumentDoc({ text, tags: { values } }: SourceComment): string {
  return writeDoc(text, values === undefined ? "" : breakLines(`@values ${values}`));
}

/** A member that a program gives. */
export function writeArgument(name: string, type: string, isRequired: boolean): string {
  return isRequired ? `${name}: pulumi.Input<${type}>;\n` : `${name}?: pulumi.Input<${type} | undefined>;\n`;
}

/** The type of a value that is one of a few. */
export function writeChoices({ values, isOpen }: Choices): string {
  const isEither = values.includes(true) && values.includes(false);
  const texts = values.filter((value) => !isEither || typeof value === "string").map((value) => JSON.stringify(value));
  const union = [...(isEither ? ["boolean"] : []), ...texts].join(" | ");
  return isOpen ? `Open<${union}>` : union;
}

/** The type of a value of that form, where it has no parts. */
export function scalarType(form: Form, at: string): string {
  if (form === "text" || form === "int64") return "string";
  if (form === "number" || form === "boolean") return form;
  throw new Error(`${at} has a form without a type: say it with @type.`);
}
