import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { markdownCommands, readMarkdown } from "../../support/markdown";
import { admin, emulatorForTest, ROUTES, routeBody, send, type Wire } from "./helpers";

describe("the commands of the emulator's documents", () => {
  /** The commands of the block that has a word. */
  function commandsWith(word: string, document = "emulator/README.md"): readonly string[] {
    const block = markdownCommands(readMarkdown(document)).find((text) => text.includes(word));
    return (block ?? "").trim().split("\n");
  }

  /** The answers to commands, one after the other. */
  async function run(emulator: Emulator, commands: readonly string[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const command of commands) {
      const bash = ["-c", command.replace("http://127.0.0.1:8461", emulator.url)];
      answers.push(JSON.parse((await promisify(execFile)("bash", bash)).stdout));
    }
    return answers;
  }

  it("arm a fault, set latency, the order of checks and quotas, put an object and reset", async () => {
    const emulator = await emulatorForTest();
    expect(await run(emulator, commandsWith("/faults"))).toMatchObject([
      { times: 2, fault: { kind: "status" } },
      { defaultMs: 500 },
      { order: ["readiness", "existence", "fingerprint", "requestId"] },
      { quotas: [{ routes: 100 }] },
      { name: "web" },
      { ok: true },
    ]);
    expect(emulator.objects.list("projects/my-project/global/networks/web")).toEqual([]);
  });

  it("deny a token a permission, and take any token again", async () => {
    const emulator = await emulatorForTest();
    const [deny = "", takeAny = ""] = commandsWith("/tokens");
    const insert = (token: string) => send(emulator, "POST", ROUTES, { body: routeBody(), token });
    await run(emulator, [deny]);
    expect(await insert("my-token")).toMatchObject({ status: 403, reason: "forbidden" });
    expect((await insert("another")).status).toBe(401);
    await run(emulator, [takeAny]);
    expect((await insert("another")).status).toBe(200);
  });

  it("let the instances of a template fail, and come up again", async () => {
    const rule = { instanceTemplate: "-v2$" };
    const errors = [{ code: "QUOTA_EXCEEDED", message: "No CPUs are left." }];
    const rules = [[rule], [{ ...rule, errors, times: 2 }], []];
    const answers = await run(await emulatorForTest(), commandsWith("/rollouts"));
    expect(answers).toEqual(rules.map((rollouts) => ({ rollouts })));
  });

  it("put, patch, read, list and delete an object", async () => {
    const [disk, labels] = [{ sizeGb: "100", status: "READY" }, { labels: { env: "test" } }];
    const path = "projects/my-project/zones/europe-west1-b/disks/data";
    const answers = await run(await emulatorForTest(), commandsWith("/objects", "emulator/docs/objects.md"));
    const patched = { ...disk, ...labels };
    expect(answers).toMatchObject([disk, patched, patched, { objects: [{ path, object: labels }] }, { ok: true }]);
  });
});

const parts = ["requests", "latency", "checks", "faults", "quotas", "rollouts", "operations", "objects"];

/** The settings and the content of an emulator. */
function readParts(emulator: Emulator): Promise<Wire[]> {
  return Promise.all(parts.map(async (part) => (await admin(emulator, "GET", `/${part}`)).json));
}

const group = "projects/p/regions/r/instanceGroupManagers/g";
const template = "projects/p/global/instanceTemplates/t";
const tokens = (tokens: unknown) => ({ tokens });
const rollouts = (...rules: readonly object[]) => ({ rollouts: rules });
const rule = { instanceTemplate: "t" };
const order = (order?: unknown) => ({ order });
const unavailable = (headers: object) => ({ fault: { kind: "status", status: 503, headers } });
const stall = { fault: { kind: "stall" } };
const meanwhile = (act: object) => ({ fault: { kind: "meanwhile", ...act } });
const oneAct = "one of patch, deletes: true and loses";

let untouched: Emulator;
let empty: Wire[];
beforeAll(async () => {
  untouched = await startEmulator();
  empty = await readParts(untouched);
});
afterAll(() => untouched.close());

it.each<[call: string, body: unknown, says: string]>([
  ["PUT /latency", { defaultMs: "1" }, "latency.defaultMs"],
  ["PUT /latency", { defaultMs: -1 }, "latency.defaultMs"],
  ["PUT /latency", { default: 1 }, "Accepted: defaultMs"],
  ["PUT /latency", { byType: { insert: "slow" } }, "insert"],
  ["PUT /latency", "fast", "JSON object"],
  ["PUT /tokens", { "my-token": {} }, 'The form is { "tokens": { "my-token": {'],
  ["PUT /tokens", tokens(["my-token"]), "expected a map. The form is"],
  ["PUT /tokens", tokens({ t: { denied: ["x"] } }), "A token can have projects, readOnly, deniedPermissions and user"],
  ["PUT /tokens", tokens({ t: { deniedPermissions: ["compute.route.create"] } }), "permission 'compute.route.create'"],
  ["PUT /rollouts", [], "body has to be a JSON object. The form is"],
  ["PUT /rollouts", {}, "rollouts"],
  ["PUT /rollouts", rollouts({}), "body.rollouts[0].instanceTemplate"],
  ["PUT /rollouts", rollouts({ instanceTemplate: "(" }), "[0].instanceTemplate is not a regular expression of RE2"],
  ["PUT /rollouts", rollouts({ instanceTemplate: "x".repeat(1001) }), "body.rollouts[0].instanceTemplate"],
  ["PUT /rollouts", rollouts(rule, { ...rule, times: 0 }), "body.rollouts[1].times has to be a"],
  ["PUT /rollouts", rollouts({ ...rule, errors: [{ code: "X" }] }), "body.rollouts[0].errors[0].message"],
  ["PUT /rollouts", rollouts({ ...rule, error: [] }), "Without errors, the instances never get healthy"],
  ["PUT /checks", order(["requestId", "readiness", "existence"]), "It leaves out fingerprint."],
  [
    "PUT /checks",
    order(["requestId", "requestId", "readiness", "existence", "fingerprint"]),
    "It has requestId twice.",
  ],
  ["PUT /checks", order(["etag"]), "'etag'. Must be one of requestId, existence, fingerprint, readiness."],
  ["PUT /checks", order([]), "It leaves out requestId, existence, fingerprint, readiness."],
  ["PUT /checks", order("requestId"), "checks.order"],
  ["PUT /checks", order(), "checks.order"],
  ["PUT /quotas", { routez: 1 }, "routez"],
  ["PUT /quotas", { routes: "1" }, "quotas.routes"],
  ["PUT /quotas", { routes: -1 }, "quotas.routes"],
  ["PUT /quotas", { project: "a/b", routes: 1 }, "quotas.project"],
  ["POST /seed", { profiles: 3 }, "Accepted: project"],
  ["POST /seed", { project: "No Project" }, "seed.project"],
  ["POST /seed", { region: "" }, "seed.region"],
  ["POST /seed", { parentId: "1234" }, "organizations/NUMBER"],
  ["POST /seed", { parentId: 'organizations/1"' }, "seed.parentId"],
  ["POST /seed", { parts: ["all"] }, "parts"],
  ...["status", "redirect", "delay", "operationError", "operationVanishes", "partialFailure"].map(
    (kind): [string, object, string] => ["POST /faults", { fault: { kind } }, "not specified"],
  ),
  ["POST /faults", { fault: { kind: "explode" } }, "operationVanishes"],
  ["POST /faults", { fault: { kind: "delay", ms: 1, seconds: 2 } }, "Accepted: ms"],
  ["POST /faults", { fault: { kind: "redirect", location: "/\u2028" } }, "location"],
  ["POST /faults", unavailable({ a: "1\r\nb: 2" }), "headers"],
  ["POST /faults", unavailable({ "a b": "1" }), "headers"],
  ["POST /faults", unavailable({ trailer: "a" }), "headers"],
  ["POST /faults", { faults: [] }, "Accepted: match"],
  ["POST /faults", { ...stall, match: { url: "x" } }, "url"],
  ["POST /faults", { ...stall, match: { path: "(?=a)" } }, "not a regular expression of RE2"],
  ["POST /faults", { ...stall, match: { query: "a".repeat(1_001) } }, "rule.match.query"],
  ["POST /faults", { ...stall, times: 0 }, '"always"'],
  ["POST /faults", "stall", "JSON object"],
  ["POST /faults", meanwhile({ path: group }), oneAct],
  ["POST /faults", meanwhile({ path: group, patch: {}, loses: 1 }), oneAct],
  ["POST /faults", meanwhile({ path: group, patch: "text" }), "patch has to be a JSON object"],
  ["POST /faults", meanwhile({ path: template, loses: 1 }), "is for the path of a managed instance group"],
  ["POST /faults", meanwhile({ path: group, loses: 0 }), "loses"],
  ["POST /faults", meanwhile({ path: "projects/p/groups/g", deletes: true }), "is not the path of an object"],
  ["POST /faults", meanwhile({ deletes: true }), "path"],
])("%s of %j is refused in words, and changes nothing", async (call, body, says) => {
  const [method = "", path = ""] = call.split(" ");
  const answer = await admin(untouched, method, path, body);
  expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(says)]);
  expect(await readParts(untouched)).toEqual(empty);
});

it("the request log has what was sent and answered, and no token", async () => {
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

it.each([
  ["projects/p/global/networks/Web_1", '"Web_1" has capitals and "_". A name has', "/global/networks/{network}"],
  ["projects/My Project/zones/Z/disks/d", '"My Project" has capitals and " ". "Z" has capitals. The id', "{disk}"],
  ["projects/p/zones/us-central1/disks/d", '"us-central1" is a region, not a zone. A zone is', "/zones/{zone}/disks/"],
  ["projects/p/regions/us-central1-a/disks/d", '"us-central1-a" is a zone, not a region.', "/regions/{region}/disks/"],
  ["projects/p/global/networks/-web", '"-web" cannot be the network.', "networks/{network}"],
  ["projects/p/global/network/web", "The nearest form is projects/{project}/global/networks/{network}.", "/schema"],
  ["projects/p/zones/z/networks/web", "The nearest form is projects/{project}/global/networks/{network}.", "/schema"],
  ["projects/p/global/networks", "The nearest form is projects/{project}/global/networks/{network}.", "/schema"],
  ["projects/p/global/router/r", "The nearest form is", "projects/{project}/regions/{region}/routers/{router}."],
  ["locations/global/firewallPolicies/baseline", '"baseline" cannot be the firewallPolicy.', "is its number."],
  ["web", "No kind of object has such a path.", "projects/my-project/global/networks/web"],
])("a wrong path is refused with what is wrong with it, and the nearest form: %s", async (path, problem, form) => {
  const { status, message } = await admin(untouched, "PUT", `/objects/${encodeURI(path)}`, {});
  expect(status).toBe(400);
  expect(message).toContain(`'${path}' is not the path of an object. ${problem}`);
  expect(message).toContain(form);
  expect(message.length).toBeLessThan(400);
});

describe("a reset", () => {
  it("leaves nothing of what was set, made and asked", async () => {
    const emulator = await emulatorForTest();
    const before = await readParts(emulator);
    const requestId = "?requestId=6f2a1c50-6d0f-4c1e-9a4e-0d6c0f2b9a11";
    await send(emulator, "POST", `${ROUTES}${requestId}`, { body: routeBody() });
    emulator.latency({ defaultMs: 60_000, instancesMs: 60_000 });
    emulator.checks(["readiness", "existence", "fingerprint", "requestId"]);
    emulator.fault({ match: { path: "nowhere" }, fault: { kind: "resetBefore" } });
    emulator.quota({ routes: 0 });
    emulator.rollouts([{ instanceTemplate: "nothing" }]);
    emulator.tokens({ other: {} });
    emulator.objects.put("projects/p/zones/us-central1-a/instanceGroupManagers/g", { targetSize: 3 });
    const after = await readParts(emulator);
    for (const [index, part] of parts.entries()) expect(after[index], part).not.toEqual(before[index]);
    await emulator.reset();
    expect(await readParts(emulator)).toEqual(before);
    expect((await send(emulator, "POST", `${ROUTES}${requestId}`, { body: routeBody() })).status).toBe(200);
    expect(emulator.operations()).toHaveLength(1);
  });

  it("ends an outage, which answers once and then refuses connections", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "outage", ms: 600_000 } });
    const { status, headers } = await send(emulator, "GET", ROUTES);
    expect([status, headers.get("connection")]).toEqual([200, "close"]);
    for (const ask of [send, admin])
      await expect(ask(emulator, "GET", "/requests")).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await emulator.reset();
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
  });
});
