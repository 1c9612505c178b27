import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { groupShapes } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/fields";
import { applyMergePatch } from "../../../provider/src/fields/values";
import { planPatch } from "../../../provider/src/parts/ownership";
import { managedLeaves, managedPaths, spelledOut } from "../../../provider/src/fields/shape";
import { listLeaves, partsAt, pathText, sameLeaf, valueAt } from "../../../provider/src/fields/leaves";
import type { Values } from "../../../provider/src/fields/values";
import { appliedIn, findPrevious, groups, programs, template } from "../../support/groups";

const context = { project: "p", region: "us-central1" };

/** The record after a program was applied. */
function recorded(declared: Values, previousValues: Values): Values {
  return { managedFields: managedPaths(groupShapes.region, declared), previousValues, __own: [declared] };
}

/** The group after a program, and what is recorded then. */
function applied(group: Values, declared: Values, outputs: Values = {}) {
  const basis = {
    declared,
    applied: appliedIn(outputs),
    previous: (outputs.previousValues ?? {}) as Values,
    context,
  };
  const previous = findPrevious(group, basis);
  const { body, notRestored } = planPatch(groupShapes.region, group, { ...basis, previous });
  return {
    body,
    changedByOthers: notRestored.changedByOthers,
    group: applyMergePatch(group, body) as Values,
    outputs: recorded(declared, partsAt(previous, managedLeaves(groupShapes.region, declared, context), context)),
  };
}

/** Everything but the parts at some paths; what only the service calculates is left out. */
function without(tree: unknown, paths: ReadonlySet<string>, at: readonly string[] = []): unknown {
  if (Array.isArray(tree)) {
    // The order of a list means nothing.
    const texts = tree.map((item) => JSON.stringify(without(item, new Set(), at)));
    return texts.sort();
  }
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree)
      .filter(
        ([name, value]) =>
          !(name === "initialDelaySec" && value === 0) && name !== "calculated" && !paths.has(pathText([...at, name])),
      )
      .map(([name, value]) => [name, without(value, paths, [...at, name])] as const)
      .filter(([, value]) => typeof value !== "object" || value === null || Object.keys(value).length > 0),
  );
}

const plain = (tree: unknown) => without(tree, new Set());

describe("the merge patch of a group", () => {
  it("makes what the program speaks of as it says, and leaves all else as it is", () => {
    fc.assert(
      fc.property(groups, programs, (before, declared) => {
        const { group, body } = applied(before, declared);
        const leaves = listLeaves(groupShapes.region.kind, spelledOut(groupShapes.region, declared, context));
        for (const { path, kind, value } of leaves)
          expect(sameLeaf(kind, valueAt(group, path), value, context), pathText(path)).toBe(true);
        const paths = new Set(leaves.map(({ path }) => pathText(path)));
        expect(without(group, paths)).toEqual(without(before, paths));
        expect(Object.keys(body).filter((name) => !(name in declared))).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });

  it("leads from any program to any other as if that had been the first, and back from there", () => {
    fc.assert(
      fc.property(groups, programs, programs, (before, first, second) => {
        const one = applied(before, first);
        const two = applied(one.group, second, one.outputs);
        expect(plain(two.group)).toEqual(plain(applied(before, second).group));
        expect(two.changedByOthers).toEqual([]);
        expect(plain(applied(two.group, {}, two.outputs).group)).toEqual(plain(before));
      }),
      { numRuns: runs(150) },
    );
  });

  it("leaves alone what somebody else has changed since, and says so", () => {
    fc.assert(
      fc.property(groups, programs, fc.gen(), (before, declared, pick) => {
        const { group, outputs } = applied(before, declared);
        const texts = ["description", "baseInstanceName"].filter((name) => declared[name] !== undefined);
        fc.pre(texts.length > 0);
        const theirs = pick(fc.constantFrom, ...texts);
        const restored = applied({ ...group, [theirs]: "theirs" }, {}, outputs);
        expect(plain(restored.group)).toEqual({ ...(plain(before) as Values), [theirs]: "theirs" });
        expect(restored.changedByOthers).toEqual([theirs]);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("the merge patch of a group, for example:", () => {
  const check = (name: string) => `https://www.googleapis.com/compute/v1/projects/p/global/healthChecks/${name}`;
  const healed: Values = { autoHealingPolicies: [{ healthCheck: check("h"), initialDelaySec: 300 }] };
  const healing = (...items: Values[]): Values => ({ autoHealingPolicies: items });
  const named = { versions: [{ name: "v", instanceTemplate: template("one"), targetSize: { calculated: 3 } }] };
  const canary = {
    versions: [
      { name: "v", instanceTemplate: template("one") },
      { name: "canary", instanceTemplate: template("two"), targetSize: { percent: 10 } },
    ],
  };
  it.each<[what: string, there: Values, declared: Values, body: Values]>([
    [
      "the name of the only version",
      named,
      { instanceTemplate: "two" },
      { versions: [{ name: "v", instanceTemplate: template("two") }] },
    ],
    [
      "no size of one of two versions that becomes the only one",
      canary,
      { instanceTemplate: "two" },
      { versions: [{ instanceTemplate: template("two") }] },
    ],
  ])("keeps %s", (_what, there, declared, body) => {
    const { body: sent, group, outputs } = applied(there, declared);
    expect(sent).toEqual(body);
    expect(plain(applied(group, {}, outputs).group)).toEqual(plain(there));
  });

  it("a member of an item that the program no longer gives stays if somebody else has changed it since", () => {
    const { outputs } = applied(healed, healing({ healthCheck: "h", initialDelaySec: 60 }));
    const theirs = healing({ healthCheck: check("h"), initialDelaySec: 90 });
    const { body, changedByOthers } = applied(theirs, healing({ healthCheck: "h" }), outputs);
    expect([body, changedByOthers]).toEqual([{}, ["autoHealingPolicies.initialDelaySec"]]);
  });

  it("restores an item without the members that others have changed since, and that no program gave", () => {
    const { outputs } = applied(healed, healing({ healthCheck: "a" }));
    const theirs = healing({ healthCheck: check("a"), initialDelaySec: 600 });
    expect(applied(theirs, {}, outputs).body).toEqual(healing({ healthCheck: check("h"), initialDelaySec: 600 }));
  });

  it("removes a workload policy for an empty text, and brings it back", () => {
    const policies = { resourcePolicies: { workloadPolicy: "projects/p/regions/us-central1/resourcePolicies/w" } };
    const { body, group, outputs } = applied(policies, { resourcePolicies: { workloadPolicy: "" } });
    expect(body).toEqual({ resourcePolicies: { workloadPolicy: null } });
    expect(applied(group, { resourcePolicies: { workloadPolicy: "" } }, outputs).body).toEqual({});
    expect(applied(group, {}, outputs).body).toMatchObject({
      resourcePolicies: { workloadPolicy: expect.stringMatching(/resourcePolicies\/w$/) as string },
    });
  });
});
