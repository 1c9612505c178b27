import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../../emulator/src/basics/json";
import { GROUP, NO_MORE, broken, groupWith, stable, template, toPolicy, useFakeTimers, v1 } from "./group";

/*
 * Others change a group while its rollout runs.
 */

useFakeTimers();

const TURN_MS = 60_000;
const proactive = toPolicy({ surge: 1, unavailable: 0 });

/** A group in a rollout to v2, one of whose instances is done with each turn. */
function rollingGroup(size = 10) {
  const made = groupWith({ size, latency: { perInstanceMs: TURN_MS }, group: proactive });
  made.patch(template("v2"));
  /** How many are done with v2 after each of some turns; something happens before each. */
  const countTurns = (turns: number, before: (turn: number) => void = () => undefined) =>
    Array.from({ length: turns }, (_, turn) => {
      vi.advanceTimersByTime(TURN_MS / 2);
      before(turn);
      vi.advanceTimersByTime(TURN_MS / 2);
      return made.countDone("v2");
    });
  return { ...made, countTurns };
}

describe("a rollout in turns", () => {
  it("has one instance more in each turn, and ends", () => {
    const { countTurns, read, instances } = rollingGroup();
    expect(countTurns(9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(read()).toMatchObject({ status: { isStable: false }, currentActions: { none: 9 } });
    expect(countTurns(1)).toEqual([10]);
    expect(read()).toMatchObject(stable);
    expect([instances().length, vi.getTimerCount()]).toEqual([10, 0]);
  });

  it("has one instance more in each turn while the group grows with each", () => {
    const { countTurns, controls, read } = rollingGroup();
    const grow = (turn: number) => controls.objects.patch(GROUP, { targetSize: 11 + turn });
    expect(countTurns(4, grow)).toEqual([1, 2, 3, 4]);
    expect(read()).toMatchObject({ targetSize: 14, currentActions: { none: 4, creating: 10 } });
  });

  it("goes on in a smaller group, which keeps the instances that are done", () => {
    const { countTurns, controls, read } = rollingGroup();
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
    expect(
      staying()
        .map(({ currentAction }) => currentAction)
        .sort(),
    ).toEqual([...["CREATING", "RECREATING", "RECREATING"]]);
    expect(countTurns(3)).toEqual([1, 2, 3]);
    for (const { name, id } of settled) {
      const again = staying().find((instance) => instance.name === name);
      expect(again).toMatchObject({ instanceStatus: "RUNNING" });
      expect(again?.id).not.toBe(id);
    }
  });

  it("goes back in turns where somebody sets the template back", () => {
    const { countTurns, controls, countDone, read } = rollingGroup(3);
    expect(countTurns(2)).toEqual([1, 2]);
    controls.objects.patch(GROUP, template("v1"));
    expect(countTurns(3)).toEqual([0, 0, 0]);
    expect(countDone("v1")).toBe(3);
    expect(read()).toMatchObject(stable);
  });

  it("goes on beside an instance that fails, which shows its errors", () => {
    const made = groupWith({
      size: 2,
      latency: { perInstanceMs: TURN_MS },
      rules: [broken],
      group: toPolicy({ surge: 2, unavailable: 0 }),
    });
    made.patch({
      versions: [
        { name: "a", ...template("v3") },
        { name: "b", ...template("v2"), targetSize: { fixed: 1 } },
      ],
    });
    vi.advanceTimersByTime(3 * TURN_MS);
    expect([made.countDone("v3"), made.countDone("v2")]).toEqual([1, 0]);
    const failing = made.staying().find(({ lastAttempt }) => lastAttempt !== undefined);
    expect(failing).toMatchObject({ currentAction: "CREATING", lastAttempt: { errors: { errors: [NO_MORE] } } });
    made.setRules([]);
    vi.advanceTimersByTime(TURN_MS);
    expect(made.countDone("v2")).toBe(1);
  });

  it("ends at once where the turns take no time any more", () => {
    const { controls, countDone } = rollingGroup();
    controls.latency({ perInstanceMs: 0 });
    expect([countDone("v2"), vi.getTimerCount()]).toEqual([10, 0]);
  });

  it("begins in a rollout that runs already", () => {
    const { patch, controls, countDone } = groupWith({ latency: { instancesMs: TURN_MS }, group: proactive });
    patch(template("v2"));
    controls.latency({ perInstanceMs: TURN_MS });
    vi.advanceTimersByTime(TURN_MS);
    expect(countDone("v2")).toBe(1);
  });

  it("has no timer after its group is deleted", () => {
    const { controls } = rollingGroup();
    controls.objects.delete(GROUP);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a group that somebody changes from outside", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["more instances", { targetSize: 5 }, [v1, v1, v1, v1, v1]],
    ["fewer instances", { targetSize: 1 }, [v1]],
    ["another template", template("v2"), ["NONE v2", "NONE v2", "NONE v2"]],
  ])("has %s", (_what, patch, wanted) => {
    const { controls, instances, read } = groupWith({ group: proactive });
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
