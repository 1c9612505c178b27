import { describe, expect, it } from "vitest";
import { emulatorForTest, OPERATIONS, ROUTES, routeBody, send } from "./helpers";

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
});
