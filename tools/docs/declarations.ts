import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Application,
  Comment,
  type DeclarationReflection,
  OptionDefaults,
  ReferenceType,
  type Reflection,
} from "typedoc";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The exports of the package, by name. */
export type Declarations = ReadonlyMap<string, DeclarationReflection>;

/** Reads the sources with typedoc. Something public without a text, and a link that leads nowhere, are errors. */
export async function readDeclarations(): Promise<Declarations> {
  const app = await Application.bootstrapWithPlugins({
    options: join(repository, "typedoc.json"),
    tsconfig: join(repository, "provider/tsconfig.json"),
    blockTags: [...OptionDefaults.blockTags, "@values"],
  });
  const project = await app.convert();
  if (project !== undefined) app.validate(project);
  if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error("typedoc objects to the sources, as it says above.");
  return new Map(project.children?.map((child) => [child.name, child]));
}

export function findDeclaration(declarations: Declarations, name: string): DeclarationReflection {
  const found = declarations.get(name);
  if (found === undefined) throw new Error(`The package exports no ${name}.`);
  return found;
}

/**
 * The properties of a class or an interface, or of the interface that an alias names, some of which it may leave out:
 * its own come first.
 */
export function listProperties({ type, children = [] }: DeclarationReflection): DeclarationReflection[] {
  if (type instanceof ReferenceType) {
    const [whole, left] = type.name === "Omit" ? (type.typeArguments ?? []) : [type];
    const all =
      whole instanceof ReferenceType && whole.reflection
        ? listProperties(whole.reflection as DeclarationReflection)
        : [];
    return all.filter(({ name }) => !left?.toString().includes(JSON.stringify(name)));
  }
  const properties = children.filter((child) => child.type !== undefined && !child.flags.isStatic);
  const isInherited = ({ inheritedFrom }: DeclarationReflection) => inheritedFrom !== undefined;
  return [...properties.filter((child) => !isInherited(child)), ...properties.filter(isInherited)];
}

/** A doc comment, taken apart. */
export interface Doc {
  /** The text above the tags, paragraph by paragraph. */
  readonly paragraphs: readonly string[];
  /** Titles and fenced programs. */
  readonly examples: readonly (readonly [title: string, program: string])[];
  readonly deprecated: string | undefined;
  /** The sentences of the tag `@values`: one about each value that a program can give and that the text does not explain. */
  readonly values: string | undefined;
}

export function readDoc(reflection: Reflection): Doc {
  const comment = reflection.comment ?? (reflection as Partial<DeclarationReflection>).signatures?.[0]?.comment;
  const tags = (tag: `@${string}`) => comment?.blockTags.filter((found) => found.tag === tag) ?? [];
  const line = (tag: `@${string}`) => tags(tag).map(({ content }) => oneLine(Comment.combineDisplayParts(content)))[0];
  return {
    paragraphs: Comment.combineDisplayParts(comment?.summary)
      .split(/\n\s*\n/)
      .map((paragraph) => (/^\s*[-*|] /m.test(paragraph) ? paragraph.trim() : oneLine(paragraph)))
      .filter((paragraph) => paragraph !== ""),
    examples: tags("@example").map(({ name = "", content }) => [name, Comment.combineDisplayParts(content).trim()]),
    deprecated: line("@deprecated"),
    values: line("@values"),
  };
}

/** A text without its line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A name as that of a type: `GetNetworkProfiles`. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
