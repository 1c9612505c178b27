import { describe, expect, it } from "vitest";
import { admin, emulatorForTest, OPERATIONS, ROUTES, routeBody, send } from "./helpers";

describe("an answer is compressed", () => {
  it.each([
    ["for who accepts gzip and has it in its agent", { "accept-encoding": "gzip", "user-agent": "a (gzip)" }, "gzip"],
    ["among other codings", { "accept-encoding": "deflate, gzip;q=1.0", "user-agent": "gzip" }, "gzip"],
    ["not for an agent that says nothing of it", { "accept-encoding": "gzip", "user-agent": "a" }, null],
    ["not for who does not accept it", { "accept-encoding": "identity", "user-agent": "a (gzip)" }, null],
  ])("%s", async (_case, headers, encoding) => {
    const emulator = await emulatorForTest();
    for (const path of [ROUTES, `${ROUTES}/not-there`]) {
      const answer = await send(emulator, "GET", path, { headers });
      expect(answer.headers.get("content-encoding")).toBe(encoding);
      expect(answer.json).toBeDefined();
    }
  });
});

describe("a request is refused", () => {
  it.each([
    ["GET", "/projects/p/global/router"],
    ["GET", "/projects/p/global/routes/"],
    ["GET", "/projects/p/global/routes/r/x"],
    ["GET", "/projects/p/global/Routes"],
    ["GET", "/projects/p//global/routes"],
    ["POST", "/projects/p/global/operations/o/Wait"],
    ["GET", "/global/routes"],
  ])("for the unknown path %s %s, by the front end, in HTML", async (method, path) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, method, path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.text).toContain("<title>");
  });

  it.each([
    ["PUT", ROUTES, "GET, POST"],
    ["PATCH", `${ROUTES}/r`, "GET, DELETE"],
    ["GET", `${OPERATIONS}/o/wait`, "POST"],
    ["PUT", `${OPERATIONS}/o`, "GET, DELETE"],
  ])("for the wrong method %s %s", async (method, path, allow) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, method, path);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  it.each([
    ["GET", `${ROUTES}?foo=1`, "foo"],
    ["GET", `${ROUTES}?alt=media`, "alt"],
    ["GET", `${ROUTES}?%24alt=proto`, "alt"],
    ["GET", `${ROUTES}?alt=json&alt=json`, "alt"],
    ["GET", `${ROUTES}?Alt=json`, "Alt"],
    ["GET", `${ROUTES}?prettyPrint=maybe`, "prettyPrint"],
    ["GET", `${ROUTES}?fields=items(name`, "items(name"],
    ["GET", `${ROUTES}?fields=items,`, "items,"],
    ["GET", `${ROUTES}?%24.xgafv=3`, "$.xgafv"],
    ["GET", `${ROUTES}?callback=alert(1)`, "callback"],
    ["GET", `${ROUTES}?requestId=5f0c9a3e-1111-4222-8333-123456789abc`, "requestId"],
    ["GET", `${ROUTES}?max_results=5`, "max_results"],
    ["GET", `${ROUTES}?filter=name%3Da&filter=name%3Db`, "filter"],
    ["GET", `${ROUTES}/r?filter=name%3Da`, "filter"],
    ["POST", `${ROUTES}?validateOnly=true`, "validateOnly"],
    ["POST", `${OPERATIONS}/o/wait?timeout=5`, "timeout"],
    ["GET", `${ROUTES}?returnPartialSuccess=1`, "returnPartialSuccess"],
    ["GET", `${ROUTES}?maxResults=ten`, "maxResults"],
  ])("for the query of %s %s", async (method, path, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, method, path, method === "POST" ? { body: routeBody() } : {});
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });

  it.each([
    ["that is not JSON", { text: "{" }, "JSON"],
    ["that is no object", { text: "[]" }, "object"],
    ["that is null", { text: "null" }, "object"],
    ["of another type", { text: JSON.stringify(routeBody()), headers: { "content-type": "text/plain" } }, "text/plain"],
    ["that is missing", {}, "no body"],
  ])("for a body %s", async (_what, options, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "POST", ROUTES, options);
    expect([answer.status, answer.reason]).toEqual([400, "badRequest"]);
    expect(answer.message).toContain(names);
  });

  it("for a body if the method takes none, unless the body is empty", async () => {
    const emulator = await emulatorForTest();
    expect((await send(emulator, "POST", `${OPERATIONS}/o/wait`, { body: { operation: "o" } })).status).toBe(400);
    for (const text of ['""', "{}"]) {
      expect((await send(emulator, "POST", `${OPERATIONS}/o/wait`, { text })).status).toBe(404);
    }
  });

  it.each(["Bad_Project", "-p", "p-", "a b"])("for the project '%s'", async (project) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "GET", `/projects/${encodeURIComponent(project)}/global/routes`);
    expect([answer.status, answer.reason]).toEqual([400, "invalid"]);
  });
});

describe("credentials", () => {
  it.each([
    ["none at all", {}],
    ["another scheme", { authorization: "Basic abc" }],
    ["an empty token", { authorization: "Bearer " }],
  ])("are needed: %s is 401", async (_what, headers) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "GET", ROUTES, { token: null, headers });
    expect([answer.status, answer.reason]).toEqual([401, "authError"]);
  });

  it("are any token until there is a list of them", async () => {
    const emulator = await emulatorForTest();
    expect((await send(emulator, "GET", ROUTES, { token: "whatever" })).status).toBe(200);
    const tokens = {
      owner: {},
      guest: { projects: ["q"] },
      reader: { readOnly: true },
      clerk: { deniedPermissions: ["compute.routes.create"], user: "clerk@example.com" },
    };
    expect((await admin(emulator, "PUT", "/tokens", { tokens })).status).toBe(200);
    const tell = async (token: string, method = "GET") => {
      const { status, reason, message } = await send(emulator, method, ROUTES, {
        token,
        ...(method === "POST" ? { body: routeBody() } : {}),
      });
      return [status, reason, message.match(/compute\.\w+\.\w+/)?.[0]];
    };
    expect(await tell("whatever")).toEqual([401, "authError", undefined]);
    expect(await tell("owner")).toEqual([200, undefined, undefined]);
    expect(await tell("guest")).toEqual([403, "forbidden", "compute.routes.list"]);
    expect(await tell("guest", "POST")).toEqual([403, "forbidden", "compute.routes.create"]);
    expect(await tell("reader")).toEqual([200, undefined, undefined]);
    expect(await tell("reader", "POST")).toEqual([403, "insufficientPermissions", undefined]);
    expect(await tell("clerk")).toEqual([200, undefined, undefined]);
    expect(await tell("clerk", "POST")).toEqual([403, "forbidden", "compute.routes.create"]);
    expect((await send(emulator, "GET", "/projects/q/global/routes", { token: "guest" })).status).toBe(200);
    expect((await send(emulator, "DELETE", "/projects/p/global/networks/default", { token: "clerk" })).json.user).toBe(
      "clerk@example.com",
    );
    emulator.tokens(undefined);
    expect((await send(emulator, "GET", ROUTES, { token: "whatever" })).status).toBe(200);
  });
});
