import { describe, expect, it } from "vitest";
import { parseFieldMask, selected } from "../../../emulator/src/fieldMask";
import { fc } from "../../support/property";
import { emulatorForTest, ROUTES, routeBody, send } from "./helpers";

/** An emulator with two routes beside those that a network brings. */
async function withRoutes() {
  const emulator = await emulatorForTest();
  for (const name of ["one", "two"]) await send(emulator, "POST", ROUTES, { body: routeBody({ name }) });
  emulator.finishOperations();
  return emulator;
}

describe("the parameters that all of Google's APIs take", () => {
  it.each([
    "alt=json&prettyPrint=false",
    "%24alt=json",
    "key=some-key&quotaUser=someone&userIp=192.0.2.1",
    "uploadType=media&upload_protocol=raw&%24.xgafv=2",
  ])("change nothing: %s", async (query) => {
    const emulator = await withRoutes();
    const plain = await send(emulator, "GET", `${ROUTES}/one`);
    const answer = await send(emulator, "GET", `${ROUTES}/one?${query}`);
    expect([answer.status, answer.text]).toEqual([200, plain.text]);
  });

  it("stand beside those of the method", async () => {
    const emulator = await withRoutes();
    const { json } = await send(
      emulator,
      "GET",
      `${ROUTES}?alt=json&filter=name%3Dtwo&prettyPrint=false&fields=items/name`,
    );
    expect(json).toEqual({ items: [{ name: "two" }] });
  });

  it("write the answer, and errors, on several lines", async () => {
    const emulator = await withRoutes();
    const answer = await send(emulator, "GET", `${ROUTES}/one?prettyPrint=true`);
    expect(answer.text).toBe(JSON.stringify(answer.json, null, 2));
    const missing = await send(emulator, "GET", `${ROUTES}/none?prettyPrint=true`);
    expect(missing.text).toContain('\n  "error": {\n    "code": 404');
  });

  it.each(["access_token", "oauth_token"])("carry the caller's token as %s, which nobody sees", async (name) => {
    const emulator = await withRoutes();
    emulator.tokens({ "the-token": { user: "someone@example.com" } });
    const statuses = [];
    for (const token of ["the-token", "another"]) {
      statuses.push((await send(emulator, "GET", `${ROUTES}/one?${name}=${token}`, { token: null })).status);
    }
    expect(statuses).toEqual([200, 401]);
    expect(JSON.stringify(emulator.requests())).not.toContain("the-token");
  });

  it("call a function of a script", async () => {
    const emulator = await withRoutes();
    const answer = await send(emulator, "GET", `${ROUTES}/one?callback=show.route&fields=name`);
    expect(answer.headers.get("content-type")).toContain("text/javascript");
    expect(answer.text).toBe('// API callback\nshow.route({"name":"one"});');
  });

  it("leave out what a partial answer is not to have, by parameter or by header", async () => {
    const emulator = await withRoutes();
    const byParameter = await send(emulator, "GET", `${ROUTES}/one?fields=name,network`);
    expect(Object.keys(byParameter.json as object).sort()).toEqual(["name", "network"]);
    const headers = { "x-goog-fieldmask": "kind" };
    expect((await send(emulator, "GET", `${ROUTES}/one`, { headers })).json).toEqual({ kind: "compute#route" });
    const missing = await send(emulator, "GET", `${ROUTES}/none?fields=name`);
    expect(missing.message).toContain("was not found");
  });

  it("say which selection of fields cannot be read", async () => {
    const emulator = await withRoutes();
    const { status, json } = await send(emulator, "GET", `${ROUTES}?fields=items(name`);
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: {
        message: "Invalid field selection items(name",
        errors: [{ reason: "invalidParameter", location: "fields" }],
      },
    });
  });

  it("give the state of an operation as a number", async () => {
    const emulator = await withRoutes();
    const [{ operation } = expect.fail("no operation")] = emulator.operations();
    const path = new URL(String(operation.selfLink)).pathname.replace("/compute/v1", "");
    const { json } = await send(emulator, "GET", `${path}?%24alt=json%3Benum-encoding%3Dint`);
    expect(json).toMatchObject({ status: 2104194, operationType: "insert" });
  });
});

describe("a selection of fields", () => {
  const answer = { kind: "k", items: [{ name: "a", tags: { items: ["x"], fingerprint: "f" } }, { name: "b" }] };

  it.each([
    ["items", { items: answer.items }],
    ["items/name", { items: [{ name: "a" }, { name: "b" }] }],
    ["kind,items(name,tags/items)", { kind: "k", items: [{ name: "a", tags: { items: ["x"] } }, { name: "b" }] }],
    ["items/tags(items,fingerprint)", { items: [{ tags: { items: ["x"], fingerprint: "f" } }, {}] }],
    ["items/tags,items/tags/items", { items: [{ tags: { items: ["x"], fingerprint: "f" } }, {}] }],
    ["items/*/items", { items: [{ tags: { items: ["x"] } }, {}] }],
    ["*", answer],
    ["missing,kind/below", {}],
  ])("%s", (selector, expected) => {
    expect(selected(answer, parseFieldMask(selector))).toEqual(expected);
  });

  it("takes any text: it is read or refused, and reading it takes nothing away from what it names", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", "*", "/", "(", ")", ",", " ") }), (selector) => {
        let mask;
        try {
          mask = parseFieldMask(selector);
        } catch (error) {
          expect(error).toMatchObject({ status: 400, reason: "invalidParameter" });
          return;
        }
        expect(
          Object.keys(selected({ a: 1, b: 2 }, mask)).every(
            (name) => selector.includes(name) || selector.includes("*"),
          ),
        ).toBe(true);
      }),
    );
  });
});
