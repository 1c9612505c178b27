import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { toPrintable } from "../../../emulator/src/basics/printable";
import { hostileObject } from "../../support/hostileValues";
import { emulatorForTest } from "./helpers";

const routes = "/compute/v1/projects/p/global/routes";
const networks = "/compute/v1/projects/p/global/networks";
const groups = "/compute/v1/projects/p/regions/r/instanceGroupManagers";
const objects = "/_emulator/objects/projects/p";
const disk = `${objects}/zones/z/disks/d`;
const instance = `${objects}/regions/r/instanceGroupManagers/g/managedInstances/i`;
const consoleState = "/_emulator/console/state?objects=&requests=&problems=";

const instanceTemplate = "global/instanceTemplates/t";
const nextHopGateway = "global/gateways/default-internet-gateway";
const route = { name: "r", network: "global/networks/default", destRange: "10.0.0.0/8", nextHopGateway };
const nested = (levels: number) => `{"description":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const many = (count: number, item: (at: number) => unknown) => Array.from({ length: count }, (_none, at) => item(at));

interface Asked {
  readonly asked: string;
  /** Sent as it is if it is a text, or else as JSON. */
  readonly body?: unknown;
}

async function ask({ url }: Emulator, { asked, body }: Asked): Promise<{ status: number; text: string }> {
  const [method = "", target = ""] = asked.split(" ");
  const headers = { authorization: "Bearer t", "content-type": "application/json" };
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(url + target, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
  return { status: answer.status, text: await answer.text() };
}

let mistakes: ReturnType<typeof watchMistakes>;

function watchMistakes() {
  return vi.spyOn(console, "error").mockImplementation(() => undefined);
}

beforeEach(() => {
  mistakes = watchMistakes();
});

afterEach(() => {
  mistakes.mockRestore();
});

async function furnished(): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(`projects/p/${instanceTemplate}`, {});
  emulator.objects.put("projects/p/zones/z/disks/d", {});
  return emulator;
}

interface Refusal extends Asked {
  readonly status?: number;
  readonly says: string;
}

const refusals: readonly Refusal[] = [
  { asked: "GET /%", says: "'/%' is not encoded as a path" },
  { asked: "GET /compute/v1/projects/%/global/routes", says: "is not encoded as a path" },
  { asked: `GET ${networks}?filter=${"(".repeat(7_000)}`, says: "more than 100 levels of parentheses" },
  { asked: `GET ${networks}?fields=${"a(".repeat(5_000)}`, says: "it has more than 100 levels" },
  { asked: `GET ${networks}?fields=${"a/".repeat(5_000)}a`, says: "it has more than 100 levels" },
  { asked: "GET /_emulator/console/__proto__", status: 404, says: "console/__proto__' was not found" },
  { asked: "GET /_emulator/console/constructor", status: 404, says: "console/constructor' was not found" },
  { asked: `POST ${routes}`, body: { tags: many(2_000_000, () => "a") }, says: "more than 100,000 values" },
  { asked: "PUT /_emulator/tokens", body: many(100_000, () => ({})), says: "more than 100,000 values" },
  { asked: `POST ${routes}`, body: nested(101), says: "The body has more than 100 levels" },
  { asked: `PUT ${objects}/global/networks/n`, body: nested(900_000), says: "The body has more than 100 levels" },
  ...["kind", "id", "name", "creationTimestamp", "selfLink"].map((name): Refusal => ({
    asked: `PATCH ${disk}`,
    body: { [name]: hostileObject },
    says: `'object.${name}': expected string`,
  })),
  {
    asked: "POST /compute/v1/projects/p/zones/z/disks/d/createSnapshot",
    body: { name: "s", sourceDisk: hostileObject },
    says: "'resource.sourceDisk': expected string",
  },
  { asked: "POST /compute/v1/projects/p/global/firewallPolicies", body: {}, says: "Required field 'resource.name'" },
  { asked: `POST ${groups}`, body: { name: "g", targetSize: 2 ** 31 - 1, instanceTemplate }, says: "from 0 to 4000" },
  { asked: "POST /_emulator/seed", body: { parentId: 'organizations/1"' }, says: "seed.parentId" },
  { asked: "PUT /_emulator/quotas", body: { project: "a/b", routes: 1 }, says: "quotas.project" },
  ...[{ headers: { a: "1\r\nb: 2" } }, { headers: { "a b": "1" } }, { headers: { trailer: "a" } }].map(
    (more): Refusal => ({
      asked: "POST /_emulator/faults",
      body: { fault: { kind: "status", status: 503, ...more } },
      says: "headers",
    }),
  ),
  { asked: "POST /_emulator/faults", body: { fault: { kind: "redirect", location: "/\u2028" } }, says: "location" },
  ...[{ path: "(?=a)" }, { query: "a".repeat(1_001) }].map((match): Refusal => ({
    asked: "POST /_emulator/faults",
    body: { match, fault: { kind: "resetBefore" } },
    says: match.path === undefined ? "rule.match.query" : "not a regular expression of RE2",
  })),
];

it.each(refusals.map((refusal) => [refusal.asked.slice(0, 80), refusal.says, refusal] as const))(
  "%s is refused with '%s', and nothing breaks later",
  async (_asked, says, { status = 400, ...asked }) => {
    const emulator = await furnished();
    expect(await ask(emulator, asked)).toEqual({ status, text: expect.stringContaining(says) as string });
    for (const place of [networks, "/_emulator/requests", "/_emulator/objects", consoleState])
      expect(await ask(emulator, { asked: `GET ${place}` })).toMatchObject({ status: 200 });
    expect(mistakes.mock.calls).toEqual([]);
  },
);

it("a body of 100 levels is stored, and can be read and listed", async () => {
  const emulator = await emulatorForTest();
  expect((await ask(emulator, { asked: `PUT ${objects}/global/networks/n`, body: nested(100) })).status).toBe(200);
  expect(await ask(emulator, { asked: `GET ${networks}` })).toMatchObject({ status: 200 });
});

/** Leaves fields on an object whose operation fails. */
function landing(landsAs: object): Asked {
  const fault = { kind: "operationError", errors: [{ code: "X" }], landsAs };
  return { asked: "POST /_emulator/faults", body: { fault } };
}

interface Remains {
  readonly what: string;
  readonly requests: readonly Asked[];
  readonly look: string;
}

const remains: readonly Remains[] = [
  {
    what: "an id",
    requests: [landing({ id: hostileObject, name: hostileObject }), { asked: `POST ${routes}`, body: route }],
    look: `${routes}?filter=id%3D5`,
  },
  {
    what: "a status",
    requests: [
      {
        asked: `PATCH ${objects}/global/networks/default`,
        body: { peerings: { kind: "compute#operation", status: hostileObject } },
      },
    ],
    look: `${networks}?%24alt=json;enum-encoding%3Dint`,
  },
  {
    what: "the outcome of an operation",
    requests: [
      { asked: `PATCH ${objects}/global/networks/default`, body: { httpErrorStatusCode: 1 } },
      { asked: `PATCH ${networks}/default`, body: { mtu: 1500 } },
    ],
    look: consoleState,
  },
  {
    what: "an action",
    requests: [
      { asked: `PUT ${objects}/regions/r/instanceGroupManagers/g`, body: { targetSize: 1 } },
      { asked: `PUT ${instance}`, body: { currentAction: hostileObject } },
    ],
    look: groups,
  },
  {
    what: "versions",
    requests: [
      landing({
        versions: [{}, hostileObject, { instanceTemplate: "t", targetSize: { calculated: 1e9 } }],
        targetSize: hostileObject,
      }),
      { asked: `POST ${groups}`, body: { name: "g", targetSize: 1, instanceTemplate } },
      { asked: `PUT ${instance}`, body: {} },
    ],
    look: groups,
  },
];

async function makeAll(emulator: Emulator, requests: readonly Asked[]): Promise<void> {
  for (const request of requests) {
    expect(await ask(emulator, request)).toMatchObject({ status: 200 });
    emulator.finishOperations();
  }
}

it.each(remains)("$what of no form breaks nothing later", async ({ requests, look }) => {
  const emulator = await furnished();
  await makeAll(emulator, requests);
  expect(await ask(emulator, { asked: `GET ${look}` })).toMatchObject({ status: 200 });
  expect(mistakes.mock.calls).toEqual([]);
});

it("an IAM policy of no form is none", async () => {
  const emulator = await furnished();
  const asked = "POST /compute/v1/locations/global/firewallPolicies?parentId=organizations/1";
  await makeAll(emulator, [landing({ iamPolicy: { bindings: hostileObject } }), { asked, body: { shortName: "a" } }]);
  const { path = "" } = emulator.objects.list("locations/global/firewallPolicies/").at(-1) ?? {};
  const { text } = await ask(emulator, { asked: `GET /compute/v1/${path}/getIamPolicy` });
  expect(JSON.parse(text)).toEqual({ etag: "ACAB" });
});

it("names that every object of the language has are members like any others", async () => {
  const emulator = await furnished();
  const network = "projects/p/global/networks/default";
  await ask(emulator, { asked: `PATCH /_emulator/objects/${network}`, body: '{"__proto__":{"polluted":true}}' });
  const stored = emulator.objects.get(network) ?? {};
  expect([Object.hasOwn(stored, "__proto__"), stored.polluted]).toEqual([true, undefined]);
  const labels = '{"name":"d","labels":{"__proto__":"a"}}';
  expect(await ask(emulator, { asked: "POST /compute/v1/projects/p/zones/z/disks", body: labels })).toEqual({
    status: 400,
    text: expect.stringContaining("Invalid value for field 'resource.labels': '__proto__'") as string,
  });
  emulator.objects.put("projects/p/zones/constructor/disks/d", {});
  const asked = "POST /compute/v1/projects/p/zones/constructor/disks/d/createSnapshot";
  await makeAll(emulator, [{ asked, body: { name: "s" } }]);
  expect(emulator.objects.get("projects/p/global/snapshots/s")).toMatchObject({ storageLocations: ["constructor"] });
});

it("pages go on whatever names and ids the objects have", async () => {
  const emulator = await emulatorForTest();
  for (const name of ["a", "b", "c"])
    emulator.objects.put(`projects/p/global/networks/${name}`, { id: `${name}/2/3`, name: "/" });
  const shown: unknown[] = [];
  let token: string | undefined = "";
  while (token !== undefined && shown.length < 10) {
    const { text } = await ask(emulator, { asked: `GET ${networks}?maxResults=1&pageToken=${token}` });
    const page = JSON.parse(text) as { items?: unknown[]; nextPageToken?: string };
    shown.push(...(page.items ?? []));
    token = page.nextPageToken;
    // More lists than are kept: the list is made anew, and the token alone says where it goes on.
    for (const filter of many(shown.length === 1 ? 64 : 0, String))
      await ask(emulator, { asked: `GET ${networks}?filter=name%3Dx${filter}` });
  }
  expect(new Set(shown.map((item) => (item as { id: string }).id)).size).toBe(4);
  expect(shown).toHaveLength(4);
});

it("no text of somebody else controls a terminal", () => {
  expect(toPrintable("a\u001b[31m\u202eb\u009bc\nd\ud800é")).toBe(
    String.raw`a\u{1b}[31m\u{202e}b\u{9b}c` + "\nd" + String.raw`\u{d800}é`,
  );
});
