import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../../emulator/src/basics/json";
import { GROUP, broken, groupWith, stable, template, toPolicy, useFakeTimers, v1 } from "./group";

/*
 * Others change a group while its rollout runs.
 */

useFakeTimers();

const TURN_MS = 60_000;
const group = toPolicy({ surge: 1, unavailable: 0 });

/** A group in a rollout to v2, one of whose instances is done with each turn. */
function rollingGroup(size: number) {
  const made = groupWith({ size, latency: { perInstanceMs: TURN_MS }, group });
  made.patch(template("v2"));
  /** How many are done with v2 after each of some turns. */
  const countTurns = (turns: number) =>
    Array.from({ length: turns }, () => {
      vi.advanceTimersByTime(TURN_MS);
      return made.countDone("v2");
    });
  return { ...made, countTurns };
}

describe("a rollout in turns", () => {
  it("has one instance more in each turn, and ends", () => {
    const { countTurns, read, instances } = rollingGroup(10);
    expect(countTurns(9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(read()).toMatchObject({ status: { isStable: false }, currentActions: { none: 9 } });
    expect(countTurns(1)).toEqual([10]);
    expect(read()).toMatchObject(stable);
    expect([instances().length, vi.getTimerCount()]).toEqual([10, 0]);
  });

  it("keeps the instances that are done where the group gets smaller", () => {
    const { countTurns, controls, read } = rollingGroup(10);
    expect(countTurns(3)).toEqual([1, 2, 3]);
    controls.objects.patch(GROUP, { targetSize: 4 });
    expect(read()).toMatchObject({ currentActions: { none: 3, creating: 1 } });
    expect(countTurns(1)).toEqual([4]);
  });

  it("makes instances again that are lost, which takes turns of their own", () => {
    const { countTurns, controls, staying } = rollingGroup(3);
    expect(countTurns(2)).toEqual([1, 2]);
    const settled = staying().filter(({ currentAction }) => currentAction === "NONE");
    controls.objects.act({ path: GROUP, loses: 2 });
    const actions = staying().map(({ currentAction }) => currentAction);
    expect(actions.sort()).toEqual(["CREATING", "RECREATING", "RECREATING"]);
    expect(countTurns(3)).toEqual([1, 2, 3]);
    for (const { name, id } of settled) {
      const again = staying().find((instance) => instance.name === name);
      expect(again).toMatchObject({ instanceStatus: "RUNNING" });
      expect(again?.id).not.toBe(id);
    }
  });
});

it.each<[string, (made: ReturnType<typeof groupWith>) => void]>([
  ["the delete of its group", ({ controls }) => controls.objects.delete(GROUP)],
  ["a reset", ({ controls }) => controls.reset()],
])("a rollout has no timer after %s", (_what, end) => {
  for (const settings of [{ latency: { perInstanceMs: TURN_MS } }, { rules: [broken] }]) {
    const made = groupWith({ ...settings, group });
    made.patch(template("v2"));
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    end(made);
    expect([vi.getTimerCount(), made.instances()]).toEqual([0, []]);
  }
});

describe("a group that somebody changes from outside", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["more instances", { targetSize: 5 }, [v1, v1, v1, v1, v1]],
    ["fewer instances", { targetSize: 1 }, [v1]],
    ["another template", template("v2"), ["NONE v2", "NONE v2", "NONE v2"]],
  ])("has %s", (_what, patch, wanted) => {
    const { controls, instances, read } = groupWith({ group });
    controls.objects.patch(GROUP, patch);
    vi.runAllTimers();
    expect(instances()).toEqual(wanted);
    expect(read()).toMatchObject({ ...stable, currentActions: { none: wanted.length } });
  });

  it("keeps the status that somebody puts, as long as nothing else changes", () => {
    const { controls, read } = groupWith();
    controls.objects.patch(GROUP, { status: { isStable: false } });
    controls.objects.patch(GROUP, { description: "other" });
    expect(read()).toMatchObject({ status: { isStable: false } });
  });

  it("makes an instance again that is deleted", () => {
    const { controls, instances, staying, read } = groupWith();
    controls.objects.delete(`${GROUP}/managedInstances/${staying()[0]?.name ?? ""}`);
    expect(instances()).toEqual([v1, v1, v1]);
    expect(read()).toMatchObject(stable);
  });

  it("is whole again where it loses more instances than are settled", () => {
    const { controls, instances, read } = groupWith({ latency: { instancesMs: TURN_MS } });
    controls.objects.act({ path: GROUP, loses: 2 });
    expect(read()).toMatchObject({ status: { isStable: false }, currentActions: { none: 1, recreating: 2 } });
    controls.objects.act({ path: GROUP, loses: 100 });
    expect(read()).toMatchObject({ currentActions: { none: 0, recreating: 3 } });
    vi.runAllTimers();
    expect(instances()).toEqual([v1, v1, v1]);
  });
});
