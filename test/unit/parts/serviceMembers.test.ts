import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { applyMergePatch } from "../../../provider/src/fields/values";
import { groupShapes } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/fields";
import { refuseConflict } from "../../../provider/src/parts/patchWords";
import { planPatch } from "../../../provider/src/parts/ownership";
import type { Kind } from "../../../provider/src/fields/kind";
import { managedPaths, projectedAt } from "../../../provider/src/fields/shape";
import { define, isValues, type Values } from "../../../provider/src/fields/values";
import { everyKind, nameOf } from "../../kinds/every";
import { appliedIn, findPrevious, groups, programs, template } from "../../support/groups";

/** Members that no kind knows: what the service may add to any object of its answers. */
const serviceMembers: fc.Arbitrary<Values> = fc
  .dictionary(
    fc.constantFrom("calculated", "kind", "etag", "newInNextYear"),
    fc.oneof(fc.nat(), fc.string(), fc.boolean(), fc.constant({ deep: [1] }), fc.constant([{ deep: 1 }])),
    { minKeys: 1, maxKeys: 3 },
  )
  .map((members) => ({ ...members }));

/** The value with such members added at every depth where they can be: to objects, and not to maps of the user's keys. */
function withServiceMembers(kind: Kind, value: unknown, members: Values): unknown {
  const { item, member: memberOf } = kind;
  if (item !== undefined && Array.isArray(value))
    return value.map((one: unknown) => withServiceMembers(item, one, members));
  if (memberOf === undefined || !isValues(value)) return value;
  const added: Values = {};
  for (const [key, one] of Object.entries(value)) {
    const member = memberOf(key);
    define(added, key, member === undefined ? one : withServiceMembers(member, one, members));
  }
  for (const [key, one] of Object.entries(members)) if (memberOf(key) === undefined) define(added, key, one);
  return added;
}

const context = { project: "p", region: "us-central1" };
const told = (group: Values, members: Values) => withServiceMembers(groupShapes.region.kind, group, members) as Values;

describe("members that only the service knows, at every depth of a group,", () => {
  it("change neither a patch nor the recorded earlier values", () => {
    fc.assert(
      fc.property(groups, programs, programs, serviceMembers, (before, first, second, members) => {
        const basis = { declared: first, applied: [], previous: {}, context };
        const previous = findPrevious(before, basis);
        expect(findPrevious(told(before, members), basis)).toEqual(previous);
        const patch = planPatch(groupShapes.region, before, { ...basis, previous });
        expect(planPatch(groupShapes.region, told(before, members), { ...basis, previous })).toEqual(patch);

        const after = applyMergePatch(before, patch.body) as Values;
        const outputs = {
          managedFields: managedPaths(groupShapes.region, first),
          previousValues: previous,
          __own: [first],
        };
        const next = { declared: second, applied: appliedIn(outputs), previous, context };
        expect(planPatch(groupShapes.region, told(after, members), next)).toEqual(
          planPatch(groupShapes.region, after, next),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("are never a conflict", () => {
    fc.assert(
      fc.property(groups, programs, serviceMembers, serviceMembers, (group, declared, before, now) => {
        refuseConflict(groupShapes.region, told(group, before), told(group, now), declared, context);
        refuseConflict(groupShapes.region, group, told(group, now), declared, context);
        refuseConflict(groupShapes.region, told(group, before), group, declared, context);
      }),
      { numRuns: 300 },
    );
  });

  it("do not show as the values at the service", () => {
    fc.assert(
      fc.property(groups, programs, serviceMembers, (group, declared, members) => {
        const paths = managedPaths(groupShapes.region, declared);
        expect(projectedAt(groupShapes.region, paths, told(group, members), declared, context)).toEqual(
          projectedAt(groupShapes.region, paths, group, declared, context),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("do not hide a conflict", () => {
    const versions = (name: string) => [{ instanceTemplate: template(name), targetSize: { calculated: 3 } }];
    const conflict = () => {
      refuseConflict(groupShapes.region, { versions: versions("a") }, { versions: versions("b") }, declared, context);
    };
    const declared = { instanceTemplate: "c" };
    expect(conflict).toThrow("somebody else changed the same fields at the same time");
    expect(conflict).toThrow(
      `versions was [{"instanceTemplate":"${template("a")}"}], is [{"instanceTemplate":"${template("b")}"}] now`,
    );
  });
});

/** Values of fields that are objects, as a program gives them. */
const objects = everyKind.flatMap((kind) => {
  const values = Object.entries(kind.fullProgram).filter(([, value]) => isValues(value));
  return values.length === 0 ? [] : [[nameOf(kind), Object.fromEntries(values), kind.definition] as const];
});

describe.each(objects)("an object of %s", (_kind, inputs, definition) => {
  it("differs in nothing because of members that the service adds", () => {
    fc.assert(
      fc.property(serviceMembers, (members) => {
        const outputs = Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [
            name,
            withServiceMembers(definition.fields[name]?.kind ?? groupShapes.region.kind, value, members),
          ]),
        );
        expect(definition.schema.changed(outputs, inputs, context)).toEqual([]);
        expect(definition.schema.changed(inputs, outputs, context)).toEqual([]);
      }),
    );
  });
});
