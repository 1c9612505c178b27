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
