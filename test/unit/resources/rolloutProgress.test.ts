import { describe, expect, it } from "vitest";
import type { ApiManagedInstance } from "../../../provider/src/compute/endpoints/instanceGroupManagers";
import {
  advanceRollout,
  findStandstill,
  type Look,
  type Rollout,
} from "../../../provider/src/resources/instanceGroupManagerPatch/definition/rollout";
import { fc } from "../../support/property";

/*
 * Progress is an instance that got there since the last look, whoever makes the group larger or smaller meanwhile, and
 * whatever becomes of other instances.
 */

const template = "https://www.googleapis.com/compute/v1/projects/p/global/instanceTemplates/v42";
const changing = ["CREATING", "VERIFYING", "RECREATING", "DELETING"] as const;

/** A group that has instances of these names, each with what it does now. */
type Instances = ReadonlyMap<string, string>;

/** A look at a group, whose size is the number of its instances; `isListed` is false where only the group is known. */
function lookAt(instances: Instances, atSeconds: number, isListed = true): Look {
  const listed = [...instances].map(([name, currentAction]) => ({
    name,
    currentAction,
    version: { name: "v42", instanceTemplate: template },
  }));
  const none = listed.filter(({ currentAction }) => currentAction === "NONE").length;
  return {
    group: {
      versions: [{ name: "v42", instanceTemplate: template, targetSize: { calculated: listed.length } }],
      currentActions: { none, creating: listed.length - none },
    },
    instances: isListed ? (listed as ApiManagedInstance[]) : undefined,
    atMs: atSeconds * 1000,
  };
}

/** The findings of looks that are ten seconds apart. */
function follow(looks: readonly Instances[], isListed = true): Rollout {
  return looks.reduce<Rollout | undefined>(
    (before, instances, index) => advanceRollout(before, lookAt(instances, index * 10, isListed)),
    undefined,
  ) as Rollout;
}

/** Instances by their names, which are numbers. */
const withActions = (...actions: string[]): Instances =>
  new Map(actions.map((action, index) => [`web-${String(index)}`, action]));
const without = (instances: Instances, gone: readonly string[]): Instances =>
  new Map([...instances].filter(([name]) => !gone.includes(name)));

const someInstances = fc
  .array(fc.constantFrom("NONE", "NONE", ...changing), { minLength: 1, maxLength: 8 })
  .map((actions) => withActions(...actions));

describe("progress", () => {
  it("is each instance of a version that is restarted one after another", () => {
    const looks = Array.from({ length: 6 }, (_, restarting) =>
      withActions(...Array.from({ length: 6 }, (_, index) => (index === restarting ? "RESTARTING" : "NONE"))),
    );
    expect(findStandstill(follow(looks), 15_000)).toBeUndefined();
  });

  it("is a new name, whatever the size was and whatever is lost and made again meanwhile", () => {
    const lives = fc.array(someInstances, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lives, someInstances, (looks, last) => {
        const before = follow(looks);
        const atSeconds = looks.length * 10;
        const after = advanceRollout(before, lookAt(new Map([...last, ["new", "NONE"]]), atSeconds));
        expect(after.sinceMs).toBe(after.newest.atMs);
      }),
    );
  });

  it("is an instance more that is not changing, where the names are not known, whatever the size was", () => {
    fc.assert(
      fc.property(fc.array(someInstances, { minLength: 1, maxLength: 6 }), someInstances, (looks, grown) => {
        const before = follow(looks, false);
        const last = looks.at(-1) ?? new Map<string, string>();
        const more = new Map([...last, ...[...grown].map(([name, action]) => [`${name}-more`, action] as const)]);
        const after = advanceRollout(before, lookAt(new Map([...more, ["new", "NONE"]]), looks.length * 10, false));
        expect(after.sinceMs).toBe(after.newest.atMs);
      }),
    );
  });

  it("is none of the instances that leave, in whatever order", () => {
    const names = fc.shuffledSubarray(Array.from({ length: 8 }, (_, index) => `web-${String(index)}`));
    fc.assert(
      fc.property(someInstances, names, fc.boolean(), (instances, leaving, isListed) => {
        const shrinks = leaving.map((_, index) => without(instances, leaving.slice(0, index + 1)));
        expect(follow([instances, ...shrinks], isListed).sinceMs).toBe(0);
      }),
    );
  });

  it("is no instance that is lost and made again more than once", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("NONE", "GONE", ...changing), { maxLength: 30 }), (actions) => {
        const looks = ["CREATING", "NONE", ...actions].map((action) =>
          without(withActions("CREATING", action), action === "GONE" ? ["web-1"] : []),
        );
        expect(follow(looks).sinceMs).toBe(10_000);
      }),
    );
  });
});
