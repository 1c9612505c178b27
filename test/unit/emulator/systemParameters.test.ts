import { describe, expect, it } from "vitest";
import { parseFieldMask, selectMembers } from "../../../emulator/src/server/systemParameters";
import { emulatorForTest, routeBody, ROUTES, send } from "./helpers";

/** An emulator with two routes beside those that a network brings. */
async function withRoutes() {
  const emulator = await emulatorForTest();
  for (const name of ["one", "two"]) await send(emulator, "POST", ROUTES, { body: routeBody({ name }) });
  emulator.finishOperations();
  return emulator;
}

describe("the parameters that all of Google's APIs take", () => {
  it.each(["access_token", "oauth_token"])("carry the caller's token as %s, which nobody sees", async (name) => {
    const emulator = await withRoutes();
    emulator.tokens({ "the-token": { user: "someone@example.com" } });
    const statuses = [];
    for (const token of ["the-token", "another"])
      statuses.push((await send(emulator, "GET", `${ROUTES}/one?${name}=${token}`, { token: null })).status);
    expect(statuses).toEqual([200, 401]);
    expect(JSON.stringify(emulator.requests())).not.toContain("the-token");
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
    expect(selectMembers(answer, parseFieldMask(selector))).toEqual(expected);
  });
});
