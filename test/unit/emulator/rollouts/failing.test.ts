import { describe, expect, it, vi } from "vitest";
import { NO_MORE, PAUSE_MS, broken, groupWith, stable, surging, template, toPolicy } from "./group";
import { unhealthy, unstable, useFakeTimers, v1 } from "./group";

useFakeTimers();

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
    const { patch, instances } = groupWith({
      rules: [rule],
      size: 1,
      latency: { instancesMs: 60_000 },
      group: surging,
    });
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
