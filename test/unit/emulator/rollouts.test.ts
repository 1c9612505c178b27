import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Controls } from "../../../emulator/src/controls/controls";
import type { Emulator, EmulatorOptions, RolloutRule } from "../../../emulator/src/index";
import { catalogWith } from "../../../emulator/src/kinds/catalog";
import { wantsFailing } from "../../../emulator/src/kinds/groups/attempts";
import { readInstances, type ManagedInstance } from "../../../emulator/src/kinds/groups/instances";
import { rollOut } from "../../../emulator/src/kinds/groups/rollout";
import { patchGroup } from "../../../emulator/src/kinds/groups/settings";
import type { JsonObject } from "../../../emulator/src/basics/json";
import { World } from "../../../emulator/src/world/world";
import { fc, runs } from "../../support/property";
import { emulatorForTest, folderForTest } from "../../support/untilTestEnds";
import { admin, operate, send, until } from "./helpers";

const GROUP = "projects/p/regions/us-central1/instanceGroupManagers/g";
const HEALED = [{ healthCheck: "global/healthChecks/h" }];
const NO_MORE = { code: "QUOTA_EXCEEDED", message: "no more CPUs" };
const PAUSE_MS = 100;
/** With one zone, the limits may be 1. */
const distributionPolicy = { zones: [{ zone: "zones/us-central1-a" }] };

interface Policy {
  readonly method?: string;
  readonly surge: number;
  readonly unavailable: number;
  readonly type?: string;
  readonly action?: string;
  readonly allowed?: string;
}

function toPolicy({ method = "SUBSTITUTE", surge, unavailable, type = "PROACTIVE", action, allowed }: Policy) {
  return {
    updatePolicy: {
      ...{ type, replacementMethod: method, minimalAction: action ?? "REPLACE" },
      mostDisruptiveAllowedAction: allowed ?? "REPLACE",
      maxSurge: { fixed: surge },
      maxUnavailable: { fixed: unavailable },
    },
  };
}

const template = (name: string) => ({ instanceTemplate: `global/instanceTemplates/${name}` });

/** A regional group with instances of the template v1, whose instances fail by these rules. */
function groupWith({ rules = [] as RolloutRule[], size = 3, instancesMs = 0, group = {} as JsonObject } = {}) {
  const catalog = catalogWith([]);
  const world = new World({ latency: { instancesMs }, now: Date.now, kinds: catalog });
  const controls = new Controls(world, catalog, { options: undefined, objects: {} });
  controls.objects.put(GROUP, { targetSize: size, ...template("v1"), distributionPolicy, ...group });
  const setRules = (next: readonly RolloutRule[]) => controls.rollouts({ rollouts: next });
  setRules(rules);
  return {
    world,
    controls,
    setRules,
    read: () => world.store.get(GROUP) ?? {},
    /** Changes the group as the API does. */
    patch(patch: JsonObject) {
      world.store.put(GROUP, patchGroup(world.store.get(GROUP) ?? {}, patch, GROUP));
      rollOut(world, GROUP, false);
    },
    staying: () => readInstances(world, GROUP).filter(({ currentAction }) => currentAction !== "DELETING"),
    /** The instances in short: `NONE v1`, or `VERIFYING v2`. */
    instances: () => readInstances(world, GROUP).map(inShort).sort(),
  };
}

function inShort({ currentAction, version }: ManagedInstance): string {
  return `${currentAction} ${version?.instanceTemplate?.replace(/.*\//, "") ?? "-"}`;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const unhealthy: RolloutRule = { instanceTemplate: "/v2$" };
const broken: RolloutRule = { instanceTemplate: "/v2$", errors: [NO_MORE] };
const surging = { ...toPolicy({ surge: 1, unavailable: 0 }), autoHealingPolicies: HEALED };
const v1 = "NONE v1";
const stable = { status: { isStable: true, versionTarget: { isReached: true } } };
const unstable = { status: { isStable: false, versionTarget: { isReached: false } } };

describe("a rollout whose instances fail", () => {
  it.each([
    ["unhealthy", unhealthy, "VERIFYING", { verifying: 1, none: 3 }],
    ["with errors", broken, "CREATING", { creating: 1, none: 3 }],
  ])("keeps the old instances until the substitute is there, and never is stable: %s", (_how, rule, action, counts) => {
    const { patch, instances, read, setRules } = groupWith({ rules: [rule], group: surging });
    patch(template("v2"));
    for (let pause = 0; pause < 5; pause += 1) {
      expect(instances()).toEqual([`${action} v2`, v1, v1, v1].sort());
      expect(read()).toMatchObject({ ...unstable, currentActions: counts });
      vi.advanceTimersByTime(PAUSE_MS);
    }
    setRules([]);
    expect([instances(), vi.getTimerCount()]).toEqual([["NONE v2", "NONE v2", "NONE v2"], 0]);
    expect(read()).toMatchObject(stable);
  });

  it.each([
    ["SUBSTITUTE", { surge: 0, unavailable: 2 }, "CREATING"],
    ["RECREATE", { surge: 0, unavailable: 2, method: "RECREATE" }, "RECREATING"],
    ["RESTART", { surge: 0, unavailable: 2, action: "RESTART" }, "RESTARTING"],
  ])("takes down no more than maxUnavailable: %s", (_method, policy, action) => {
    const { patch, instances } = groupWith({ rules: [broken], group: toPolicy(policy) });
    patch(template("v2"));
    vi.advanceTimersByTime(10 * PAUSE_MS);
    expect(instances()).toEqual([`${action} v2`, `${action} v2`, v1].sort());
  });

  it("puts a substitute beside an instance to restart, where none may be taken down", () => {
    const policy = toPolicy({ surge: 1, unavailable: 0, action: "RESTART" });
    const { patch, instances } = groupWith({ rules: [broken], group: policy });
    patch(template("v2"));
    expect(instances()).toEqual(["CREATING v2", v1, v1, v1]);
  });

  it("takes down one instance where the shares come to none", () => {
    const shares = { maxSurge: { fixed: 0 }, maxUnavailable: { percent: 5 } };
    const updatePolicy = { type: "PROACTIVE", ...shares };
    const { patch, instances } = groupWith({ rules: [broken], size: 10, group: { updatePolicy } });
    patch(template("v2"));
    vi.advanceTimersByTime(PAUSE_MS);
    expect(instances()).toEqual(["CREATING v2", ...Array<string>(9).fill(v1)]);
  });

  it("puts a substitute beside an instance that lacks the configuration for all", () => {
    const { patch, instances } = groupWith({ rules: [{ ...broken, instanceTemplate: "/v1$" }], group: surging });
    patch({ allInstancesConfig: { properties: { labels: { env: "test" } } } });
    vi.advanceTimersByTime(PAUSE_MS);
    expect(instances()).toEqual(["CREATING v1", v1, v1, v1]);
  });

  it("brings the configuration for all to each instance, after its failed attempts", () => {
    const rule = { ...broken, instanceTemplate: "/v1$", times: 1 };
    const { patch, instances, read } = groupWith({ rules: [rule], group: surging });
    patch({ allInstancesConfig: { properties: { labels: { env: "test" } } } });
    vi.advanceTimersByTime(20 * PAUSE_MS);
    expect([instances(), vi.getTimerCount()]).toEqual([[v1, v1, v1], 0]);
    expect(read()).toMatchObject({ status: { allInstancesConfig: { effective: true } } });
  });

  it("lets the instances of another version finish, one after the other", () => {
    const { patch, instances, read } = groupWith({ rules: [broken], group: surging });
    patch({
      versions: [
        { name: "a", ...template("v3") },
        { name: "b", ...template("v2"), targetSize: { fixed: 1 } },
      ],
    });
    vi.advanceTimersByTime(PAUSE_MS);
    expect(instances()).toEqual(["CREATING v2", "NONE v1", "NONE v3", "NONE v3"]);
    expect(read()).toMatchObject(unstable);
  });

  it("shows an unhealthy instance that runs, and for a failed attempt its errors and no instance", () => {
    const [well, ill] = [unhealthy, broken].map((rule) => {
      const { patch, staying } = groupWith({
        rules: [rule],
        size: 1,
        group: { ...surging, ...toPolicy({ surge: 0, unavailable: 1, method: "RECREATE" }) },
      });
      patch(template("v2"));
      return staying()[0];
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
    const { patch, instances, read } = groupWith({ rules: [unhealthy], group: toPolicy({ surge: 1, unavailable: 0 }) });
    patch(template("v2"));
    expect(instances()).toEqual(["NONE v2", "NONE v2", "NONE v2"]);
    expect(read()).toMatchObject(stable);
  });

  it.each([unhealthy, broken])("succeeds with each instance after its failed attempts: %j", (rule) => {
    const { patch, instances, staying, read } = groupWith({ rules: [{ ...rule, times: 2 }], size: 2, group: surging });
    patch(template("v2"));
    const first = staying().find(({ currentAction }) => currentAction !== "NONE");
    const hasFinished = () => staying().find(({ name }) => name === first?.name)?.currentAction === "NONE";
    const outcomes = [hasFinished()];
    for (let pause = 0; pause < 2; pause += 1) {
      vi.advanceTimersByTime(PAUSE_MS);
      outcomes.push(hasFinished());
    }
    expect(outcomes).toEqual([false, false, true]);
    vi.advanceTimersByTime(PAUSE_MS * 3);
    expect([instances(), vi.getTimerCount()]).toEqual([["NONE v2", "NONE v2"], 0]);
    expect(read()).toMatchObject(stable);
    expect(staying().some((one) => "lastAttempt" in one || "failedAttempts" in one)).toBe(false);
  });

  it("tries again after the time that instances take, and not before", () => {
    const rule = { ...broken, times: 1 };
    const { patch, instances } = groupWith({ rules: [rule], size: 1, instancesMs: 60_000, group: surging });
    patch(template("v2"));
    vi.advanceTimersByTime(119_999);
    expect(instances()).toEqual(["CREATING v2", v1]);
    vi.advanceTimersByTime(1);
    expect(instances()).toEqual(["DELETING -", "NONE v2"]);
    vi.advanceTimersByTime(60_000);
    expect(instances()).toEqual(["NONE v2"]);
  });

  it("changes nothing while it fails as before", () => {
    const { patch, world } = groupWith({ rules: [unhealthy], group: surging });
    patch(template("v2"));
    const { changeCount } = world.store;
    vi.advanceTimersByTime(20 * PAUSE_MS);
    expect(world.store.changeCount).toBe(changeCount);
  });
});

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
  const { patch, instances, setRules } = groupWith({ instancesMs, group: surging });
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

const policies = fc
  .record({
    surge: fc.integer({ min: 0, max: 3 }),
    unavailable: fc.integer({ min: 0, max: 3 }),
    type: fc.constantFrom("PROACTIVE", "PROACTIVE", "OPPORTUNISTIC"),
    method: fc.constantFrom("SUBSTITUTE", "SUBSTITUTE", "RECREATE"),
    action: fc.constantFrom("REPLACE", "REPLACE", "RESTART", "REFRESH", "NONE"),
    allowed: fc.constantFrom("REPLACE", "REPLACE", "RESTART"),
  })
  .map((policy) => {
    const surge = policy.method === "RECREATE" ? 0 : policy.surge;
    return toPolicy({ ...policy, surge, unavailable: Math.max(policy.unavailable, surge === 0 ? 1 : 0) });
  });
const templates = fc.constantFrom("v1", "v2", "v2", "v3", "bad").map(template);
const canaries = fc.constantFrom("v2", "bad", "v3").map((name) => ({
  versions: [
    { name: "old", ...template("v1") },
    { name: "new", ...template(name), targetSize: { fixed: 1 } },
  ],
}));
const rulesets = fc.array(
  fc.record(
    {
      instanceTemplate: fc.constantFrom("/v2$", "/bad$", "/v[23]$"),
      errors: fc.constantFrom([NO_MORE], []),
      times: fc.constantFrom<("always" | number)[]>("always", 1, 2),
    },
    { requiredKeys: ["instanceTemplate"] },
  ),
  { maxLength: 2 },
);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ patch: fc.oneof(templates, canaries) }) },
    fc.record({ patch: fc.integer({ min: 0, max: 6 }).map((targetSize) => ({ targetSize })) }),
    { weight: 2, arbitrary: fc.record({ patch: policies }) },
    fc.record({
      patch: fc.constantFrom("a", "b").map((env) => ({ allInstancesConfig: { properties: { labels: { env } } } })),
    }),
    fc.record({ healing: fc.constantFrom(HEALED, []) }),
    fc.record({ rules: rulesets }),
    fc.record({ instancesMs: fc.constantFrom(0, 1_000) }),
    { weight: 4, arbitrary: fc.record({ timers: fc.integer({ min: 1, max: 8 }) }) },
    fc.record({ lost: fc.nat(5) }),
  ),
  { maxLength: 25, size: "max" },
);
type Step = Partial<{
  patch: JsonObject;
  healing: JsonObject[];
  rules: RolloutRule[];
  instancesMs: number;
  timers: number;
  lost: number;
}>;

it("whatever happens meanwhile, a failing rollout stays in its limits and ends when it fails no more", () => {
  fc.assert(
    fc.property(steps, policies, fc.boolean(), (life, policy, areRulesLifted) => {
      const { world, controls, patch, setRules, read, staying, instances } = groupWith({ group: policy });
      const limits = () => {
        const { type, minimalAction, mostDisruptiveAllowedAction, ...shares } = read().updatePolicy as Record<
          string,
          string
        >;
        const [surge, unavailable] = ["maxSurge", "maxUnavailable"].map(
          (name) => (shares[name] as unknown as { calculated: number }).calculated,
        ) as [number, number];
        const isUpdating =
          type === "PROACTIVE" && !(minimalAction === "REPLACE" && mostDisruptiveAllowedAction === "RESTART");
        return { isUpdating, surge: isUpdating ? surge : 0, unavailable: isUpdating ? unavailable : 0 };
      };
      const countAvailable = () => staying().filter(({ currentAction }) => currentAction === "NONE").length;
      let hasLost = false;
      /** Does something, and looks whether the limits are kept. */
      const watch = (act: () => void) => {
        const before = countAvailable();
        act();
        if (!wantsFailing(world, read())) return;
        const size = Number(read().targetSize);
        expect(staying().length).toBeLessThanOrEqual(size + limits().surge);
        const { isStable, versionTarget } = read().status as {
          isStable: boolean;
          versionTarget: { isReached: boolean };
        };
        // Nobody makes what is deleted from outside a quiet group.
        const isWhole = !hasLost && isStable;
        if (isWhole && limits().isUpdating) expect(versionTarget.isReached).toBe(true);
        if (isWhole) expect([countAvailable(), staying().length]).toEqual([size, size]);
        expect(countAvailable()).toBeGreaterThanOrEqual(Math.min(before, size - limits().unavailable));
      };
      for (const step of life as Step[]) {
        hasLost = step.patch === undefined && (hasLost || step.lost !== undefined);
        watch(() => {
          if (step.patch !== undefined) patch(step.patch);
          if (step.healing !== undefined) controls.objects.patch(GROUP, { autoHealingPolicies: step.healing });
          if (step.rules !== undefined) setRules(step.rules);
          if (step.instancesMs !== undefined) world.latency.set({ instancesMs: step.instancesMs });
        });
        for (let left = step.timers ?? 0; left > 0 && vi.getTimerCount() > 0; left -= 1)
          watch(() => vi.advanceTimersToNextTimer());
        const lost = step.lost === undefined ? undefined : staying()[step.lost];
        if (lost !== undefined) controls.objects.delete(`${GROUP}/managedInstances/${lost.name}`);
      }
      if (areRulesLifted) setRules([]);
      patch({ ...template("v1"), ...toPolicy({ surge: 1, unavailable: 0 }) });
      vi.advanceTimersByTime(10_000);
      expect(vi.getTimerCount()).toBe(0);
      expect(instances()).toEqual(Array(Number(read().targetSize)).fill(v1));
      expect(read()).toMatchObject(stable);
      controls.reset();
    }),
    { numRuns: runs(30) },
  );
});
