import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { toPrintable } from "../../../emulator/src/basics/printable";
import { hostileObject } from "../../support/hostileValues";

const routes = "/compute/v1/projects/p/global/routes";
const networks = "/compute/v1/projects/p/global/networks";
const network = "/_emulator/objects/projects/p/global/networks/n";

const nested = (levels: number) => `{"description":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
  emulator.objects.put("projects/p/global/networks/n", {});
});
afterAll(() => emulator.close());

/** A body is sent as it is if it is a text, or else as JSON. */
async function ask(asked: string, body?: unknown): Promise<{ status: number; text: string }> {
  const [method = "", target = ""] = asked.split(" ");
  const headers = { authorization: "Bearer t", "content-type": "application/json" };
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(emulator.url + target, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
  return { status: answer.status, text: await answer.text() };
}

it.each<[asked: string, says: string, status: number, body?: unknown]>([
  ["GET /%", "'/%' is not encoded as a path", 400],
  ["GET /compute/v1/projects/%/global/routes", "is not encoded as a path", 400],
  [`GET ${networks}?filter=${"(".repeat(7_000)}`, "more than 100 levels of parentheses", 400],
  [`GET ${networks}?fields=${"a(".repeat(5_000)}`, "it has more than 100 levels", 400],
  [`GET ${networks}?fields=${"a/".repeat(5_000)}a`, "it has more than 100 levels", 400],
  ["GET /_emulator/console/__proto__", "console/__proto__' was not found", 404],
  [`POST ${routes}`, "more than 100,000 values", 400, { tags: many(2_000_000, "a") }],
  ["PUT /_emulator/tokens", "more than 100,000 values", 400, many(100_000, {})],
  [`POST ${routes}`, "The body has more than 100 levels", 400, nested(101)],
  [`PUT ${network}`, "The body has more than 100 levels", 400, nested(900_000)],
  ...["kind", "id", "name", "creationTimestamp", "selfLink"].map((name): [string, string, number, object] => [
    `PATCH ${network}`,
    `'object.${name}': expected string`,
    400,
    { [name]: hostileObject },
  ]),
])("%.80s is refused with '%s', and nothing breaks later", async (asked, says, status, body) => {
  const mistakes = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await ask(asked, body)).toEqual({ status, text: expect.stringContaining(says) as string });
  const state = "/_emulator/console/state?objects=&requests=&problems=";
  for (const place of [networks, "/_emulator/requests", "/_emulator/objects", state])
    expect(await ask(`GET ${place}`)).toMatchObject({ status: 200 });
  expect(mistakes.mock.calls).toEqual([]);
  mistakes.mockRestore();
});

it("a body of 100 levels is stored, and can be read and listed", async () => {
  expect(await ask(`PUT ${network}`, nested(100))).toMatchObject({ status: 200 });
  expect(await ask(`GET ${networks}`)).toMatchObject({ status: 200 });
});

it("members of no form that somebody puts, or lets an operation leave, break nothing later", async () => {
  await emulator.reset();
  const mistakes = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [group, policies] = ["regions/r/instanceGroupManagers", "/compute/v1/locations/global/firewallPolicies"];
  const objects = "/_emulator/objects/projects/p";
  const landing = (landsAs: object): [string, object] => {
    const fault = { kind: "operationError", errors: [{ code: "X" }], landsAs };
    return ["POST /_emulator/faults", { fault }];
  };
  const versions = [{}, hostileObject, { instanceTemplate: "t", targetSize: { calculated: 1e9 } }];
  for (const [asked, body] of [
    [`PUT ${objects}/global/networks/default`, { peerings: { kind: "compute#operation", status: hostileObject } }],
    [`PATCH ${objects}/global/networks/default`, { httpErrorStatusCode: 1 }],
    [`PATCH ${networks}/default`, { mtu: 1500 }],
    landing({ id: hostileObject, name: hostileObject }),
    [
      `POST ${routes}`,
      { name: "r", network: "global/networks/default", destRange: "10.0.0.0/8", nextHopIp: "10.0.0.9" },
    ],
    [`PUT ${objects}/global/instanceTemplates/t`, {}],
    landing({ versions, targetSize: hostileObject }),
    [
      `POST /compute/v1/projects/p/${group}`,
      { name: "g", targetSize: 1, instanceTemplate: "global/instanceTemplates/t" },
    ],
    [`PUT ${objects}/${group}/g/managedInstances/i`, { currentAction: hostileObject }],
    landing({ iamPolicy: { bindings: hostileObject } }),
    [`POST ${policies}?parentId=organizations/1`, { shortName: "a" }],
  ] as const) {
    expect([asked, await ask(asked, body)]).toMatchObject([asked, { status: 200 }]);
    emulator.finishOperations();
  }
  const [policy] = emulator.objects.list("locations/global/firewallPolicies/");
  for (const place of [
    ...[
      `${routes}?filter=id%3D5`,
      `${networks}?%24alt=json;enum-encoding%3Dint`,
      `${routes}?orderBy=creationTimestamp%20desc`,
    ],
    ...[`/compute/v1/projects/p/${group}`, `${policies}?parentId=organizations/1`, "/_emulator/objects"],
    ...["/_emulator/console/state?objects=&requests=&problems=", `/compute/v1/${policy?.path ?? ""}/getIamPolicy`],
  ])
    expect([place, await ask(`GET ${place}`)]).toMatchObject([place, { status: 200 }]);
  expect(mistakes.mock.calls).toEqual([]);
  mistakes.mockRestore();
});

it("a member named __proto__ is one like any other", async () => {
  expect(await ask(`PUT ${network}`, '{"__proto__":{"polluted":true}}')).toMatchObject({ status: 200 });
  const stored = emulator.objects.get("projects/p/global/networks/n") ?? {};
  expect([Object.hasOwn(stored, "__proto__"), stored.polluted]).toEqual([true, undefined]);
});

it("no text of somebody else controls a terminal", () => {
  expect(toPrintable("a\u001b[31m\u202eb\u009bc\nd\ud800é")).toBe(
    String.raw`a\u{1b}[31m\u{202e}b\u{9b}c` + "\nd" + String.raw`\u{d800}é`,
  );
});
