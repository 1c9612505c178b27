import { describe, expect, it } from "vitest";
import { admin, emulatorForTest, insertRoute, ROUTES, send, wait } from "./helpers";

describe("a quota", () => {
  it("of objects lets the insert begin, and its operation fail with all details of the service", async () => {
    const emulator = await emulatorForTest();
    await admin(emulator, "PUT", "/quotas", { routes: 1, futureLimits: { routes: 5 } });
    await wait(emulator, await insertRoute(emulator, { name: "first" }));
    const operation = await wait(emulator, await insertRoute(emulator, { name: "second" }));
    expect(operation).toMatchObject({
      status: "DONE",
      httpErrorStatusCode: 403,
      httpErrorMessage: "FORBIDDEN",
      error: {
        errors: [
          {
            code: "QUOTA_EXCEEDED",
            errorDetails: [
              {
                quotaInfo: {
                  metricName: "compute.googleapis.com/routes",
                  limitName: "ROUTES-per-project",
                  dimensions: { region: "global" },
                  limit: 1,
                  futureLimit: 5,
                  rolloutStatus: "IN_PROGRESS",
                },
              },
              { help: { links: [{ url: expect.stringContaining("quotas") as unknown }, {}] } },
              { localizedMessage: { locale: "en-US" } },
            ],
          },
        ],
      },
    });
    expect((await send(emulator, "GET", `${ROUTES}/second`)).status).toBe(404);
  });

  it("counts inserts that are still running", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 30 } });
    emulator.quota({ routes: 2 });
    const operations = await Promise.all(["a", "b", "c"].map((name) => insertRoute(emulator, { name })));
    const done = await Promise.all(operations.map((operation) => wait(emulator, operation)));
    expect(done.filter((operation) => "error" in operation)).toHaveLength(1);
  });

  it("may hold for one project, and is lifted with null", async () => {
    const emulator = await emulatorForTest();
    emulator.quota({ project: "q", routes: 0 });
    expect(await wait(emulator, await insertRoute(emulator))).not.toHaveProperty("error");
    emulator.quota({ routes: 0 });
    expect(await wait(emulator, await insertRoute(emulator, { name: "b" }))).toHaveProperty("error");
    emulator.quota({ routes: null });
    expect(await wait(emulator, await insertRoute(emulator, { name: "b" }))).not.toHaveProperty("error");
  });

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
