import { describeArguments } from "../../engine/steps/imported";
import { isDeepStrictEqual } from "node:util";
import type { ClaimScope } from "../../fields/claimScope";
import { isValues, type Values } from "../../fields/values";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import type { Resource } from "../../lifecycle/resource/resource";
import { linkName, type LinkContext } from "../../names/links";

/** The arguments of a program that leave an object as it is. */
export interface Described {
  readonly args: Values;
}

/** The id of the resource of an object, and its place among others; `undefined` where its answer names none. */
export function identify(
  { definition, links }: Resource,
  object: Values,
  project: string | undefined,
): { readonly id: string; readonly place?: ClaimScope | undefined } | undefined {
  const { schema } = definition;
  const identity = schema.identity(schema.outputs(object, { project }), {
    ...links,
    project: project ?? links.project,
  });
  try {
    return identity && { id: definition.path(identity), place: definition.claimScope?.(identity) };
  } catch {
    // A name such as `..` is no part of a path.
    return undefined;
  }
}

/**
 * The description of an object in a program, which is proven: read back as a run would read it, it differs in nothing.
 *
 * @param configured the project that the program leaves out, because the stack's configuration has it
 * @returns the reason, where no program can describe the object
 */
export function describeObject(
  { definition, links, settings, ...resource }: Resource,
  object: Values,
  project: string | undefined,
  configured: string | undefined,
): Described | { readonly reason: string } {
  const { schema } = definition;
  // A program is the same with another default region or zone.
  const here = { ...links, project: project ?? links.project, region: undefined, zone: undefined };
  const outputs = schema.outputs(object, { project, labels: ownLabels(object) });
  const long = describeArguments({ ...resource, definition, settings, links: here }, outputs);
  const context = schema.context(long, here);
  const names = Object.keys(definition.fields).filter((name) => long[name] !== undefined);
  const args = Object.fromEntries(names.map((name) => [name, shortenLink(definition, name, long[name], context)]));
  const [problem] = [
    ...schema.problems(args, context, (name) => name),
    ...(definition.problems?.(args, context) ?? []),
  ];
  if (problem !== undefined) return { reason: `that no program can declare. ${problem.reason}` };
  const inputs = { ...args, ...schema.canonicalize(args, context) };
  for (const [name, { fromSettings }] of Object.entries(definition.fields))
    if (fromSettings !== undefined) inputs[name] = fromSettings(inputs[name], settings);
  // The configuration can name a label that a program does not repeat, and that the object has.
  const found = schema.outputs(object, { project, labels: inputs.labels });
  const [differing] = schema.changed(found, inputs, context);
  if (differing !== undefined) {
    const origin = definition.fields[differing]?.origin?.(found[differing], inputs[differing], settings);
    return { reason: `that an adoption would change: ${differing}${origin === undefined ? "" : ` (${origin})`}` };
  }
  const { project: own, ...others } = args;
  return { args: own === configured ? others : args };
}

/** The labels of an object without those that the service has set. */
function ownLabels({ labels }: Values): Values | undefined {
  if (!isValues(labels)) return undefined;
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !key.startsWith("goog-")));
}

/**
 * The shortest link that names the same object: a name, a path without the project of the resource, or a path without the
 * host. Another stack of the program then means its own project.
 */
function shortenLink(definition: ResourceDefinition, name: string, value: unknown, context: LinkContext): unknown {
  const kind = definition.fields[name]?.kind;
  if (kind === undefined || typeof value !== "string" || !value.includes("/")) return value;
  const isSame = (link: string) =>
    kind.problems(link, name, context).length === 0 &&
    isDeepStrictEqual(kind.canonical(link, context), kind.canonical(value, context));
  const path = value.replace(/^(?:https?:)?\/\/[^/]+\/(?:compute\/v1\/)?/, "");
  return [linkName(value), path.replace(/^projects\/[^/]+\//, ""), path].find(isSame) ?? value;
}
