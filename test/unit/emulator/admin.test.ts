import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type Emulator } from "../../../emulator/src/index";
import { markdownCommands, readMarkdown } from "../../support/markdown";
import { admin, connectionError, emulatorForTest, ROUTES, routeBody, send } from "./helpers";

describe("the commands of the emulator's documents", () => {
  /** The answers to the commands of a block, one after the other. */
  async function runBlock(emulator: Emulator, block = ""): Promise<unknown[]> {
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
    expect(await runBlock(emulator, block)).toMatchObject([
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
    const block = markdownCommands(readMarkdown("emulator/README.md")).find((text) => text.includes("/tokens"));
    const [deny = "", takeAny] = block?.trim().split("\n") ?? [];
    const insert = (token: string) => send(emulator, "POST", ROUTES, { body: routeBody(), token });
    await runBlock(emulator, deny);
    expect(await insert("my-token")).toMatchObject({ status: 403, reason: "forbidden" });
    expect((await insert("another")).status).toBe(401);
    await runBlock(emulator, takeAny);
    expect((await insert("another")).status).toBe(200);
  });

  it("let the instances of a template fail, and come up again", async () => {
    const emulator = await emulatorForTest();
    const block = markdownCommands(readMarkdown("emulator/README.md")).find((text) => text.includes("/rollouts"));
    const rule = { instanceTemplate: "-v2$" };
    const errors = [{ code: "QUOTA_EXCEEDED", message: "No CPUs are left." }];
    expect(await runBlock(emulator, block)).toEqual(
      [[rule], [{ ...rule, errors, times: 2 }], []].map((rollouts) => ({ rollouts })),
    );
  });

  it("put, patch, read, list and delete an object", async () => {
    const emulator = await emulatorForTest();
    const [block] = markdownCommands(readMarkdown("emulator/docs/objects.md"));
    const answers = await runBlock(emulator, block);
    const [disk, labels] = [{ sizeGb: "100", status: "READY" }, { labels: { env: "test" } }];
    expect(answers).toMatchObject([
      disk,
      { ...disk, ...labels },
      { ...disk, ...labels },
      { objects: [{ path: "projects/my-project/zones/europe-west1-b/disks/data", object: labels }] },
      { ok: true },
    ]);
  });
});

describe("admin paths", () => {
  it.each([
    [{ defaultMs: "1" }, "latency.defaultMs"],
    [{ defaultMs: -1 }, "latency.defaultMs"],
    [{ default: 1 }, "Accepted: defaultMs"],
    [{ byType: { insert: "slow" } }, "insert"],
    ["fast", "JSON object"],
  ])("refuse the latency %j", async (body, names) => {
    const emulator = await emulatorForTest();
    const answer = await admin(emulator, "PUT", "/latency", body);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });
});

it.each([
  [{ "my-token": {} }, 'The form is { "tokens": { "my-token": {'],
  [{ tokens: ["my-token"] }, "expected a map. The form is"],
  [{ tokens: { t: { denied: ["x"] } } }, "A token can have projects, readOnly, deniedPermissions and user"],
  [
    { tokens: { t: { deniedPermissions: ["compute.route.create"] } } },
    "asks for the permission 'compute.route.create'",
  ],
])("the tokens %j are refused, and the message shows the form", async (body, words) => {
  const answer = await admin(await emulatorForTest(), "PUT", "/tokens", body);
  expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(words)]);
});

it.each([
  [[], "body has to be a JSON object. The form is"],
  [{}, "rollouts"],
  [{ rollouts: [{}] }, "body.rollouts[0].instanceTemplate"],
  [{ rollouts: [{ instanceTemplate: "(" }] }, "body.rollouts[0].instanceTemplate is not a regular expression of RE2"],
  [{ rollouts: [{ instanceTemplate: "x".repeat(1001) }] }, "body.rollouts[0].instanceTemplate"],
  [
    { rollouts: [{ instanceTemplate: "t" }, { instanceTemplate: "t", times: 0 }] },
    "body.rollouts[1].times has to be a",
  ],
  [{ rollouts: [{ instanceTemplate: "t", errors: [{ code: "X" }] }] }, "body.rollouts[0].errors[0].message"],
  [{ rollouts: [{ instanceTemplate: "t", error: [] }] }, "Without errors, the instances never get healthy"],
])("the rules for rollouts %j are refused, and the message shows the form", async (body, words) => {
  const emulator = await emulatorForTest();
  emulator.rollouts([{ instanceTemplate: "kept" }]);
  const answer = await admin(emulator, "PUT", "/rollouts", body);
  expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(words)]);
  expect((await admin(emulator, "GET", "/rollouts")).json).toEqual({ rollouts: [{ instanceTemplate: "kept" }] });
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
});

it.each([
  [
    "projects/p/global/networks/Web_1",
    '"Web_1" has capitals and "_". A name has',
    "projects/{project}/global/networks/{network}",
  ],
  [
    "projects/My Project/zones/Z/disks/d",
    '"My Project" has capitals and " ". "Z" has capitals. The id',
    "{zone}/disks/{disk}",
  ],
  ["projects/p/regions/r/disks/Data", '"Data" has capitals.', "projects/{project}/regions/{region}/disks/{disk}"],
  [
    "projects/p/zones/us-central1/disks/d",
    '"us-central1" is a region, not a zone. A zone is',
    "zones/{zone}/disks/{disk}",
  ],
  [
    "projects/p/regions/us-central1-a/disks/d",
    '"us-central1-a" is a zone, not a region.',
    "regions/{region}/disks/{disk}",
  ],
  ["projects/p/global/networks/-web", '"-web" cannot be the network.', "networks/{network}"],
  [
    "projects/p/global/network/web",
    "The nearest form is projects/{project}/global/networks/{network}.",
    "/_emulator/schema",
  ],
  ["projects/p/zones/z/networks/web", "The nearest form is projects/{project}/global/networks/{network}.", "schema"],
  ["projects/p/global/networks", "The nearest form is projects/{project}/global/networks/{network}.", "schema"],
  ["projects/p/global/router/r", "The nearest form is projects/{project}/regions/{region}/routers/{router}.", "schema"],
  [
    "locations/global/firewallPolicies/baseline",
    '"baseline" cannot be the firewallPolicy. The name of a policy of an organization or folder is its number.',
    "locations/global/firewallPolicies/{firewallPolicy}",
  ],
  ["web", "No kind of object has such a path.", "projects/my-project/global/networks/web"],
])("a wrong path is refused with what is wrong with it, and the nearest form: %s", async (path, problem, form) => {
  const emulator = await emulatorForTest();
  const answer = await admin(emulator, "PUT", `/objects/${encodeURI(path)}`, {});
  const { error } = answer.json as { error: { message: string } };
  expect(answer.status).toBe(400);
  expect(error.message).toContain(`'${path}' is not the path of an object. ${problem}`);
  expect(error.message).toContain(form);
  expect(error.message.length).toBeLessThan(400);
});

describe("a reset", () => {
  const parts = ["requests", "latency", "checks", "faults", "quotas", "rollouts", "operations", "objects"];

  it("leaves nothing of what was set, made and asked", async () => {
    const emulator = await emulatorForTest();
    const readParts = () => Promise.all(parts.map(async (part) => (await admin(emulator, "GET", `/${part}`)).json));
    const before = await readParts();
    const requestId = "?requestId=6f2a1c50-6d0f-4c1e-9a4e-0d6c0f2b9a11";
    await send(emulator, "POST", `${ROUTES}${requestId}`, { body: routeBody() });
    emulator.latency({ defaultMs: 60_000, instancesMs: 60_000 });
    emulator.checks(["readiness", "existence", "fingerprint", "requestId"]);
    emulator.fault({ match: { path: "nowhere" }, fault: { kind: "resetBefore" } });
    emulator.quota({ routes: 0 });
    emulator.rollouts([{ instanceTemplate: "nothing" }]);
    emulator.tokens({ other: {} });
    emulator.objects.put("projects/p/zones/us-central1-a/instanceGroupManagers/g", { targetSize: 3 });
    const after = await readParts();
    for (const [index, part] of parts.entries()) expect(after[index], part).not.toEqual(before[index]);
    await emulator.reset();
    expect(await readParts()).toEqual(before);
    expect((await send(emulator, "POST", `${ROUTES}${requestId}`, { body: routeBody() })).status).toBe(200);
    expect(emulator.operations()).toHaveLength(1);
  });

  it("ends an outage", async () => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "outage", ms: 600_000 } });
    await send(emulator, "GET", ROUTES);
    expect(await connectionError(send(emulator, "GET", ROUTES))).toMatch(/ECONNREFUSED/);
    await emulator.reset();
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
  });
});
