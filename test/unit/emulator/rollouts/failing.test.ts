import { describe, expect, it, vi } from "vitest";
import type { Emulator, RolloutRule } from "../../../../emulator/src/index";
import type { JsonObject } from "../../../../emulator/src/basics/json";
import { admin, emulatorForTest, operate, send } from "../helpers";
import { GROUP, NO_MORE, PAUSE_MS, broken, distributionPolicy, groupWith, stable, surging } from "./group";
import { template, toPolicy, unhealthy, unstable, useFakeTimers, v1 } from "./group";

useFakeTimers();

/** A group whose rollout to v2 fails by a rule. */
function failing(rule: RolloutRule, group: JsonObject = surging) {
  const made = groupWith({ rules: [rule], group });
  made.patch(template("v2"));
  return made;
}

describe("a rollout whose instances fail", () => {
  it.each([
    ["unhealthy", unhealthy, "VERIFYING", { verifying: 1, none: 3 }],
    ["with errors", broken, "CREATING", { creating: 1, none: 3 }],
  ])("keeps the old instances until the substitute is there, and never is stable: %s", (_how, rule, action, counts) => {
    const { instances, read, setRules } = failing(rule);
    for (let pause = 0; pause < 5; pause += 1) {
      expect(instances()).toEqual([`${action} v2`, v1, v1, v1].sort());
      expect(read()).toMatchObject({ ...unstable, currentActions: counts });
      vi.advanceTimersByTime(PAUSE_MS);
    }
    setRules([]);
    expect([instances(), vi.getTimerCount()]).toEqual([["NONE v2", "NONE v2", "NONE v2"], 0]);
    expect(read()).toMatchObject(stable);
  });

  const toNone = { type: "PROACTIVE", maxSurge: { fixed: 0 }, maxUnavailable: { percent: 5 } };

  it.each<[JsonObject, readonly string[]]>([
    [toPolicy({ surge: 0, unavailable: 2 }), ["CREATING v2", "CREATING v2", v1]],
    [toPolicy({ surge: 0, unavailable: 2, method: "RECREATE" }), [v1, "RECREATING v2", "RECREATING v2"]],
    [toPolicy({ surge: 0, unavailable: 2, action: "RESTART" }), [v1, "RESTARTING v2", "RESTARTING v2"]],
    [toPolicy({ surge: 1, unavailable: 0, action: "RESTART" }), ["CREATING v2", v1, v1, v1]],
    [{ updatePolicy: toNone }, ["CREATING v2", v1, v1]],
  ])("takes down and adds no more than the policy allows: %j", (policy, wanted) => {
    const { instances } = failing(broken, policy);
    vi.advanceTimersByTime(10 * PAUSE_MS);
    expect(instances()).toEqual(wanted);
  });

  it.each<[string, string, JsonObject, readonly string[]]>([
    [
      "the configuration for all",
      "/v1$",
      { allInstancesConfig: { properties: { labels: { env: "test" } } } },
      ["CREATING v1", v1, v1, v1],
    ],
    [
      "one version of two",
      "/v2$",
      {
        versions: [
          { name: "a", ...template("v3") },
          { name: "b", ...template("v2"), targetSize: { fixed: 1 } },
        ],
      },
      ["CREATING v2", "NONE v1", "NONE v3", "NONE v3"],
    ],
  ])("can be that of %s", (_what, instanceTemplate, change, wanted) => {
    const { patch, instances, read } = groupWith({ rules: [{ ...broken, instanceTemplate }], group: surging });
    patch(change);
    vi.advanceTimersByTime(PAUSE_MS);
    expect(instances()).toEqual(wanted);
    expect(read()).toMatchObject({ status: { isStable: false } });
  });

  it("shows an unhealthy instance that runs, and for a failed attempt its errors and no instance", () => {
    const [well, ill] = [unhealthy, broken].map((rule) => {
      const { staying } = failing(rule, { ...surging, ...toPolicy({ surge: 0, unavailable: 1, method: "RECREATE" }) });
      return staying().find(({ currentAction }) => currentAction !== "NONE");
    });
    expect(well).toMatchObject({
      instanceStatus: "RUNNING",
      id: expect.any(String) as string,
      instanceHealth: [{ detailedHealthState: "UNHEALTHY" }],
    });
    expect(well).not.toHaveProperty("lastAttempt");
    expect(ill).toMatchObject({ currentAction: "RECREATING", lastAttempt: { errors: { errors: [NO_MORE] } } });
    for (const gone of ["id", "instanceStatus", "instanceHealth"]) expect(ill).not.toHaveProperty(gone);
  });

  it("finishes as usual in a group that has no health check to tell it", () => {
    const { instances, read } = failing(unhealthy, toPolicy({ surge: 1, unavailable: 0 }));
    expect(instances()).toEqual(["NONE v2", "NONE v2", "NONE v2"]);
    expect(read()).toMatchObject(stable);
  });

  it.each(["PROACTIVE", "OPPORTUNISTIC"])("is over once the group has the old template again: %s", (type) => {
    for (const policy of [surging, toPolicy({ surge: 0, unavailable: 1, method: "RECREATE" })]) {
      const { patch, instances, read } = failing(broken, policy);
      patch({ ...template("v1"), updatePolicy: { type } });
      vi.advanceTimersByTime(PAUSE_MS);
      expect([instances(), vi.getTimerCount()]).toEqual([[v1, v1, v1], 0]);
      expect(read()).toMatchObject(stable);
    }
  });

  it.each([unhealthy, broken])("succeeds with each instance after its failed attempts: %j", (rule) => {
    const { instances, staying, read } = failing({ ...rule, times: 2 });
    const first = staying().find(({ currentAction }) => currentAction !== "NONE");
    const outcomes = [0, 1, 2].map((pauses) => {
      vi.advanceTimersByTime(Math.sign(pauses) * PAUSE_MS);
      return staying().find(({ name }) => name === first?.name)?.currentAction === "NONE";
    });
    expect(outcomes).toEqual([false, false, true]);
    vi.advanceTimersByTime(PAUSE_MS * 5);
    expect([instances(), vi.getTimerCount()]).toEqual([["NONE v2", "NONE v2", "NONE v2"], 0]);
    expect(read()).toMatchObject(stable);
    expect(staying().some((one) => "lastAttempt" in one || "failedAttempts" in one)).toBe(false);
  });

  it("tries again after the time that instances take, and not before", () => {
    const rules = [{ ...broken, times: 1 }];
    const { patch, instances } = groupWith({ rules, size: 1, latency: { instancesMs: 60_000 }, group: surging });
    patch(template("v2"));
    vi.advanceTimersByTime(119_999);
    expect(instances()).toEqual(["CREATING v2", v1]);
    vi.advanceTimersByTime(1);
    expect(instances()).toEqual(["DELETING -", "NONE v2"]);
    vi.advanceTimersByTime(60_000);
    expect(instances()).toEqual(["NONE v2"]);
  });

  it.each<[string, RolloutRule, RolloutRule, readonly string[]]>([
    ["other errors", broken, { ...broken, errors: [{ code: "OTHER", message: "other" }] }, ["CREATING v2", v1, v1, v1]],
    ["unhealthy instead", broken, unhealthy, [v1, v1, v1, "VERIFYING v2"]],
    ["errors instead", unhealthy, broken, [v1, v1, v1, "RECREATING v2"]],
    ["of another template", broken, { ...broken, instanceTemplate: "/v9$" }, ["NONE v2", "NONE v2", "NONE v2"]],
  ])("takes another rule at once: %s", (_what, earlier, rule, wanted) => {
    const { setRules, instances, staying } = failing(earlier);
    setRules([rule]);
    expect(instances()).toEqual(wanted);
    const errors = staying().flatMap(({ lastAttempt }) => lastAttempt ?? []);
    expect(errors).toEqual(/CREATING/.test(wanted.join(" ")) ? [{ errors: { errors: rule.errors } }] : []);
  });
});

describe("over the API", () => {
  const v1Group = { targetSize: 2, ...template("v1"), distributionPolicy, ...surging };

  async function failingEmulator() {
    vi.useRealTimers();
    const emulator = await emulatorForTest();
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
    await expect.poll(() => isStable(emulator)).toBe(true);
    expect(emulator.objects.list(`${GROUP}/managedInstances/`)).toHaveLength(2);
  });

  it("an instance of a group that a client inserts fails", async () => {
    const emulator = await failingEmulator();
    const body = { name: "new", ...v1Group, ...template("v2") };
    await operate(emulator, "POST", `/${GROUP.replace(/\/g$/, "")}`, { body });
    expect(emulator.objects.get(GROUP.replace(/g$/, "new"))).toMatchObject({ currentActions: { verifying: 2 } });
  });
});
