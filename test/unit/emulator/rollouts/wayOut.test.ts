import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Emulator, EmulatorOptions, RolloutRule } from "../../../../emulator/src/index";
import type { JsonObject } from "../../../../emulator/src/basics/json";
import { emulatorForTest, folderForTest } from "../../../support/untilTestEnds";
import { admin, operate, send, until } from "../helpers";
import {
  GROUP,
  HEALED,
  PAUSE_MS,
  broken,
  distributionPolicy,
  groupWith,
  stable,
  surging,
  template,
  toPolicy,
} from "./group";
import { unhealthy, useFakeTimers, v1, type Policy } from "./group";

useFakeTimers();

describe("a group whose rollout fails", () => {
  const badly = (rule: RolloutRule, policy: Policy = { surge: 1, unavailable: 0 }) => {
    const made = groupWith({ rules: [rule], group: { ...toPolicy(policy), autoHealingPolicies: HEALED } });
    made.patch(template("v2"));
    return made;
  };

  it.each([
    ["surging", { surge: 1, unavailable: 0 }],
    ["taking down", { surge: 0, unavailable: 1 }],
    ["recreating", { surge: 0, unavailable: 1, method: "RECREATE" }],
    ["restarting", { surge: 0, unavailable: 1, action: "RESTART" }],
    ["surging and taking down", { surge: 1, unavailable: 1 }],
  ])("is stable again with the old template, and with a third one: %s", (_how, policy) => {
    for (const rule of [unhealthy, broken]) {
      for (const back of ["v1", "v3"]) {
        for (const type of ["PROACTIVE", "OPPORTUNISTIC"]) {
          const { patch, instances, read } = badly(rule, policy);
          patch({ ...template(back), updatePolicy: { type } });
          vi.advanceTimersByTime(PAUSE_MS);
          expect(vi.getTimerCount()).toBe(0);
          expect(read()).toMatchObject({ status: { isStable: true } });
          expect(instances()).toHaveLength(3);
          expect(instances()).not.toContain("NONE v2");
          if (type === "PROACTIVE" || back === "v1") expect(new Set(instances())).toEqual(new Set([`NONE ${back}`]));
          else if (policy.unavailable === 0) expect(instances()).toEqual([v1, v1, v1]);
        }
      }
    }
  });

  it.each([
    [{ surge: 1, unavailable: 0 }, {}, ["CREATING v3", v1, v1, v1]],
    [{ surge: 0, unavailable: 1, method: "RECREATE" }, {}, [v1, v1, "RECREATING v3"]],
    [{ surge: 0, unavailable: 1, method: "RECREATE" }, { type: "OPPORTUNISTIC" }, [v1, v1, "RECREATING v3"]],
  ])("goes on failing with a third template that fails, without one instance more: %j %j", (policy, change, wanted) => {
    const { patch, instances, setRules } = badly(unhealthy, policy);
    setRules([unhealthy, { ...broken, instanceTemplate: "/v3$" }]);
    patch({ ...template("v3"), updatePolicy: change });
    expect(instances()).toEqual(wanted);
  });

  it.each([
    [5, ["VERIFYING v2", "VERIFYING v2", "VERIFYING v2", v1, v1, v1]],
    [2, ["VERIFYING v2", v1, v1]],
    [0, []],
  ])("takes another size while it fails: %i", (targetSize, wanted) => {
    const { patch, instances } = badly(unhealthy);
    patch({ targetSize });
    expect(instances()).toEqual(wanted.sort());
  });

  it.each([
    ["other errors", { ...broken, errors: [{ code: "OTHER", message: "other" }] }, "CREATING v2"],
    ["an instance that is unhealthy", unhealthy, "VERIFYING v2"],
    ["a rule for another template", { ...broken, instanceTemplate: "/v9$" }, undefined],
  ])("takes another rule at once: %s", (_what, rule, failing) => {
    const { setRules, instances, staying } = badly(broken);
    setRules([rule]);
    expect(instances()).toEqual(failing === undefined ? Array(3).fill("NONE v2") : [failing, v1, v1, v1].sort());
    const errors = staying().map(({ lastAttempt }) => lastAttempt);
    expect(errors.filter((one) => one !== undefined)).toEqual(
      failing === "CREATING v2" ? [{ errors: { errors: rule.errors } }] : [],
    );
  });

  it("is recreated with errors where an unhealthy instance gets a rule with errors", () => {
    const { setRules, instances } = badly(unhealthy);
    setRules([broken]);
    expect(instances()).toEqual([v1, v1, v1, "RECREATING v2"]);
  });

  it("goes on after its failing instance was deleted from outside", () => {
    const { controls, staying, instances } = badly(broken);
    const failing = staying().find(({ currentAction }) => currentAction === "CREATING");
    controls.objects.delete(`${GROUP}/managedInstances/${failing?.name ?? ""}`);
    vi.advanceTimersByTime(PAUSE_MS);
    expect(instances()).toEqual(["CREATING v2", v1, v1, v1]);
  });

  it("lets the instance go when the template is changed from outside", () => {
    const { controls, instances, read } = badly(broken);
    controls.objects.patch(GROUP, template("v1"));
    vi.advanceTimersByTime(2 * PAUSE_MS);
    expect(instances()).toEqual([v1, v1, v1]);
    expect(read()).toMatchObject(stable);
  });

  it.each<[string, (made: ReturnType<typeof groupWith>) => void]>([
    ["its delete", ({ controls }) => controls.objects.delete(GROUP)],
    ["a reset", ({ controls }) => controls.reset()],
  ])("has no timer after %s", (_what, end) => {
    const made = badly(broken);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    end(made);
    expect([vi.getTimerCount(), made.instances()]).toEqual([0, []]);
  });

  it("can be new: its first instances fail, too", () => {
    const { controls, instances, setRules } = groupWith({ rules: [broken] });
    controls.objects.delete(GROUP);
    controls.objects.put(GROUP, { targetSize: 2, ...template("v2") });
    vi.advanceTimersByTime(PAUSE_MS);
    expect(instances()).toEqual(["CREATING v2", "CREATING v2"]);
    setRules([]);
    expect(instances()).toEqual(["NONE v2", "NONE v2"]);
  });
});

it("a rule takes none of the time that other rollouts take", () => {
  const instancesMs = 60_000;
  const { patch, instances, setRules } = groupWith({ latency: { instancesMs }, group: surging });
  patch(template("v3"));
  vi.advanceTimersByTime(instancesMs - 1);
  setRules([broken]);
  vi.advanceTimersByTime(1);
  expect([instances(), vi.getTimerCount()]).toEqual([["NONE v3", "NONE v3", "NONE v3"], 0]);
});

describe("over the API", () => {
  const v1Group = { targetSize: 2, ...template("v1"), distributionPolicy, ...surging };

  async function failingEmulator(options: EmulatorOptions = {}) {
    vi.useRealTimers();
    const emulator = await emulatorForTest(options);
    emulator.objects.put(GROUP, v1Group);
    emulator.objects.put("projects/p/global/instanceTemplates/v2", {});
    await admin(emulator, "PUT", "/rollouts", { rollouts: [unhealthy] });
    return emulator;
  }

  async function patchOverApi(emulator: Emulator, patch: JsonObject) {
    const { fingerprint } = emulator.objects.get(GROUP) ?? {};
    return operate(emulator, "PATCH", `/${GROUP}`, { body: { ...patch, fingerprint } });
  }

  const isStable = ({ objects }: Emulator) => (objects.get(GROUP)?.status as { isStable?: boolean }).isStable;

  it("an instance that is unhealthy shows no count of its attempts, and ends when the health check goes", async () => {
    const emulator = await failingEmulator();
    expect(await patchOverApi(emulator, template("v2"))).toMatchObject({ status: "DONE" });
    expect(isStable(emulator)).toBe(false);
    const { json } = await send(emulator, "POST", `/${GROUP}/listManagedInstances`);
    const all = json.managedInstances as JsonObject[];
    expect(all.map(({ currentAction }) => currentAction).sort()).toEqual(["NONE", "NONE", "VERIFYING"]);
    expect(all.filter((instance) => "failedAttempts" in instance)).toEqual([]);
    await patchOverApi(emulator, { autoHealingPolicies: [] });
    await until(() => isStable(emulator) === true);
    expect(emulator.objects.list(`${GROUP}/managedInstances/`)).toHaveLength(2);
  });

  it("an instance of a group that a client inserts fails", async () => {
    const emulator = await failingEmulator();
    const body = { name: "new", ...v1Group, ...template("v2") };
    await operate(emulator, "POST", `/${GROUP.replace(/\/g$/, "")}`, { body });
    expect(emulator.objects.get(GROUP.replace(/g$/, "new"))).toMatchObject({ currentActions: { verifying: 2 } });
  });

  it("a group whose rollout fails finishes it in the next emulator of a data file, which has no rules", async () => {
    const dataFile = join(folderForTest(), "world.json");
    const first = await failingEmulator({ dataFile });
    await patchOverApi(first, template("v2"));
    await first.close();
    const second = await emulatorForTest({ dataFile });
    await until(() => isStable(second) === true);
    expect(second.objects.list(`${GROUP}/managedInstances/`)).toHaveLength(2);
  });
});
