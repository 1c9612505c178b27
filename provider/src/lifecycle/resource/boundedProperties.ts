import { isDeepStrictEqual } from "node:util";
import { isLarger, relativeSize, measureSize, sum, type Size } from "../../fields/size";
import type { Values } from "../../fields/values";
import type { ResourceDefinition } from "../schema/definition";
import { recordBound } from "../job/recordBound";

/** Properties that can be recorded, and the names of those that were left out. */
export interface Bounded {
  readonly properties: Values;
  readonly leftOut: readonly string[];
  /** True if the rest can be recorded, and nothing is left out but what only the service says: no comparison misses that. */
  readonly isEnough: boolean;
  /** How much all of it was. */
  readonly size: Size;
}

/**
 * Leaves out what is largest until the rest can be recorded. An argument is left out only where the arguments alone are too much.
 *
 * @param known what the engine has already: arguments, and what only this package knows, count as nothing where they are the same
 */
export function boundedProperties(definition: ResourceDefinition, properties: Values, known: Values = {}): Bounded {
  const declared = definition.schema.declared(properties);
  const isCompared = (name: string) => Object.hasOwn(declared, name);
  const isNew = (name: string) =>
    !(isCompared(name) || isPrivate(definition, name)) || !isDeepStrictEqual(properties[name], known[name]);
  const isFixed = (name: string) => isPrivate(definition, name) || definition.identity.members.includes(name);
  const sized = Object.entries(properties)
    .filter(([name]) => isNew(name))
    .map(([name, value]) => ({ name, size: measureSize({ [name]: value }) }));
  const fixed = sized.filter(({ name }) => isFixed(name));
  const needed = trimmed(
    fixed,
    sized.filter(({ name }) => !isFixed(name) && isCompared(name)),
  );
  const rest = trimmed(
    needed,
    sized.filter(({ name }) => !isFixed(name) && !isCompared(name)),
  );
  const leftOut = sized.filter((one) => !rest.includes(one)).map(({ name }) => name);
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !leftOut.includes(name))),
    leftOut,
    isEnough: !isLarger(together(fixed), recordBound) && !leftOut.some(isCompared),
    size: together(sized),
  };
}

/** The base, and as much of the rest as fits beside it: the largest is left out first. */
function trimmed(base: readonly Sized[], further: readonly Sized[]): readonly Sized[] {
  const smallestFirst = [...further].sort((left, right) => share(left) - share(right));
  while (smallestFirst.length > 0 && isLarger(together([...base, ...smallestFirst]), recordBound)) smallestFirst.pop();
  return [...base, ...smallestFirst];
}

/** The outputs that only this package knows: without them, nothing could be restored. */
function isPrivate({ localOutputs = [] }: ResourceDefinition, name: string): boolean {
  return name.startsWith("__") || localOutputs.includes(name);
}

interface Sized {
  readonly name: string;
  readonly size: Size;
}

function together(sized: readonly Sized[]): Size {
  return sized.map(({ size }) => size).reduce(sum, { bytes: 0, values: 0 });
}

function share({ size }: Sized): number {
  return relativeSize(size, recordBound);
}
