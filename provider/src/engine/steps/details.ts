import { isDeepStrictEqual } from "node:util";
import type { LinkContext } from "../../names/links";
import { isFromProgram } from "../../lifecycle/steps/claims";
import { sameObject, type Difference } from "../../lifecycle/steps/diff";
import { sameOrAbsent, type Kind } from "../../fields/kind";
import { pickLocalSettings } from "../../lifecycle/resource/localSettings";
import { memberText } from "../../types/memberText";
import type { Resource } from "../../lifecycle/resource/resource";
import { isValues, readMember, type Values } from "../../fields/values";

/** How an argument, or a member of it, differs. */
export interface Detail {
  readonly kind: "ADD" | "DELETE" | "UPDATE";
  readonly replaces: boolean;
  /** The old value is that of the recorded inputs, and not of the outputs. */
  readonly fromInputs: boolean;
}

/** A difference as the engine shows it, and compares it with the option `replaceOnChanges`. */
export interface Details {
  /** By the path of what differs. */
  readonly detailedDiff: Readonly<Record<string, Detail>>;
  /** Everything that differs, down to the last member. */
  readonly paths: readonly string[];
  /** A replacement that the engine itself decides on has to delete first. */
  readonly deletesFirst: boolean;
}

/**
 * The arguments that differ, as a person sees them, without another spelling of one that does not.
 *
 * Only differences of a program have details; of the drift that a refresh finds, the engine itself shows the outputs.
 *
 * @param recorded the inputs of the last run, where they are known
 */
export function listDetails(
  resource: Resource,
  outputs: Values,
  inputs: Values,
  recorded: Values | undefined,
  { changes, replaces }: Difference,
): Details | undefined {
  if (!isFromProgram(resource, inputs)) return undefined;
  const deletesFirst = sameObject(resource, outputs, inputs);
  // Work that the last run left open may be a reason to replace it, for a program that says so.
  if (!changes) return { detailedDiff: {}, paths: [], deletesFirst };
  const { definition, ignored } = resource;
  const context = definition.schema.context(inputs, resource.links);
  const changed = definition.schema.changedByProgram(outputs, inputs, context, ignored);
  const compared = ignored.inputs(inputs, outputs);
  const [left, right] = [outputs, inputs].map((values) => pickLocalSettings(definition, values));
  const settings = Object.keys({ ...left, ...right }).filter(
    (name) => !name.startsWith("__") && !isDeepStrictEqual(left?.[name], right?.[name]),
  );
  // Where the last run did what its inputs say, they are what the program said of what is there.
  const undone =
    recorded && definition.schema.changed(outputs, recorded, definition.schema.context(recorded, resource.links));
  const comparisons = [...changed, ...settings].map((name): [Comparison, boolean] => {
    const fromInputs =
      undone !== undefined && !undone.includes(name) && !isDeepStrictEqual(recorded?.[name], inputs[name]);
    const { kind, secret } = definition.fields[name] ?? {};
    const actual = (fromInputs ? recorded : outputs)?.[name];
    return [compareAt(secret === undefined ? kind : undefined, actual, compared[name], name, context), fromInputs];
  });
  const details = comparisons.flatMap(([comparison, fromInputs]) =>
    listChanged(comparison).map(({ path, actual, wanted }): [string, Detail] => {
      const kind = actual === undefined ? "ADD" : wanted === undefined ? "DELETE" : "UPDATE";
      return [path, { kind, replaces: replaces.includes(comparison.path), fromInputs }];
    }),
  );
  return {
    detailedDiff: Object.fromEntries(details),
    paths: comparisons.flatMap(([comparison]) => listPaths(comparison)),
    deletesFirst,
  };
}

/** Where two values differ, and where inside them. */
interface Comparison {
  /** As the option `replaceOnChanges` names it. */
  readonly path: string;
  readonly actual: unknown;
  readonly wanted: unknown;
  readonly inside: readonly Comparison[];
  /** A program chooses its keys, and may keep the whole of it secret: the engine knows, and shows no more than it may. */
  readonly isMap: boolean;
}

function compareAt(
  kind: Kind | undefined,
  actual: unknown,
  wanted: unknown,
  path: string,
  context: LinkContext,
): Comparison {
  const inside = [...new Set([actual, wanted].flatMap(listKeys))].flatMap((key) => {
    const isItem = typeof key === "number";
    const member = isItem ? kind?.item : kind?.member?.(key);
    // A member that only the service knows is no difference, as in every comparison.
    if (!isItem && kind?.member !== undefined && member === undefined) return [];
    const [left, right] = [actual, wanted].map((value) => readMember(value, key));
    const isSame = member === undefined ? isDeepStrictEqual(left, right) : sameOrAbsent(member, left, right, context);
    return isSame
      ? []
      : [compareAt(member, left, right, isItem ? `${path}[${String(key)}]` : memberText(path, key), context)];
  });
  return {
    path,
    actual,
    wanted,
    inside,
    isMap: kind?.member === undefined ? isValues(actual) : kind.member("") !== undefined,
  };
}

/** The members that differ, without those that do not: another spelling of one would pass for a change. */
function listChanged(comparison: Comparison): readonly Comparison[] {
  const { actual, wanted, inside, isMap } = comparison;
  if (actual === undefined && wanted === undefined) return [];
  if (actual === undefined || wanted === undefined || isMap || inside.length === 0) return [comparison];
  return inside.flatMap(listChanged);
}

function listPaths({ path, inside }: Comparison): string[] {
  return [path, ...inside.flatMap(listPaths)];
}

function listKeys(value: unknown): readonly (string | number)[] {
  return Array.isArray(value) ? [...value.keys()] : isValues(value) ? Object.keys(value) : [];
}
