/** URN of a stack itself: that of the resource at its root. */
export function stackUrn(stack: string, project: string): string {
  return `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`;
}

/** URN of the stack that a resource belongs to, by the resource's own; `undefined` if it is not a URN. */
export function parseStack(urn: string): string | undefined {
  const [, stack, project] = /^urn:pulumi:(.+?)::(.+?)::/.exec(urn) ?? [];
  return stack === undefined || project === undefined ? undefined : stackUrn(stack, project);
}

/** The parts of a URN: the resource's name in the program, which can have the mark between the parts, and its parents' types. */
export function parseUrn(urn: string): { readonly name: string; readonly parent: string } {
  const [, , types = "", ...name] = urn.split("::");
  return { name: name.join("::"), parent: types.split("$").slice(0, -1).join("$") };
}
