import { describe, expect, it } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import {
  admin,
  emulatorForTest,
  insertRoute,
  OPERATIONS,
  ROOT,
  ROUTES,
  routeBody,
  send,
  tick,
  until,
  wait,
} from "./helpers";

const ID = "5f0c9a3e-1111-4222-8333-123456789abc";

describe("an operation", () => {
  it("is answered with the fields that the service shows, and none that it does not", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 60_000 } });
    const operation = await insertRoute(emulator, {}, `?requestId=${ID}`);
    expect(operation).toEqual({
      kind: "compute#operation",
      id: expect.stringMatching(/^[0-9]{17,20}$/) as unknown,
      name: expect.stringMatching(/^operation-[0-9]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+$/) as unknown,
      clientOperationId: ID,
      operationType: "insert",
      targetLink: `${ROOT}projects/p/global/routes/r`,
      targetId: expect.stringMatching(/^[0-9]{17,20}$/) as unknown,
      status: "PENDING",
      user: "developer@example.com",
      progress: 0,
      insertTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-07:00$/) as unknown,
      selfLink: `${ROOT}projects/p/global/operations/${String(operation.name)}`,
    });
    emulator.finishOperations();
    const done = await wait(emulator, operation);
    expect(done).toMatchObject({ status: "DONE", progress: 100, id: operation.id });
    expect(done).toHaveProperty("endTime");
    expect(done).not.toHaveProperty("error");
    const { json: route } = await send(emulator, "GET", `${ROUTES}/r`);
    expect(route.id).toBe(operation.targetId);
  });

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

  it("is not DONE in the answer to the mutation, even when it takes no time", async () => {
    const emulator = await emulatorForTest();
    expect((await insertRoute(emulator)).status).toBe("RUNNING");
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(200);
  });

  it("makes its change only when it turns DONE", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 1_000 } });
    const insert = await insertRoute(emulator);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
    expect((await send(emulator, "GET", ROUTES)).json).not.toHaveProperty("items");
    await wait(emulator, insert);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(200);
    const { json: removal } = await send(emulator, "DELETE", `${ROUTES}/r`);
    expect(removal.operationType).toBe("delete");
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(200);
    await wait(emulator, removal);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
  });

  it("ends early when a test asks for it", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
    const { name } = await insertRoute(emulator);
    const unknown = await admin(emulator, "POST", "/operations/finish", { name: "operation-1" });
    expect(unknown.status).toBe(404);
    expect((await admin(emulator, "POST", "/operations/finish", { name })).json).toEqual({ finished: 1 });
    expect((await send(emulator, "GET", `${OPERATIONS}/${String(name)}`)).json).toMatchObject({ status: "DONE" });
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(200);
    await send(emulator, "DELETE", `${ROUTES}/r`);
    expect(emulator.finishOperations()).toBe(1);
    expect(emulator.finishOperations()).toBe(0);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
  });

  it("keeps its object busy while it runs", async () => {
    const emulator = await emulatorForTest({ latency: { byType: { insert: 1_000, delete: 10_000 } } });
    const insert = await insertRoute(emulator);
    const again = await send(emulator, "POST", ROUTES, { body: routeBody() });
    expect([again.status, again.reason]).toEqual([409, "alreadyExists"]);
    const early = await send(emulator, "DELETE", `${ROUTES}/r`);
    expect([early.status, early.reason]).toEqual([400, "resourceNotReady"]);
    await wait(emulator, insert);
    await send(emulator, "DELETE", `${ROUTES}/r`);
    const second = await send(emulator, "DELETE", `${ROUTES}/r`);
    expect([second.status, second.reason]).toEqual([400, "resourceNotReady"]);
    const meanwhile = await send(emulator, "POST", ROUTES, { body: routeBody() });
    expect([meanwhile.status, meanwhile.reason]).toEqual([400, "resourceNotReady"]);
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

  it.each(["/projects/p/regions/europe-west1/operations", "/projects/p/zones/europe-west1-b/operations"])(
    "is not found in a scope that is not its own: %s",
    async (scope) => {
      const emulator = await emulatorForTest();
      const { name } = await insertRoute(emulator);
      expect((await send(emulator, "GET", `${scope}/${String(name)}`)).status).toBe(404);
      expect((await send(emulator, "POST", `${scope}/${String(name)}/wait`)).status).toBe(404);
      expect((await send(emulator, "GET", scope)).json).toMatchObject({ kind: "compute#operations" });
    },
  );

  it("is listed with its project's others, newest first when asked", async () => {
    const emulator = await emulatorForTest();
    await insertRoute(emulator, { name: "a" });
    await insertRoute(emulator, { name: "b" });
    const { json } = await send(emulator, "GET", `${OPERATIONS}?orderBy=creationTimestamp%20desc&filter=status%3DDONE`);
    const items = json.items as { targetLink: string }[];
    expect(items.map(({ targetLink }) => targetLink.slice(-1))).toEqual(["b", "a"]);
  });

  it("is 404 for good after its retention", async () => {
    const emulator = await emulatorForTest();
    const { name } = await insertRoute(emulator);
    await tick();
    expect((await admin(emulator, "POST", "/operations/expire", { name })).json).toEqual({ removed: 1 });
    expect((await send(emulator, "GET", `${OPERATIONS}/${String(name)}`)).status).toBe(404);
    expect((await send(emulator, "GET", OPERATIONS)).json).not.toHaveProperty("items");
    expect((await admin(emulator, "POST", "/operations/expire", { name })).status).toBe(404);
  });
});

describe("waiting", () => {
  it("is answered the moment the operation is DONE", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 100 } });
    const operation = await insertRoute(emulator);
    expect((await wait(emulator, operation)).status).toBe("DONE");
    const answered = Date.now();
    const doneAt = emulator.operations()[0]?.doneAt ?? 0;
    expect(answered - doneAt).toBeLessThan(5_000);
  });

  it("answers the current state when its deadline is reached", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 10_000 }, waitDeadlineMs: 30 });
    const operation = await insertRoute(emulator);
    expect((await wait(emulator, operation)).status).not.toBe("DONE");
    emulator.latency({ waitDeadlineMs: 60 });
    const started = Date.now();
    await wait(emulator, operation);
    expect(Date.now() - started).toBeGreaterThanOrEqual(55);
  });

  it("serves hundreds of waiters of one operation at the same time", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 200 } });
    const operation = await insertRoute(emulator);
    const answers = await Promise.all(Array.from({ length: 300 }, () => wait(emulator, operation)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["DONE"]));
  });

  it("ends with the client that gives up", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 60_000 } });
    const { name } = await insertRoute(emulator);
    const controller = new AbortController();
    const request = send(emulator, "POST", `${OPERATIONS}/${String(name)}/wait`, { signal: controller.signal });
    const last = () => emulator.requests().at(-1);
    await until(() => last()?.path.endsWith("/wait") === true);
    controller.abort();
    await expect(request).rejects.toThrow();
    await until(() => last()?.endedAt !== undefined);
    expect(last()).not.toHaveProperty("status");
  });

  it("answers 404 when the emulator is reset meanwhile", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 10_000 } });
    const { name } = await insertRoute(emulator);
    const request = send(emulator, "POST", `${OPERATIONS}/${String(name)}/wait`);
    await tick(20);
    await emulator.reset();
    expect((await request).status).toBe(404);
  });

  it("does not keep the emulator from closing immediately", async () => {
    const emulator = await startEmulator({ latency: { defaultMs: 60_000 } });
    const operation = await insertRoute(emulator);
    const request = wait(emulator, operation).catch((error: unknown) => error);
    await tick(20);
    const started = Date.now();
    await emulator.close();
    expect(await request).toBeInstanceOf(Error);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

describe("a requestId", () => {
  it.each(["", "abc", "00000000-0000-0000-0000-000000000000", "5f0c9a3e11114222833312345678 9abc"])(
    "that is not a UUID is refused: '%s'",
    async (id) => {
      const emulator = await emulatorForTest();
      const answer = await send(emulator, "POST", `${ROUTES}?requestId=${encodeURIComponent(id)}`, {
        body: routeBody(),
      });
      expect([answer.status, answer.reason]).toEqual([400, "invalid"]);
      expect(answer.message).toContain("requestId");
    },
  );

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

  it("that was seen answers the failed operation again", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "RESOURCE_IN_USE" }] } });
    const first = await insertRoute(emulator, {}, `?requestId=${ID}`);
    await wait(emulator, first);
    const repeat = await insertRoute(emulator, {}, `?requestId=${ID}`);
    expect(repeat).toMatchObject({
      name: first.name,
      status: "DONE",
      error: { errors: [{ code: "RESOURCE_IN_USE" }] },
    });
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

  it("draws the same durations from the same seed", async () => {
    const draw = async () => {
      const emulator = await emulatorForTest({ latency: { spread: { minMs: 0, maxMs: 1000, seed: 42 } } });
      for (const name of ["a", "b", "c"]) {
        await insertRoute(emulator, { name });
      }
      return emulator.operations().map(({ durationMs }) => durationMs);
    };
    expect(await draw()).toEqual(await draw());
  });

  it("of requests holds back every answer", async () => {
    const emulator = await emulatorForTest({ latency: { requestMs: 40 } });
    const started = Date.now();
    await send(emulator, "GET", ROUTES);
    expect(Date.now() - started).toBeGreaterThanOrEqual(38);
  });
});
