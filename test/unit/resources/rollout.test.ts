import { describe, expect, it } from "vitest";
import type { ApiManagedInstance } from "../../../provider/src/compute/endpoints/instanceGroupManagers";
import type { ApiInstanceGroupManager } from "../../../provider/src/compute/endpoints/instanceGroupManagers";
import {
  advanceRollout,
  describeProgress,
  findStandstill,
  type Rollout,
} from "../../../provider/src/resources/instanceGroupManagerPatch/definition/rollout";

const root = "https://www.googleapis.com/compute/v1/projects/p/global/instanceTemplates/";
const stable = { instanceTemplate: `${root}v41`, name: undefined };
const canary = { instanceTemplate: `${root}v42`, name: "canary" };
const versions = [
  { instanceTemplate: `${root}v41`, targetSize: { calculated: 2 } },
  { name: "canary", instanceTemplate: `${root}v42`, targetSize: { percent: 50, calculated: 2 } },
];

/** An instance of a version; one that changes has a current action, and may have an error. */
function makeInstance(index: number, version: 0 | 1, currentAction = "NONE", code?: string): ApiManagedInstance {
  const { instanceTemplate, name } = version === 0 ? stable : canary;
  return {
    name: `web-${String(index)}`,
    currentAction,
    version: { instanceTemplate, ...(name === undefined ? {} : { name }) },
    ...(code === undefined ? {} : { lastAttempt: { errors: { errors: [{ code, message: "no luck" }] } } }),
  } as ApiManagedInstance;
}

function makeGroup(instances: readonly ApiManagedInstance[]): ApiInstanceGroupManager {
  const count = (name: string) => instances.filter(({ currentAction }) => currentAction?.toLowerCase() === name).length;
  return {
    versions,
    currentActions: { none: count("none"), creating: count("creating"), verifying: count("verifying") },
  };
}

/** The findings of these looks, which are that many seconds apart. */
function look(everySeconds: number, ...looks: readonly (readonly ApiManagedInstance[])[]): Rollout {
  return looks.reduce<Rollout | undefined>((before, instances, index) => {
    return advanceRollout(before, { group: makeGroup(instances), instances, atMs: index * everySeconds * 1000 });
  }, undefined) as Rollout;
}

const old = [makeInstance(1, 0), makeInstance(2, 0)];
const begun = [...old, makeInstance(3, 1, "CREATING"), makeInstance(4, 1, "CREATING")];
const half = [...old, makeInstance(3, 1), makeInstance(4, 1, "CREATING")];
const failing = (code: string) => [...old, makeInstance(3, 1), makeInstance(4, 1, "CREATING", code)];

describe("progress in words", () => {
  it("begins with the versions that lack instances, then says what instances do, and the newest error", () => {
    expect(describeProgress(look(10, begun, half))).toBe("1 of 2 on canary, 2 of 2 on v41, 1 creating");
    expect(describeProgress(look(10, begun, failing("QUOTA_EXCEEDED")))).toBe(
      "1 of 2 on canary, 2 of 2 on v41, 1 creating; web-4 (CREATING): QUOTA_EXCEEDED: no luck",
    );
    const lacking = [makeInstance(1, 0), makeInstance(3, 1), makeInstance(4, 1, "VERIFYING")];
    expect(describeProgress(look(10, lacking))).toBe("1 of 2 on v41, 1 of 2 on canary, 1 verifying");
  });

  it("says the error that came last, as long as it is there", () => {
    const both = [...failing("INTERNAL"), makeInstance(5, 1, "CREATING", "QUOTA_EXCEEDED")];
    expect(describeProgress(look(10, failing("INTERNAL"), both, both))).toContain("web-5 (CREATING): QUOTA_EXCEEDED");
    expect(describeProgress(look(10, failing("INTERNAL"), half))).not.toContain("INTERNAL");
  });

  it.each([
    ["2 creating, 2 not changing", { none: 2, creating: 2 }],
    ["2 creating", { none: 0, creating: 2 }],
    ["0 not changing", {}],
  ])("says %s of a group whose instances nobody can list", (words, currentActions) => {
    const group = { ...makeGroup(begun), currentActions };
    expect(describeProgress(advanceRollout(undefined, { group, instances: undefined, atMs: 0 }))).toBe(words);
  });

  it("leaves out a version of which the group is to have no instance", () => {
    const [first, second] = versions;
    const group = { ...makeGroup(half), versions: [first, { ...second, targetSize: { fixed: 0, calculated: 0 } }] };
    const rollout = advanceRollout(undefined, { group: group as ApiInstanceGroupManager, instances: half, atMs: 0 });
    expect(describeProgress(rollout)).toBe("2 of 2 on v41, 1 creating");
  });

  it("says that an instance is not healthy", () => {
    const unhealthy = {
      ...makeInstance(4, 1, "VERIFYING"),
      instanceHealth: [{ detailedHealthState: "UNHEALTHY", healthCheck: "x/alive" }],
    };
    expect(describeProgress(look(10, [...old, unhealthy as ApiManagedInstance]))).toContain(
      "web-4 (VERIFYING): UNHEALTHY by the health check alive",
    );
  });
});

describe("a rollout that cannot succeed", () => {
  type Instances = readonly ApiManagedInstance[];
  const times = (count: number, instances: Instances) => Array<Instances>(count).fill(instances);
  const [gone, full] = [failing("RESOURCE_NOT_FOUND"), failing("QUOTA_EXCEEDED")];

  it.each<[does: string, looks: readonly Instances[], endedBy?: string | undefined, withinSeconds?: number]>([
    ["is waited for while instances get there", [begun, half], undefined, 120],
    ["is given up where none gets there for that time", [begun, half, half, half], "progressDeadline", 80],
    ["is waited for without a bound where none is given", [begun, ...times(50, half)]],
    ["is given up after two minutes of errors that do not pass", times(4, gone), "lastingErrors"],
    ["is waited for while two minutes are not over", times(3, gone)],
    ["is waited for with errors that pass", times(9, failing("ZONE_RESOURCE_POOL_EXHAUSTED"))],
    ["is waited for while an instance without an error changes", times(9, [...full, makeInstance(5, 1, "CREATING")])],
    ["is waited for where the errors came late", [...times(5, begun), full, full]],
  ])("%s", (_does, looks, endedBy, withinSeconds = Infinity) => {
    expect(findStandstill(look(45, ...looks), withinSeconds * 1000)?.endedBy).toBe(endedBy);
  });

  it("starts to count anew where the first list of instances comes", () => {
    const unlisted = advanceRollout(undefined, { group: makeGroup(old), instances: undefined, atMs: 0 });
    const listed = advanceRollout(unlisted, { group: makeGroup(begun), instances: begun, atMs: 100_000 });
    expect(findStandstill(listed, 90_000)).toBeUndefined();
    expect(
      findStandstill(advanceRollout(listed, { group: makeGroup(begun), instances: begun, atMs: 190_000 }), 90_000),
    ).toBeDefined();
  });
});
