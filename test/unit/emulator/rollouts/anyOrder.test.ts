import { expect, it, vi } from "vitest";
import type { Latency, RolloutRule } from "../../../../emulator/src/index";
import type { JsonObject } from "../../../../emulator/src/basics/json";
import { wantsFailing } from "../../../../emulator/src/kinds/groups/attempts";
import { fc, runs } from "../../../support/property";
import { GROUP, HEALED, NO_MORE, groupWith, stable, template, toPolicy, useFakeTimers, v1 } from "./group";

useFakeTimers();

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
    fc.record({ latency: fc.constantFrom({ instancesMs: 0 }, { instancesMs: 1_000 }) }),
    fc.record({ latency: fc.constantFrom({ perInstanceMs: 0 }, { perInstanceMs: 1_000 }) }),
    { weight: 4, arbitrary: fc.record({ timers: fc.integer({ min: 1, max: 8 }) }) },
    fc.record({ deleted: fc.nat(5) }),
    fc.record({ lost: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ outside: fc.oneof(templates, policies, fc.constantFrom({ targetSize: 2 }, { targetSize: 5 })) }),
  ),
  { maxLength: 25, size: "max" },
);
type Step = Partial<{
  patch: JsonObject;
  healing: JsonObject[];
  rules: RolloutRule[];
  latency: Latency;
  timers: number;
  deleted: number;
  lost: number;
  outside: JsonObject;
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
        if (isStable && limits().isUpdating) expect(versionTarget.isReached).toBe(true);
        if (isStable) expect([countAvailable(), staying().length]).toEqual([size, size]);
        expect(countAvailable()).toBeGreaterThanOrEqual(Math.min(before, size - limits().unavailable));
      };
      for (const step of life as Step[]) {
        watch(() => {
          if (step.patch !== undefined) patch(step.patch);
          if (step.healing !== undefined) controls.objects.patch(GROUP, { autoHealingPolicies: step.healing });
          if (step.rules !== undefined) setRules(step.rules);
          if (step.latency !== undefined) controls.latency(step.latency);
          if (step.outside !== undefined) controls.objects.patch(GROUP, step.outside);
        });
        for (let left = step.timers ?? 0; left > 0 && vi.getTimerCount() > 0; left -= 1)
          watch(() => vi.advanceTimersToNextTimer());
        const deleted = step.deleted === undefined ? undefined : staying()[step.deleted];
        if (deleted !== undefined) controls.objects.delete(`${GROUP}/managedInstances/${deleted.name}`);
        if (step.lost !== undefined) controls.objects.act({ path: GROUP, loses: step.lost });
      }
      if (areRulesLifted) setRules([]);
      patch({ ...template("v1"), ...toPolicy({ surge: 1, unavailable: 0 }) });
      vi.advanceTimersByTime(60_000);
      expect(vi.getTimerCount()).toBe(0);
      expect(instances()).toEqual(Array(Number(read().targetSize)).fill(v1));
      expect(read()).toMatchObject(stable);
      controls.reset();
    }),
    { numRuns: runs(30) },
  );
});
