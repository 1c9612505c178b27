import { fc } from "./property";
import { pathText, putAt, valueAt } from "../../provider/src/fields/leaves";
import { managedLeaves } from "../../provider/src/fields/shape";
import type { Values } from "../../provider/src/fields/values";
import { findBefore, type Basis } from "../../provider/src/parts/ownership";
import { readParts, toOwnership } from "../../provider/src/parts/record";
import { groupShapes } from "../../provider/src/resources/instanceGroupManagerPatch/definition/fields";

/** Groups as the service shows them, and programs for them, for tests of properties. */

export const template = (name: string) =>
  `https://www.googleapis.com/compute/v1/projects/p/global/instanceTemplates/${name}`;

const word = fc.constantFrom("a", "b", "c");
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const present = (record: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record(Object.fromEntries(Object.entries(record).map(([key, value]) => [key, optional(value)])))
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
/** Without objects that hold nothing, which the service does not show. */
const full = (record: Record<string, fc.Arbitrary<unknown>>) =>
  present(record).filter((values) => Object.keys(values).length > 0);
const size = fc.oneof(
  fc.nat(9).map((fixed): Values => ({ fixed })),
  fc.integer({ min: 1, max: 100 }).map((percent): Values => ({ percent })),
);
/** As the service shows it. */
const calculated = size.map((value): Values => ({ ...value, calculated: 4 }));
const versions = (shown: boolean) =>
  fc.tuple(fc.uniqueArray(word, { minLength: 1 }), fc.option(word, { nil: undefined })).map(([names, called]) =>
    names.map((name, index) => ({
      ...(called === undefined ? {} : { name: called + name }),
      instanceTemplate: template(name),
      ...(index > 0 ? { targetSize: shown ? { fixed: 1, calculated: 1 } : { fixed: 1 } } : {}),
      ...(index === 0 && shown ? { targetSize: { calculated: 3 } } : {}),
    })),
  );
/** Keys of maps, awkward ones too. */
export const key = fc.constantFrom("team", "a.b", "x y", "__proto__");

/** The health check is there in each, as the service demands. Answers leave out a delay of 0. */
const healing = (shown: boolean) =>
  fc.tuple(word, optional(fc.integer({ min: shown ? 1 : 0, max: 3 }))).map(([name, initialDelaySec]) => ({
    healthCheck: `https://www.googleapis.com/compute/v1/projects/p/global/healthChecks/${name}`,
    ...(initialDelaySec === undefined ? {} : { initialDelaySec }),
  }));

const selection = full({ machineTypes: fc.uniqueArray(word, { minLength: 1 }), rank: fc.integer() });

/** @param nothing what stands for a key that is to go */
function settings(sizes: fc.Arbitrary<Values>, shown: boolean, nothing: fc.Arbitrary<unknown>) {
  const map = fc.dictionary(key, fc.oneof(word, nothing), { minKeys: 1, maxKeys: 3 });
  return {
    description: word,
    baseInstanceName: word,
    versions: versions(shown),
    targetPools: fc.uniqueArray(
      word.map((name) => `https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/targetPools/${name}`),
      { minLength: 1 },
    ),
    autoHealingPolicies: fc.array(healing(shown), { maxLength: 1 }),
    updatePolicy: full({ type: word, minimalAction: word, maxSurge: sizes, maxUnavailable: sizes }),
    standbyPolicy: full({ initialDelaySec: fc.integer({ min: 1, max: 3600 }), mode: word }),
    allInstancesConfig: full({ properties: full({ metadata: map, labels: map }) }),
    instanceFlexibilityPolicy: full({
      instanceSelections: fc.dictionary(key, fc.oneof(selection, fc.constant({}), shown ? selection : nothing), {
        minKeys: 1,
        maxKeys: 2,
      }),
    }),
    targetSize: fc.nat(),
  };
}

/** Groups of somebody else's. */
export const groups = present({
  ...settings(calculated, true, word),
  fingerprint: word,
  somethingNew: fc.object(),
}).map((group): Values => ({ versions: [{ instanceTemplate: template("t") }], ...group }));
/** The arguments that a program may have for a group. */
export const programs = present(settings(size, false, fc.constant(null))) as fc.Arbitrary<Values>;

/** The values that outputs of the first form record as set. */
export const appliedIn = (outputs: Values) =>
  toOwnership(groupShapes.region, readParts(groupShapes.region, outputs)).applied;

/** The earlier values that a patch of a group records. */
export function findPrevious(group: Values, basis: Basis): Values {
  const find = findBefore(groupShapes.region, group, {}, basis);
  const previous = structuredClone(basis.previous);
  const recorded = new Set(basis.applied.map(({ path }) => pathText(path)));
  for (const leaf of managedLeaves(groupShapes.region, basis.declared, basis.context)) {
    const before = find(leaf, recorded.has(pathText(leaf.path)) ? { value: valueAt(previous, leaf.path) } : undefined);
    if (before !== "unknown" && before.value !== undefined) putAt(previous, leaf.path, before.value);
  }
  return previous;
}
