import { describe, expect, it } from "vitest";
import { admin, emulatorForTest, ROUTES, send } from "./helpers";

describe("a quota", () => {
  it("of requests refuses what is too much, per project, and forgives with time", async () => {
    const emulator = await emulatorForTest();
    emulator.quota({ requestsPerSecond: 3 });
    const burst = await Promise.all(Array.from({ length: 20 }, () => send(emulator, "GET", ROUTES)));
    const refused = burst.filter(({ status }) => status === 403);
    // A slow machine may see the bucket fill a little meanwhile.
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["rateLimitExceeded"]));
    expect((await send(emulator, "GET", "/projects/q/global/routes")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 450));
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
  });

  it.each([{ routez: 1 }, { routes: "1" }, { routes: -1 }, { project: 1 }, [1]])("is refused as %j", async (body) => {
    const emulator = await emulatorForTest();
    expect((await admin(emulator, "PUT", "/quotas", body)).status).toBe(400);
  });
});
