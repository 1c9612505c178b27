import { describe, expect, it } from "vitest";
import type { EndpointLine, ObjectDetail, RequestDetail, Update } from "../../../../emulator/src/console/page/messages";
import type { Emulator } from "../../../../emulator/src/index";
import { admin, emulatorForTest, insertRoute, routeBody, ROUTES, send, until, wait } from "../helpers";

const ROUTE = "projects/p/global/routes/r";

/** Reads the messages of the console's events, up to the one that satisfies. */
async function updatesUntil(emulator: Emulator, isLast: (update: Update) => boolean): Promise<Update[]> {
  const controller = new AbortController();
  const response = await fetch(`${emulator.url}/_emulator/console/events`, { signal: controller.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const updates: Update[] = [];
  let text = "";
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(part);
    const messages = text.split("\n\n");
    text = messages.pop() ?? "";
    updates.push(...messages.map((message) => JSON.parse(message.replace(/^data: /, "")) as Update));
    const last = updates.at(-1);
    if (last !== undefined && isLast(last)) {
      break;
    }
  }
  controller.abort();
  return updates;
}

async function consoleJson<T>(emulator: Emulator, path: string): Promise<T> {
  return (await admin(emulator, "GET", `/console/${path}`)).json as T;
}

describe("the root", () => {
  it("is the page for a browser, which may load nothing but the emulator's own files", async () => {
    const { url } = await emulatorForTest();
    const response = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("vary")).toBe("accept");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    const page = await response.text();
    for (const [, address = ""] of page.matchAll(/(?:src|href)="([^"#]+)"/g)) {
      expect(address).toMatch(/^(\/_emulator\/console\/[a-z]+\.(css|js)|\/_emulator\/connect|data:,)$/);
    }
    expect(page).not.toMatch(/<script(?![^>]*src=)|style="|\son[a-z]+="/);
  });

  it("is JSON for everybody else", async () => {
    const { url } = await emulatorForTest();
    expect(await (await fetch(url)).json()).toMatchObject({ name: "pulumi-gce-emulator" });
  });

  it.each(["../main.js", "main.ts", "nothing.js", "..%2f..%2fcli.js", ""])(
    "gives out no file but its own: %s",
    async (name) => {
      const emulator = await emulatorForTest();
      expect((await fetch(`${emulator.url}/_emulator/console/${name}`)).status).toBe(404);
    },
  );
});

describe("the events", () => {
  it("start with everything there is", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    emulator.fault({ match: { method: "post", path: "routes" }, times: 3, fault: { kind: "resetAfter" } });
    const [first] = await updatesUntil(emulator, () => true);
    expect(first).toMatchObject({
      fresh: true,
      firstRequest: 1,
      requests: [
        { sequence: 1, method: "POST", url: "/projects/p/global/routes", status: 200 },
        { sequence: 2, method: "POST", status: 200 },
      ],
      operations: [{ type: "insert", target: ROUTE, vanished: false }],
      objects: [
        { path: "projects/p/global/networks/default", kind: "networks" },
        { path: ROUTE, kind: "routes" },
      ],
      faults: [{ kind: "resetAfter", match: "POST routes", left: 3 }],
      latency: { operationMs: 0, requestMs: 0, instancesMs: 0 },
    });
  });

  it("send only changes, and both times of a held request", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 1_500 } });
    const updates = updatesUntil(emulator, ({ requests }) => requests.some(({ url }) => url.endsWith("/last")));
    const operation = await insertRoute(emulator);
    await wait(emulator, operation);
    emulator.objects.delete(ROUTE);
    await send(emulator, "GET", `${ROUTES}/last`);
    const seen = await updates;
    expect(seen.filter(({ fresh }) => fresh)).toHaveLength(1);
    const waits = seen.flatMap(({ requests }) => requests).filter(({ url }) => url.endsWith("/wait"));
    expect(waits.map(({ status }) => status)).toEqual([undefined, 200]);
    const operations = seen.flatMap(({ operations }) => operations);
    expect(operations.map(({ doneAt }) => doneAt === undefined)).toEqual([true, false]);
    const ofRoute = seen.flatMap(({ objects }) => objects).filter(({ path }) => path === ROUTE);
    expect(ofRoute.at(-1)).toEqual({ path: ROUTE, kind: "routes", gone: true });
  });

  it("report an operation that vanished while it ran, and start over after a reset", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 1_500 } });
    emulator.fault({ fault: { kind: "operationVanishes", when: "whenDone" } });
    const updates = updatesUntil(emulator, ({ fresh, now }) => fresh && now >= resetAt);
    let resetAt = Infinity;
    await insertRoute(emulator);
    await until(() => emulator.operations().some(({ vanished }) => vanished));
    await new Promise((resolve) => setTimeout(resolve, 300));
    resetAt = Date.now();
    await emulator.reset();
    const seen = await updates;
    expect(seen.flatMap(({ operations }) => operations).map(({ vanished }) => vanished)).toEqual([false, true]);
    expect(seen.at(-1)).toMatchObject({ fresh: true, requests: [], operations: [], objects: [], faults: [] });
  });

  it("say which requests are no longer in the log", async () => {
    const emulator = await emulatorForTest();
    await send(emulator, "GET", ROUTES);
    emulator.clearRequests();
    await send(emulator, "GET", ROUTES);
    const [first] = await updatesUntil(emulator, () => true);
    expect(first).toMatchObject({ firstRequest: 2, requests: [{ sequence: 2 }] });
  });
});

describe("the details", () => {
  it("of a request have its body and answer with digests for keys and tokens", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put("projects/p/zones/z/disks/d", { sizeGb: "10" });
    const rawKey = Buffer.from("a secret key of thirty-two bytes").toString("base64");
    const rsaEncryptedKey = "not/base64+at=all";
    const send1 = { name: "s", sourceDisk: "zones/z/disks/d", snapshotEncryptionKey: { rsaEncryptedKey } };
    await send(emulator, "POST", "/projects/p/global/snapshots", { body: send1, token: "hidden-token" });
    await send(emulator, "POST", "/projects/p/global/snapshots?access_token=hidden-token", {
      body: { ...send1, snapshotEncryptionKey: { rawKey } },
      headers: { "x-goog-api-key": "hidden-token", "proxy-authorization": "hidden-token" },
    });
    await send(emulator, "POST", "/projects/p/global/snapshots", { text: `{"rawKey": "${rawKey}"` });
    for (const sequence of [1, 2, 3]) {
      const detail = await consoleJson<RequestDetail>(emulator, `request?sequence=${String(sequence)}`);
      const text = JSON.stringify(detail);
      expect(detail.answer).toBeDefined();
      expect(text).toContain("sha256:");
      expect(text).not.toContain("hidden-token");
      expect(text).not.toContain(rawKey);
      expect(text).not.toContain(rsaEncryptedKey);
    }
  });

  it("of a request leave out an answer that is too long, and a missing request causes no error of the page", async () => {
    const emulator = await emulatorForTest();
    for (let number = 0; number < 60; number += 1) {
      emulator.objects.put(`projects/p/global/routes/r${String(number)}`, { description: "x".repeat(500) });
    }
    await send(emulator, "GET", ROUTES);
    expect((await consoleJson<RequestDetail>(emulator, "request?sequence=1")).answer).toMatch(/too long to be kept/);
    expect((await admin(emulator, "GET", "/console/request?sequence=99")).status).toBe(404);
    expect((await admin(emulator, "GET", "/console/request")).message).toContain(
      "needs the query parameter 'sequence'",
    );
  });

  it("of an object show its history, and hide keys that somebody put there", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put(ROUTE, { priority: 1, sourceKey: { rawKey: "very-secret" } });
    emulator.objects.patch(ROUTE, { priority: 2, tags: ["a"] });
    const { object, changes } = await consoleJson<ObjectDetail>(emulator, `object?path=${ROUTE}`);
    expect(JSON.stringify(object)).not.toContain("very-secret");
    expect(changes).toMatchObject([{ what: "appeared" }, { what: "changed", fields: ["priority", "tags"] }]);
    emulator.objects.delete(ROUTE);
    const gone = await consoleJson<ObjectDetail>(emulator, `object?path=${ROUTE}`);
    expect(gone.object).toBeUndefined();
    expect(gone.changes.at(-1)).toMatchObject({ what: "gone" });
  });
});

describe("what a fault can be aimed at", () => {
  it("is every method, by the names that people use", async () => {
    const emulator = await emulatorForTest();
    const { endpoints } = await consoleJson<{ endpoints: EndpointLine[] }>(emulator, "endpoints");
    const named = endpoints.map(({ collection, verb, method }) => `${method} ${collection} ${verb}`);
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(
      expect.arrayContaining([
        "POST routes insert",
        "GET routes list",
        "GET routes get",
        "DELETE routes delete",
        "POST snapshots setLabels",
        "POST operations wait",
        "POST regional operations wait",
        "PATCH regional instanceGroupManagers patch",
        "POST zonal instanceGroupManagers listManagedInstances",
        "POST hierarchical firewallPolicies setIamPolicy",
        "POST firewallPolicies addAssociation",
        "GET zonal disks list",
      ]),
    );
  });

  it("matches the paths of its requests and no others", async () => {
    const emulator = await emulatorForTest();
    const { endpoints } = await consoleJson<{ endpoints: EndpointLine[] }>(emulator, "endpoints");
    const insert = endpoints.find(({ collection, verb }) => collection === "routes" && verb === "insert");
    const { method = "", pattern: path = "" } = insert ?? {};
    expect(insert?.stages).toEqual(["arrival", "answer", "operation"]);
    emulator.fault({ match: { method, path }, fault: { kind: "status", status: 503 } });
    expect((await send(emulator, "GET", `${ROUTES}/r`)).status).toBe(404);
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
    expect((await send(emulator, "POST", ROUTES, { body: routeBody() })).status).toBe(503);
  });
});
