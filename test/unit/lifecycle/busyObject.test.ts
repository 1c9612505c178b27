import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import type { ComputeClient } from "../../../provider/src/http/client";
import { whenFree } from "../../../provider/src/lifecycle/busyObject";
import { BusyService, policyPath } from "../../support/busyService";
import { jobFor } from "../../support/testJob";

const object = { path: policyPath, label: "the firewall policy" };
const operationMs = 1_000;
const minuteMs = 60_000;

let service = new BusyService();
let client: ComputeClient = service.client();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  service = new BusyService();
  client = service.client();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Changes the policy, and tells when that was done, in milliseconds from now. */
async function change(who: string, { of = client, withinMs = 20 * minuteMs, log = new EngineLog(undefined) } = {}) {
  const beganMs = performance.now();
  const job = jobFor(withinMs, { client: of, log });
  await whenFree(job, object, () => service.change(who, operationMs));
  return performance.now() - beganMs;
}

/** What all of them give, as fast as the clock can be turned. */
async function all<T>(...changes: Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const settled = Promise.allSettled(changes);
  await vi.advanceTimersByTimeAsync(25 * minuteMs);
  return settled;
}

const times = (results: PromiseSettledResult<number>[]) =>
  results.map((result) => (result.status === "fulfilled" ? result.value : result.reason));

describe("changes of one object", () => {
  it("are sent without a wait if the service accepts several", async () => {
    service.atOnce = 3;
    expect(times(await all(change("a"), change("b"), change("c")))).toEqual([1_000, 1_000, 1_000]);
    expect(service.refused).toBe(0);
  });

  it("follow each other without pauses if it accepts one", async () => {
    const results = await all(change("a"), change("b"), change("c"), change("d"));
    expect(times(results)).toEqual([1_000, 2_000, 3_000, 4_000]);
    expect(service.sent.map(({ who }) => who).join("")).toBe("abcdbcd");
    expect(service.refused).toBe(3);
  });

  it("pause outside of the queue while another object is busy, such as their network", async () => {
    service.busyNetworks.add("b");
    setTimeout(() => service.busyNetworks.clear(), 10_000);
    const [a, b, c, d] = times(await all(change("a"), change("b"), change("c"), change("d")));
    expect([a, c, d]).toEqual([1_000, 2_000, 3_000]);
    expect(b).toBeGreaterThanOrEqual(11_000);
  });
});

describe("a change while another program changes the object", () => {
  it("is repeated by the first of the queue alone, with short pauses", async () => {
    void service.change("other", 30_000);
    const [a = 0, b = 0] = times(await all(change("a"), change("b"))) as number[];
    expect(a).toBeGreaterThanOrEqual(31_000);
    expect(a).toBeLessThanOrEqual(33_000);
    expect(b).toBe(a + operationMs);
    // In the open; and then the second follows the first.
    expect(service.sent.filter(({ who }) => who === "b")).toHaveLength(2);
    expect(service.refused).toBeLessThan(40);
  });
});

describe("the deadline of a change of a busy object", () => {
  it("names the changes before one that never had its turn", async () => {
    const first = [change("a"), change("b")];
    await vi.advanceTimersByTimeAsync(500);
    const [, , late] = await all(...first, change("c", { withinMs: 500 }));
    expect(late).toMatchObject({ status: "rejected" });
    expect(String((late as PromiseRejectedResult).reason)).toContain(
      "other changes of the same object went on until the deadline of 500ms",
    );
    expect(service.sent.map(({ who }) => who).join("")).toBe("abb");
  });
});
