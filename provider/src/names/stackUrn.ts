/*
 * URNs, as the engine makes and reads them: `urn:pulumi:stack::project::types::name`. Only the name can have the mark between
 * the parts, so a URN is read from the left.
 */

/** The parts of a URN. */
export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** The types of the parents, from the outermost one, joined by `$`; empty for a resource of the stack itself. */
  readonly parent: string;
  readonly type: string;
  /** The resource's name in the program. */
  readonly name: string;
}

const stackType = "pulumi:pulumi:Stack";

/** URN of a stack itself: that of the resource at its root. */
export function stackUrn(stack: string, project: string): string {
  return `urn:pulumi:${stack}::${project}::${stackType}::${project}-${stack}`;
}

/** The parts of a URN; empty ones for what is none. */
export function parseUrn(urn: string): Urn {
  const [start = "", project = "", types = "", ...name] = urn.split("::");
  const [, stack = ""] = /^urn:pulumi:(.+)$/.exec(start) ?? [];
  const cut = types.lastIndexOf("$");
  return {
    stack,
    project,
    parent: types.slice(0, Math.max(cut, 0)),
    type: types.slice(cut + 1),
    name: name.join("::"),
  };
}

/** URN of the stack that a resource belongs to, by the resource's own; `undefined` if it is not a URN. */
export function parseStack(urn: string): string | undefined {
  const { stack, project, type } = parseUrn(urn);
  return stack === "" || project === "" || type === "" ? undefined : stackUrn(stack, project);
}

/** True for the URN of a stack itself. */
export function isStackUrn(urn: string): boolean {
  return parseUrn(urn).type === stackType;
}

/** URN of a resource by that of its parent, which is the stack itself where the program gives none. */
export function childUrn(parentUrn: string, type: string, name: string): string {
  const { stack, project, ...above } = parseUrn(parentUrn);
  const types = above.type === stackType ? [type] : [above.parent, above.type, type].filter((one) => one !== "");
  return `urn:pulumi:${stack}::${project}::${types.join("$")}::${name}`;
}

/** The text by which a resource, and a mock, names its provider. */
export function providerReference(urn: string, id: string): string {
  return `${urn}::${id}`;
}
