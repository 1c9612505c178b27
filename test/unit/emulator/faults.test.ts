import { describe, expect, it } from "vitest";
import { emulatorForTest, insertRoute, OPERATIONS, ROUTES, send } from "./helpers";

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
