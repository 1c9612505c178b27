import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { markdownCommands, readMarkdown } from "../../support/markdown";
import { admin, emulatorForTest, insertRoute, ROOT, ROUTES, routeBody, send, tick, wait } from "./helpers";

const ROUTE = "projects/p/global/routes/r";

describe("objects", () => {
  it("are put, read, patched, listed and deleted without any operation", async () => {
    const emulator = await emulatorForTest();
    const put = await admin(emulator, "PUT", `/objects/${ROUTE}`, { destRange: "10.0.0.0/8", priority: 5 });
    expect(put.json).toMatchObject({ kind: "compute#route", name: "r", priority: 5, selfLink: ROOT + ROUTE });
    expect((await send(emulator, "GET", `${ROUTES}/r`)).json).toEqual(put.json);
    await admin(emulator, "PATCH", `/objects/${ROUTE}`, { priority: 6, destRange: null, description: "drifted" });
    const { json: drifted } = await admin(emulator, "GET", `/objects/${ROUTE}`);
    expect(drifted).toMatchObject({ priority: 6, description: "drifted", id: put.json.id });
    expect(drifted).not.toHaveProperty("destRange");
    const { json: listed } = await admin(emulator, "GET", "/objects?prefix=projects/p/global/routes");
    expect(listed.objects).toEqual([{ path: ROUTE, object: drifted }]);
    expect((await admin(emulator, "DELETE", `/objects/${ROUTE}`)).status).toBe(200);
    expect((await admin(emulator, "DELETE", `/objects/${ROUTE}`)).status).toBe(404);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
    expect(emulator.operations()).toEqual([]);
  });

  it("are the same from code, by path or by link", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put(ROOT + ROUTE, { priority: 1 });
    expect(emulator.objects.get(ROUTE)).toMatchObject({ priority: 1 });
    emulator.objects.patch(ROUTE, { priority: 2 });
    expect(emulator.objects.list("projects/p/").map(({ path }) => path)).toEqual([
      "projects/p/global/networks/default",
      ROUTE,
    ]);
    expect(emulator.objects.delete(ROUTE)).toBe(true);
    expect(emulator.objects.get(ROUTE)).toBeUndefined();
  });

  it.each([
    ["PUT", "/objects/projects/p/global/rotes/r", {}, "projects/{project}/global/routes/{route}"],
    ["PUT", "/objects/projects/p/global/routes/Bad", {}, "is not the path"],
    ["PUT", `/objects/${ROUTE}`, [], "JSON object"],
    ["PUT", "/objects/%zz", {}, "not encoded"],
    ["PATCH", `/objects/${ROUTE}`, { a: 1 }, "was not found"],
    ["GET", `/objects/${ROUTE}`, undefined, "was not found"],
  ])("that make no sense are refused: %s %s", async (method, path, body, names) => {
    const emulator = await emulatorForTest();
    const answer = await admin(emulator, method, path, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.message).toContain(names);
  });
});

describe("the commands of the emulator's documents", () => {
  /** What the commands of a block answer, one after the other. */
  async function answersOf(emulator: Emulator, block = ""): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const command of block.trim().split("\n")) {
      const run = promisify(execFile)("bash", ["-c", command.replace("http://127.0.0.1:8461", emulator.url)]);
      answers.push(JSON.parse((await run).stdout));
    }
    return answers;
  }

  it("arm a fault, set latency, the order of checks and quotas, put an object and reset", async () => {
    const emulator = await emulatorForTest();
    const block = markdownCommands(readMarkdown("emulator/README.md")).find((text) => text.includes("/faults"));
    expect(await answersOf(emulator, block)).toMatchObject([
      { times: 2, fault: { kind: "status" } },
      { defaultMs: 500 },
      { order: ["readiness", "existence", "fingerprint", "requestId"] },
      { ok: true },
      { name: "web" },
      { ok: true },
    ]);
    expect(emulator.objects.list("projects/my-project/global/networks/web")).toEqual([]);
  });

  it("put, patch, read, list and delete an object", async () => {
    const emulator = await emulatorForTest();
    const [block] = markdownCommands(readMarkdown("emulator/docs/objects.md"));
    const answers = await answersOf(emulator, block);
    const [disk, labels] = [{ sizeGb: "100", status: "READY" }, { labels: { env: "test" } }];
    expect(answers).toMatchObject([
      disk,
      { ...disk, ...labels },
      { ...disk, ...labels },
      { objects: [{ path: "projects/my-project/zones/europe-west1-b/disks/data", object: labels }] },
      { ok: true },
    ]);
  });

  it("find the schema of each kind, down to the last field", async () => {
    const emulator = await emulatorForTest();
    const { json } = await admin(emulator, "GET", "/schema");
    const schemas = json.objects as Record<string, unknown>;
    expect(schemas["projects/{project}/zones/{zone}/disks/{disk}"]).toMatchObject({
      type: "object",
      properties: {
        id: { type: "string", format: "int64", readOnly: true },
        name: { type: "string", pattern: expect.any(String) as string },
        labels: { type: "object", additionalProperties: { type: "string" } },
        guestOsFeatures: { type: "array", items: { type: "object", properties: { type: { type: "string" } } } },
      },
    });
    // Whatever a seed plants is as its schema says.
    emulator.seed();
    for (const { path, object } of [...emulator.objects.list("projects/"), ...emulator.objects.list("locations/")]) {
      const template = Object.keys(schemas).find((candidate) => patternOf(candidate).test(path)) ?? "";
      const { properties = {} } = (schemas[template] ?? {}) as { properties?: object };
      const beside = Object.keys(object).filter((name) => !Object.hasOwn(properties, name) && !internal.has(name));
      expect(beside, path).toEqual([]);
    }
  });
});

/** Members that the emulator keeps and no schema has. */
const internal = new Set(["iamPolicy", "parentId", "appliedConfig"]);

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
}

describe("admin paths", () => {
  it("list the accepted paths", async () => {
    const emulator = await emulatorForTest();
    expect((await admin(emulator, "GET", "")).json).toMatchObject({ status: "ok" });
    expect(await (await fetch(emulator.url)).json()).toMatchObject({ name: "pulumi-gce-emulator" });
    const unknown = await admin(emulator, "POST", "/fault");
    expect(unknown.status).toBe(404);
    expect(unknown.message).toContain("POST /_emulator/faults");
  });

  it.each([
    [{ defaultMs: "1" }, "latency.defaultMs"],
    [{ defaultMs: -1 }, "latency.defaultMs"],
    [{ default: 1 }, "Accepted: defaultMs"],
    [{ byType: { insert: "slow" } }, "insert"],
    [{ spread: { minMs: 1 } }, "maxMs"],
    [{ spread: { minMs: 2, maxMs: 1, seed: 1 } }, "at least"],
    ["fast", "JSON object"],
  ])("refuse the latency %j", async (body, names) => {
    const emulator = await emulatorForTest();
    const answer = await admin(emulator, "PUT", "/latency", body);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });

  it("set the latency by member", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 5 } });
    const { json } = await admin(emulator, "PUT", "/latency", { byType: { insert: 10 } });
    expect(json).toEqual({ defaultMs: 5, byType: { insert: 10 } });
  });

  it("show the timeline of operations with what a client cannot see", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 20 } });
    await wait(emulator, await insertRoute(emulator));
    const { json } = await admin(emulator, "GET", "/operations");
    const [entry] = json.operations as Record<string, unknown>[];
    expect(entry).toMatchObject({ durationMs: 20, landed: true, vanished: false, operation: { status: "DONE" } });
    expect(Number(entry?.doneAt) - Number(entry?.acceptedAt)).toBeGreaterThanOrEqual(19);
  });

  it("reset everything to what the emulator started with", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 1 } });
    await wait(emulator, await insertRoute(emulator));
    emulator.latency({ defaultMs: 5000 });
    emulator.quota({ routes: 0 });
    emulator.tokens({});
    emulator.fault({ times: "always", fault: { kind: "status", status: 500 } });
    await admin(emulator, "POST", "/reset");
    expect(emulator.requests()).toEqual([]);
    expect(emulator.operations()).toEqual([]);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
    expect(await wait(emulator, await insertRoute(emulator))).not.toHaveProperty("error");
  });

  it("let no operation of before a reset land after it", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 20 } });
    await insertRoute(emulator);
    await emulator.reset();
    await tick(40);
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
  });
});

describe("the request log", () => {
  it("has what was sent and answered, and no token", async () => {
    const emulator = await emulatorForTest();
    await send(emulator, "POST", `${ROUTES}?requestId=5f0c9a3e-1111-4222-8333-123456789abc`, {
      body: routeBody(),
      token: "very-secret",
      headers: { "x-goog-user-project": "payer", "x-goog-request-reason": "because", cookie: "a=b" },
    });
    const [entry] = emulator.requests();
    expect(entry).toMatchObject({
      sequence: 1,
      method: "POST",
      path: "/compute/v1/projects/p/global/routes",
      query: { requestId: "5f0c9a3e-1111-4222-8333-123456789abc" },
      body: routeBody(),
      status: 200,
      // sha256 of "very-secret"
      authorization: "sha256:b644133604bf9963",
      headers: {
        "x-goog-user-project": "payer",
        "x-goog-request-reason": "because",
        "content-type": "application/json",
      },
    });
    expect(entry?.headers).not.toHaveProperty("authorization");
    expect(entry?.headers).not.toHaveProperty("cookie");
    expect(entry?.endedAt).toBeGreaterThanOrEqual(entry?.startedAt ?? Infinity);
    expect(JSON.stringify(emulator.requests())).not.toContain("very-secret");
  });

  it("keeps requests that were refused, also bodies that are not JSON", async () => {
    const emulator = await emulatorForTest();
    await send(emulator, "POST", ROUTES, { text: "{oops" });
    await send(emulator, "GET", "/nowhere");
    expect(emulator.requests().map(({ status, body }) => [status, body])).toEqual([
      [400, "{oops"],
      [404, undefined],
    ]);
  });

  it("knows nothing of admin requests, and can be cleared", async () => {
    const emulator = await emulatorForTest();
    await admin(emulator, "GET", "/operations");
    await fetch(emulator.url);
    expect(emulator.requests()).toEqual([]);
    await send(emulator, "GET", ROUTES);
    expect((await admin(emulator, "GET", "/requests")).json.requests).toHaveLength(1);
    await admin(emulator, "DELETE", "/requests");
    expect(emulator.requests()).toEqual([]);
  });
});

describe("an emulator", () => {
  it("says where it is, and refuses a port that is taken", async () => {
    const emulator = await emulatorForTest();
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    expect(emulator.endpoint).toBe(`${emulator.url}/compute/v1`);
    const port = Number(new URL(emulator.url).port);
    await expect(startEmulator({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("stays apart from another one in the same process", async () => {
    const [first, second] = [await emulatorForTest(), await emulatorForTest()];
    await wait(first, await insertRoute(first));
    expect((await send(second, "GET", `${ROUTES}/r`)).status).toBe(404);
    expect(second.operations()).toEqual([]);
  });

  it("still has its request log after it was closed", async () => {
    const emulator = await startEmulator();
    await send(emulator, "GET", ROUTES);
    await emulator.close();
    expect(emulator.requests()).toHaveLength(1);
  });
});
