import { isDeepStrictEqual } from "node:util";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import { kindAt, parsePath, pathText, putAt, valueAt, type Leaf, type Path } from "../fields/leaves";
import { itemPath, previousIn, recordedPaths, withLists, type Shape } from "../fields/shape";
import { isValues, listTexts, readMember, type Values } from "../fields/values";
import type { Job } from "../lifecycle/job/job";
import { readAppliedValues } from "../lifecycle/job/outputKeys";
import type { Ownership } from "./mergePatch";

/*
 * The record of the parts that a resource manages: one entry a part. The outputs `managedFields` and `previousValues` follow from it.
 */

/**
 * Key of the outputs that holds the record, by path: `{ "versions": { set: […] } }`. The record is secret, and messages hide each text of a
 * secret. So paths are keys, and an earlier value that nobody knows is `false`. The others are in `previousValues`.
 */
export const partsKey = "__parts";

/** The value before the resource's first change; without a value, the part was absent. */
export type Before = { readonly value?: unknown } | "unknown";

/** How a step has left a part. */
interface PartState {
  /**
   * The values that the resource has set, as the program spells them, newest first: more than one while it is not known which was
   * applied last. None of a part that it took away.
   */
  readonly set: readonly unknown[];
  readonly before: Before;
}

/** How the last step that ended well has left a part. */
export interface GoodState extends PartState {
  /** Its value at the service, without the shorthand, where that is another: somebody else has set it since. A change that fails goes back to it. */
  readonly actual?: { readonly value?: unknown };
}

export interface RecordedPart extends PartState {
  /** As the program spells it: `updatePolicy.maxSurge`. */
  readonly path: string;
  /** How the last step that ended well has left it, where a later one has not; `none` if no step has set it before. */
  readonly good?: GoodState | "none" | undefined;
  /** True if a step has begun to send it, and has not ended well. */
  readonly due?: boolean;
  /** True if it has its earlier value again, and goes from the record once a step has ended well. */
  readonly gone?: boolean;
}

/** The recorded parts. What has not the form of one says nothing: a state can be edited by hand. */
export function readParts(shape: Shape, outputs: Values): RecordedPart[] {
  const recorded = outputs[partsKey];
  const previous = previousIn(outputs);
  const parts = isValues(recorded)
    ? Object.entries(recorded).flatMap(([path, entry]) =>
        parsePart(path, entry, valueAt(previous, leafPath(shape, { path }))),
      )
    : fromFirstForm(shape, outputs);
  return parts.filter(({ path }) => kindAt(shape.kind, parsePath(path)) !== undefined);
}

/** The parts as this step has recorded them, or else as they were before it. */
export function readNewestParts({ record }: Job, shape: Shape, olds: Values): RecordedPart[] {
  return readParts(shape, { ...olds, ...record.updatedOutputs });
}

/** The outputs that record parts. */
export function recordParts(shape: Shape, parts: readonly RecordedPart[]): Values {
  const sorted = [...parts].sort((one, other) => (one.path < other.path ? -1 : 1));
  const managed = sorted.filter(({ gone }) => gone !== true);
  const entries = sorted.map(({ path, good, due, gone, ...state }) => {
    const { set, before } = writeState(state);
    const then = good !== undefined &&
      good !== "none" && { ...writeState(good), ...(good.actual && { actual: good.actual }) };
    const isAsGood = good === undefined || isDeepStrictEqual(then, { set, before });
    // `previousValues` has that of a part that is managed, except of an item, which a list does not find.
    const isWritten = gone === true || before === false || itemPath(shape, leafPath(shape, { path })) !== undefined;
    const marks = { ...(due === true && { due }), ...(gone === true && { gone }) };
    return [path, { set, ...(isWritten && { before }), ...(!isAsGood && { good: then }), ...marks }];
  });
  return {
    [partsKey]: Object.fromEntries(entries) as Values,
    managedFields: managed.map(({ path }) => path),
    previousValues: withLists(shape, toPrevious(shape, managed)),
  };
}

/** The record once a step has ended well. */
export function endWell(parts: readonly RecordedPart[]): RecordedPart[] {
  return parts.filter(({ gone }) => gone !== true).map(({ path, set, before }) => ({ path, set, before }));
}

/** To what a part goes back: how the last step that ended well has left it. */
export function readGood(part: RecordedPart | undefined): GoodState | "none" {
  return part === undefined ? "none" : (part.good ?? { set: part.set, before: part.before });
}

/** The basis of each patch: the values that a record says are set, and those from before. */
export function toOwnership(
  shape: Shape,
  parts: readonly RecordedPart[],
): Pick<Ownership, "applied" | "previous"> & { readonly undetermined: readonly string[] } {
  const managed = parts.filter(({ gone }) => gone !== true);
  return {
    applied: managed.flatMap((part) => listSetLeaves(shape, part, part.set)),
    previous: toPrevious(shape, managed),
    undetermined: managed.filter(({ before }) => before === "unknown").map((part) => pathText(leafPath(shape, part))),
  };
}

/** The values of a part as leaves, without the shorthand; `null` for one that was taken away. */
export function listSetLeaves(shape: Shape, part: Pick<RecordedPart, "path">, set: readonly unknown[]): Leaf[] {
  const path = leafPath(shape, part);
  const kind = kindAt(shape.kind, path);
  const isShort = part.path === shape.shorthand?.name;
  const values = set.filter(isPresent).map((value) => (isShort ? shape.shorthand?.expand(value) : value));
  return kind === undefined ? [] : (values.length === 0 ? [null] : values).map((value) => ({ path, kind, value }));
}

/** The path of a part without the shorthand. */
export function leafPath({ shorthand }: Shape, { path }: Pick<RecordedPart, "path">): Path {
  return path === shorthand?.name ? [shorthand.standsFor] : parsePath(path);
}

/** True if the program ignores changes of a part, with the shorthand or without. */
export function isIgnoredPart(shape: Shape, part: Pick<RecordedPart, "path">, ignored: IgnoredPaths): boolean {
  return [parsePath(part.path), leafPath(shape, part)].some((path) => ignored.covers(path));
}

/** The newest value of each part as one tree, as the program spells it. */
export function toSetTree(parts: readonly RecordedPart[]): Values {
  const tree: Values = {};
  for (const { path, set } of parts) if (isPresent(set[0])) putAt(tree, parsePath(path), set[0]);
  return tree;
}

/** The earlier values as one tree, without the shorthand. */
export function toPrevious(shape: Shape, parts: readonly Pick<RecordedPart, "path" | "before">[]): Values {
  const tree: Values = {};
  const known = parts.flatMap(({ path, before }) =>
    before === "unknown" || !isPresent(before.value) ? [] : [{ path: leafPath(shape, { path }), value: before.value }],
  );
  // A part above another one goes first.
  for (const { path, value } of known.sort((one, other) => one.path.length - other.path.length))
    putAt(tree, path, structuredClone(value));
  return tree;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function writeState({ set, before }: PartState): Values {
  return { set: set.filter(isPresent), before: before !== "unknown" && before };
}

function parsePart(path: string, entry: unknown, previous: unknown): RecordedPart[] {
  if (!isValues(entry)) return [];
  const state = parseState(entry.before === undefined ? { ...entry, before: { value: previous } } : entry);
  if (state === undefined) return [];
  const { good, due, gone } = entry;
  return [{ path, ...state, good: good === false ? "none" : parseGood(good), due: due === true, gone: gone === true }];
}

function parseGood(entry: unknown): GoodState | undefined {
  const [state, actual] = [parseState(entry), readMember(entry, "actual")];
  return state && { ...state, ...(isValues(actual) && { actual }) };
}

function parseState(entry: unknown): PartState | undefined {
  if (!isValues(entry) || !Array.isArray(entry.set)) return undefined;
  return { set: entry.set as unknown[], before: isValues(entry.before) ? entry.before : "unknown" };
}

/** The record of the first version: paths, values and earlier values apart. */
function fromFirstForm(shape: Shape, outputs: Values): RecordedPart[] {
  const [unknown, due] = [outputs.__unknown, outputs.__due].map(listTexts);
  return (recordedPaths(outputs) ?? []).map((path) => {
    const at = leafPath(shape, { path });
    const set = readAppliedValues(outputs).map((own) => valueAt(own, parsePath(path)));
    const isUnknown = unknown?.includes(pathText(at)) === true;
    const before: Before = isUnknown ? "unknown" : { value: at.reduce<unknown>(readMember, previousIn(outputs)) };
    return { path, set: set.filter(isPresent), before, due: due?.includes(pathText(at)) === true };
  });
}
