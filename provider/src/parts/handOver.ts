import { pathText, putAt, sameLeaf, valueAt, type Leaf } from "../fields/leaves";
import { previousIn, recordedPaths, unknownPaths } from "../fields/shape";
import type { Values } from "../fields/values";
import { requestKey } from "../lifecycle/outputKeys";
import type { Asker } from "../lifecycle/job";
import type { LinkContext } from "../names/links";
import { ownLeaves } from "./ownership";
import type { PartialObject } from "./patchUntilDone";

/** Parts that a resource has set and that another one of the program, or its own successor, declares. */
export function partsOfOthers(
  { run, urn }: Asker,
  { shape, path: object }: Pick<PartialObject, "shape" | "path">,
  outputs: Values,
): string[] {
  const isTaken = ({ path }: Leaf) => run.claimOwner(urn, [object, ...path]) !== undefined;
  return [
    ...new Set(
      ownLeaves(shape, outputs)
        .filter(isTaken)
        .map(({ path }) => pathText(path)),
    ),
  ];
}

/**
 * Says which of the parts that another resource manages now have an earlier value that only this one knows, as an argument
 * for the other one; `undefined` if there are none.
 */
export function handOver(
  { run, redact }: Asker,
  { shape, path: object }: Pick<PartialObject, "shape" | "path">,
  taken: readonly string[],
  outputs: Values,
  context: LinkContext,
): string | undefined {
  const records = run.recordedOutputs([object]).filter((record) => record[requestKey] !== outputs[requestKey]);
  const own = ownLeaves(shape, outputs);
  // What another one found need not be what was there before this one: it may be what this one has set.
  const knows = (record: Values, name: string) =>
    recordedPaths(record)?.includes(name) &&
    !unknownPaths(record).includes(name) &&
    !own.some(
      ({ kind, path, value }) =>
        pathText(path) === name && sameLeaf(kind, valueAt(previousIn(record), path), value, context),
    );
  const lost = taken.filter((name) => !records.some((record) => knows(record, name)));
  if (lost.length === 0) return undefined;
  const previous: Values = {};
  const hidden = new Set<string>();
  for (const { path } of own) {
    const name = pathText(path);
    const value = valueAt(previousIn(outputs), path);
    if (!lost.includes(name) || value === undefined || unknownPaths(outputs).includes(name)) continue;
    const text = JSON.stringify(value);
    if (shape.conceals(path) || redact(text) !== text) hidden.add(name);
    else putAt(previous, path, value);
  }
  const argument = Object.keys(previous).length === 0 ? "previous" : `previous: ${JSON.stringify(previous)}`;
  const more =
    hidden.size === 0
      ? ""
      : ` The values of ${[...hidden].join(", ")} are not shown: the state before this run has them as \`previousValues\` of this resource.`;
  return `the resource that manages ${lost.join(", ")} now does not know the earlier value: give it as \`${argument}\` there, if a destroy has to restore it.${more}`;
}
