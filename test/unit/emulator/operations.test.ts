import { describe, expect, it } from "vitest";
import { admin, emulatorForTest, insertRoute, OPERATIONS, ROUTES, routeBody, send, tick, wait } from "./helpers";

const ID = "5f0c9a3e-1111-4222-8333-123456789abc";

describe("an operation", () => {
  it("goes from PENDING over RUNNING to DONE while its progress only grows", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 1_000 } });
    const insert = await insertRoute(emulator);
    const { name } = insert;
    const seen = [insert] as unknown as { status: string; progress: number }[];
    do {
      const { json } = await send(emulator, "GET", `${OPERATIONS}/${String(name)}`);
      seen.push(json as (typeof seen)[number]);
      await tick();
    } while (seen.at(-1)?.status !== "DONE");
    const statuses = seen.map(({ status }) => status);
    expect([...new Set(statuses)]).toEqual(["PENDING", "RUNNING", "DONE"]);
    const progress = seen.map((look) => look.progress);
    expect(progress).toEqual([...progress].sort((left, right) => left - right));
    expect(Math.max(...progress.slice(0, -1))).toBeLessThan(100);
    expect(progress.at(-1)).toBe(100);
  });

  it("is found by its name and by its numeric id, and by no other", async () => {
    const emulator = await emulatorForTest();
    const { name, id } = await insertRoute(emulator);
    expect((await send(emulator, "GET", `${OPERATIONS}/${String(id)}`)).json.name).toBe(name);
    expect((await send(emulator, "POST", `${OPERATIONS}/${String(id)}/wait`)).json.status).toBe("DONE");
    for (const path of [`${OPERATIONS}/operation-1`, `/projects/other/global/operations/${String(name)}`]) {
      const missing = await send(emulator, "GET", path);
      expect([missing.status, missing.reason]).toEqual([404, "notFound"]);
    }
  });
});

describe("waiting", () => {
  it("answers the current state when its deadline is reached", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 10_000 }, waitDeadlineMs: 30 });
    const operation = await insertRoute(emulator);
    expect((await wait(emulator, operation)).status).not.toBe("DONE");
    emulator.latency({ waitDeadlineMs: 60 });
    const started = Date.now();
    await wait(emulator, operation);
    expect(Date.now() - started).toBeGreaterThanOrEqual(55);
  });
});

describe("a requestId", () => {
  it("that was seen answers the same operation in its current state, and does nothing", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 250 } });
    const first = await insertRoute(emulator, {}, `?requestId=${ID}`);
    const repeat = await insertRoute(emulator, {}, `?requestId=${ID}`);
    expect(repeat.name).toBe(first.name);
    await wait(emulator, first);
    const later = await insertRoute(emulator, { name: "another" }, `?requestId=${ID}`);
    expect(later).toMatchObject({ name: first.name, status: "DONE" });
    expect((await send(emulator, "GET", `${ROUTES}/another`)).status).toBe(404);
    expect(emulator.operations()).toHaveLength(1);
  });

  it("belongs to one method and path, and is not used up by a request that was refused", async () => {
    const emulator = await emulatorForTest();
    const refused = await send(emulator, "POST", `${ROUTES}?requestId=${ID}`, { body: routeBody({ priority: -1 }) });
    expect(refused.status).toBe(400);
    await wait(emulator, await insertRoute(emulator, {}, `?requestId=${ID}`));
    const removal = await send(emulator, "DELETE", `${ROUTES}/r?requestId=${ID}`);
    expect(removal.json.operationType).toBe("delete");
  });

  it("is forgotten after 60 minutes, or when a test says so", async () => {
    let now = Date.now();
    const emulator = await emulatorForTest({ now: () => now });
    await wait(emulator, await insertRoute(emulator, {}, `?requestId=${ID}`));
    now += 59 * 60_000;
    expect((await send(emulator, "POST", `${ROUTES}?requestId=${ID}`, { body: routeBody() })).status).toBe(200);
    now += 2 * 60_000;
    expect((await send(emulator, "POST", `${ROUTES}?requestId=${ID}`, { body: routeBody() })).status).toBe(409);
    const other = ID.replace("5", "6");
    await wait(emulator, await insertRoute(emulator, { name: "b" }, `?requestId=${other}`));
    await admin(emulator, "POST", "/requestIds/expire");
    const repeat = await send(emulator, "POST", `${ROUTES}?requestId=${other}`, { body: routeBody({ name: "b" }) });
    expect(repeat.status).toBe(409);
  });
});

describe("latency", () => {
  it("goes by the type of the operation before anything else", async () => {
    const emulator = await emulatorForTest();
    emulator.latency({ defaultMs: 7, byType: { insert: 3 }, spread: { minMs: 10, maxMs: 20, seed: 1 } });
    await wait(emulator, await insertRoute(emulator));
    await send(emulator, "DELETE", `${ROUTES}/r`);
    const [insert, removal] = emulator.operations().map(({ durationMs }) => durationMs);
    expect(insert).toBe(3);
    expect(removal).toBeGreaterThanOrEqual(10);
    expect(removal).toBeLessThanOrEqual(20);
  });
});
