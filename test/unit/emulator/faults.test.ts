import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, insertRoute, OPERATIONS, ROUTES, routeBody, send, wait } from "./helpers";

describe("the fault", () => {
  it("redirect sends the client elsewhere", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "redirect", location: "http://example.com/" } });
    const answer = await send(emulator, "GET", ROUTES);
    expect([answer.status, answer.headers.get("location")]).toEqual([307, "http://example.com/"]);
  });

  it("delay holds the request back and then lets it act, also before another fault", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "delay", ms: 40 } });
    emulator.fault({ fault: { kind: "status", status: 500 } });
    const started = Date.now();
    expect((await send(emulator, "GET", ROUTES)).status).toBe(500);
    expect(Date.now() - started).toBeGreaterThanOrEqual(38);
    expect(emulator.requests()[0]?.fault).toBe("delay+status");
  });

  it("outage ends when its time is over", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "outage", ms: 100 } });
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
    await expect.poll(() => send(emulator, "GET", ROUTES).catch(() => undefined)).toMatchObject({ status: 200 });
  });

  it.each(["atOnce", "whenDone"] as const)(
    "operationVanishes %s makes the operation 404, and its change lands",
    async (when) => {
      const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
      emulator.fault({ fault: { kind: "operationVanishes", when } });
      const operation = await insertRoute(emulator);
      const early = await send(emulator, "GET", `${OPERATIONS}/${String(operation.name)}`);
      expect(early.status).toBe(when === "atOnce" ? 404 : 200);
      emulator.finishOperations();
      const waited = await send(emulator, "POST", `${OPERATIONS}/${String(operation.name)}/wait`);
      expect([waited.status, waited.reason]).toEqual([404, "notFound"]);
      await expect.poll(() => emulator.operations()[0]?.doneAt).toBeDefined();
      expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(200);
      expect(emulator.operations()[0]).toMatchObject({ landed: true, vanished: true });
    },
  );

  it("operationNotFoundAtFirst hides a new operation for a moment", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "operationNotFoundAtFirst", times: 2 } });
    const { name } = await insertRoute(emulator);
    const look = async () => (await send(emulator, "POST", `${OPERATIONS}/${String(name)}/wait`)).status;
    expect([await look(), await look(), await look()]).toEqual([404, 404, 200]);
  });
});

describe("faults act", () => {
  const failing = { kind: "status", status: 500 } as const;
  const statuses = async (emulator: Emulator, count: number) => {
    const observed: number[] = [];
    for (let index = 0; index < count; index += 1) observed.push((await send(emulator, "GET", ROUTES)).status);
    return observed;
  };

  it("once, unless they say how often", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: failing });
    expect(await statuses(emulator, 3)).toEqual([500, 200, 200]);
    emulator.fault({ skip: 1, times: 2, fault: failing });
    expect(await statuses(emulator, 4)).toEqual([200, 500, 500, 200]);
    emulator.fault({ times: "always", fault: failing });
    expect(await statuses(emulator, 3)).toEqual([500, 500, 500]);
    emulator.clearFaults();
    expect(await statuses(emulator, 1)).toEqual([200]);
  });

  it("only on the requests they name", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ match: { method: "post", path: "/routes$" }, fault: failing });
    emulator.fault({ match: { operationType: "delete" }, fault: { kind: "status", status: 502 } });
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
    expect((await send(emulator, "POST", ROUTES, { body: routeBody() })).status).toBe(500);
    await wait(emulator, await insertRoute(emulator));
    expect((await send(emulator, "DELETE", `${ROUTES}/r`)).status).toBe(502);
  });
});
