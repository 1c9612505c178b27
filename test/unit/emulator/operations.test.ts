import { describe, expect, it } from "vitest";
import { admin, emulatorForTest, insertRoute, ROUTES, routeBody, send, wait } from "./helpers";

const ID = "5f0c9a3e-1111-4222-8333-123456789abc";

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
