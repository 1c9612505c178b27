import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { newRequestId } from "../../../provider/src/compute/requestId";
import {
  answerAsPulumi,
  exported,
  exportedByPlugin,
  insertRoute,
  pluginProvider,
  project,
  provider,
  routeInputs,
  routes,
  existingRoute,
  run,
  secret,
  stack,
  startCli,
} from "../../support/cli";
import { ended } from "../../support/stack";

const bin = fileURLToPath(new URL("../../../provider/dist/cli/bin.js", import.meta.url));
const path = `${routes}/r-1234567`;
const shared = "projects/shared-vpc/global/routes";
const pendingRoute = { resource: exported("Route", "r", routeInputs("r-1234567")) };
const noOperations = {
  match: { path: "/operations$" },
  fault: { kind: "status", status: 403, reason: "forbidden", message: "no" },
  times: "always",
} as const;

describe("a create whose end the engine did not see", () => {
  it("is listed if its object exists, with the arguments that adopt the object", async () => {
    const { emulator, write, report, orphans } = await startCli();
    emulator.objects.put(path, existingRoute());
    write({ pending: [pendingRoute] });
    const { findings, open, code } = await report();
    expect({ open, code }).toEqual({ open: 1, code: 1 });
    const step = { do: "adopt", arguments: { name: "r-1234567", adoptExisting: true }, command: "pulumi up" };
    expect(findings).toMatchObject([{ kind: "Route", resource: "r", path, situation: "unrecorded", step }]);
    const { out } = await orphans();
    for (const part of [
      'gce:Route "r": the CLI ended while creating it',
      `${path}\n  exists at the service, and the state does not record it.`,
      '→ take it over: give "r" the arguments name: "r-1234567", adoptExisting: true',
      "this stack now, remove the lock first.\n  pulumi cancel\n\nWhen that is done,",
      "When that is done, remove the pending creates from the state.\n  pulumi refresh --clear-pending-creates",
      "1 of 1 need a step from you.",
    ])
      expect(out).toContain(part);
  });

  it("leaves only the pending create to clear if its object does not exist", async () => {
    const { write, report } = await startCli();
    write({ pending: [pendingRoute] });
    expect(await report()).toMatchObject({ findings: [{ situation: "absent" }], open: 0, code: 1 });
  });

  it("does not count as absent if the caller cannot list operations: its insert may still be running", async () => {
    const { emulator, write, report, orphans } = await startCli();
    emulator.fault(noOperations);
    write({ pending: [pendingRoute] });
    expect(await report()).toMatchObject({ findings: [{ situation: "unknown" }], code: 2 });
    const { out } = await orphans();
    expect(out).toContain("the command could not search for objects that no pending operation names");
    expect(out).not.toContain("--clear-pending-creates");
    expect(out).toContain("Keep the pending operations in the state until this command can check every object");
  });

  it("asks the user to wait while its operation runs, and says no word about a lock if no command of Pulumi is advised", async () => {
    const { emulator, write, report, orphans } = await startCli();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "r-1234567", stack);
    write({ pending: [pendingRoute] });
    expect((await report()).findings).toMatchObject([{ situation: "running", step: { do: "wait" } }]);
    write({});
    const { out } = await orphans();
    expect(out).toContain("wait until its operation ends");
    expect(out).not.toContain("pulumi cancel");
  });

  it.each([
    { title: "recorded", name: "r-1234567", situation: "recorded", step: undefined },
    { title: "made again under another name", name: "r-7654321", situation: "unrecorded", step: { do: "delete" } },
  ])("and which a later run has $title", async ({ name, situation, step }) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, existingRoute());
    const recorded = exported("Route", "r", routeInputs(name), { id: `${routes}/${name}`, outputs: {} });
    write({ pending: [pendingRoute], resources: [recorded] });
    const { findings } = await report();
    expect(findings).toMatchObject([{ path, situation, ...(step && { step }) }]);
    expect(findings[0]?.step?.request).toEqual(step && { method: "DELETE", url: `${emulator.endpoint}/${path}` });
  });

  it.each([
    { owner: stack, step: "adopt" },
    { owner: undefined, step: "up" },
  ])("and whose name the program gives is its own only if $owner asked for it", async ({ owner, step }) => {
    const { emulator, write, report } = await startCli();
    await insertRoute(emulator, "fixed", owner);
    write({ pending: [{ resource: exported("Route", "r", routeInputs("fixed", { __auto: undefined })) }] });
    expect((await report()).findings).toMatchObject([{ situation: "unrecorded", step: { do: step } }]);
  });
});

it("an update or a delete whose end the engine did not see is settled by a refresh", async () => {
  const { write, report } = await startCli();
  const recorded = exported("Route", "r", routeInputs("r-1234567"), { id: path, outputs: routeInputs("r-1234567") });
  write({ pending: [{ type: "updating", resource: recorded }], resources: [recorded] });
  expect(await report()).toMatchObject({ findings: [{ path, situation: "unsettled", step: { do: "refresh" } }] });
});

describe("a recorded resource whose insert has no known end", () => {
  const requestId = newRequestId(stack, path);
  const outputs = { ...routeInputs("r-1234567"), __pending: [{ action: "insert", requestId, sentAt: 1 }] };
  const recorded = exported("Route", "r", routeInputs("r-1234567"), { id: path, outputs });

  it("is listed if an object of its name exists, of which nobody can tell whose it is", async () => {
    const { emulator, write, report, orphans } = await startCli();
    write({ resources: [recorded] });
    expect(await report()).toMatchObject({ findings: [], code: 0 });
    emulator.objects.put(path, existingRoute());
    const finding = { kind: "Route", resource: "r", path, situation: "unsure", cause: { from: "openRequest" } };
    expect(await report()).toMatchObject({ findings: [{ ...finding, step: { do: "up" } }], code: 1 });
    const { out } = await orphans();
    expect(out).toContain('gce:Route "r": the answer to its insert was lost');
    expect(out).toContain("exists at the service, and nobody can tell whether this stack has made it.");
    expect(out).toContain("If it is this stack's, give its resource adoptExisting: true. If not, choose another name");
  });

  it("is not listed if its number is recorded", async () => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, existingRoute());
    write({ resources: [{ ...recorded, outputs: { ...outputs, numericId: "1" } }] });
    expect(await report()).toMatchObject({ findings: [], code: 0 });
  });
});

describe("an object of this stack that no pending operation names", () => {
  it("is found by the mark of the request that made it", async () => {
    const { emulator, write, report, orphans } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    await insertRoute(emulator, "theirs", `${stack}-other`);
    await insertRoute(emulator, "plain", undefined);
    write({});
    const adopt = { do: "adopt", arguments: { name: "lost-1234567", adoptExisting: true } };
    const finding = { path: `${routes}/lost-1234567`, cause: { from: "serviceOperation" }, situation: "unrecorded" };
    expect(await report()).toMatchObject({ code: 1, findings: [{ ...finding, step: adopt }] });
    const { out } = await orphans();
    for (const part of ["or moved it to another stack (pulumi state move)", "Ask before you delete", "  pulumi cancel"])
      expect(out).toContain(part);
  });

  const again = exported("Route", "lost", routeInputs("lost-7654321"), { id: `${routes}/lost-7654321` });
  it.each([
    { title: "a resource that has another one by now", resources: [again], step: "look" },
    { title: "a condemned resource", resources: [{ ...again, delete: true }], step: "adopt" },
    { title: "a resource, under a given name", resources: [again], name: "lost", step: "look" },
  ])("and may be of $title has the step $step", async ({ resources, name = "lost-1234567", step }) => {
    const { emulator, write, report } = await startCli();
    await insertRoute(emulator, name, stack);
    write({ resources });
    const { findings } = await report();
    expect(findings).toMatchObject([{ path: `${routes}/${name}`, step: { do: step } }]);
    const method = step === "look" ? "GET" : undefined;
    expect(findings[0]?.step?.request?.method).toBe(method);
    // The token of gcloud is a real one.
    if (method !== undefined) expect(findings[0]?.step?.command).toContain("Bearer $GOOGLE_OAUTH_ACCESS_TOKEN");
  });

  it("is not listed if the state has it, if it is gone, or if it is older than --since", async () => {
    const { emulator, write, orphans } = await startCli();
    for (const name of ["recorded", "gone", "old"]) await insertRoute(emulator, name, stack);
    emulator.objects.delete(`${routes}/gone`);
    const recorded = (name: string) => exported("Route", name, routeInputs(name), { id: `${routes}/${name}` });
    write({ resources: [recorded("recorded"), recorded("old")] });
    // Nothing of the state, and no advice about what is as it should be.
    expect(await orphans()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Nothing was found[^\n]*\n$/) as string,
    });
    write({ resources: [recorded("recorded")] });
    expect(await orphans()).toMatchObject({ code: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await orphans("--since", "10ms")).toMatchObject({ code: 0 });
  });

  it("is not looked for if it is a patch, whose operation has the mark of the stack, too", async () => {
    const { emulator, write, orphans } = await startCli();
    const path = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
    const { fingerprint } = emulator.objects.put(path, { targetSize: 2 });
    const url = `${emulator.endpoint}/${path}?requestId=${newRequestId(stack, path)}`;
    const headers = { authorization: "Bearer token", "content-type": "application/json" };
    const body = JSON.stringify({ fingerprint, targetSize: 3 });
    expect((await fetch(url, { method: "PATCH", headers, body })).status).toBe(200);
    write({ resources: [provider({})] });
    const out = expect.stringContaining("Grants and patches that the state does not name are not looked for") as string;
    expect(await orphans()).toMatchObject({ code: 0, out });
  });

  it.each([
    { title: "a provider of the state", resources: [provider({ "gcp:project": "shared-vpc" })], args: [] },
    { title: "--project", resources: [], args: ["--project", "shared-vpc"] },
  ])("is found in a project that $title names", async ({ resources, args }) => {
    const { emulator, write, report } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack, shared);
    write({ resources });
    expect((await report(...args)).findings).toMatchObject([{ path: `${shared}/lost-1234567` }]);
  });

  it.each([
    { face: "the classes", namespace: "gcp:", declare: exported, make: provider, more: {} },
    {
      face: "the plugin, which are lists and secrets as such,",
      namespace: "",
      declare: exportedByPlugin,
      make: pluginProvider,
      more: { scopes: ["https://www.googleapis.com/auth/compute"] },
    },
  ])("is looked for with any settings of $face that may look there, and encrypted ones cannot", async (row) => {
    const { namespace, declare, make, more } = row;
    const { emulator, write, report } = await startCli();
    emulator.tokens({ "token-of-eu": { user: "eu@example.com" } });
    emulator.objects.put("projects/eu-project/global/routes/r-1234567", existingRoute());
    const inputs = routeInputs("r-1234567", { project: "eu-project" });
    const pending = [{ resource: declare("Route", "r", inputs, { provider: `${make({}).urn}::1` }) }];
    const withToken = (accessToken: object) => {
      const settings = { project: "eu-project", computeCustomEndpoint: emulator.endpoint, accessToken, ...more };
      return make(Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${namespace}${key}`, value])));
    };
    write({ pending, resources: [withToken(secret({ plaintext: JSON.stringify("token-of-eu") }))] });
    expect(await report()).toMatchObject({ findings: [{ situation: "unrecorded" }], problems: [] });
    write({ pending, resources: [withToken(secret({ ciphertext: "v1:x" }))] });
    expect((await report()).problems.join()).toContain("401");
  });

  it.each([
    { title: "the plugin's own", owner: exportedByPlugin },
    { title: "that of a class, from which it moved,", owner: exported },
  ])("may be of a resource of the plugin: $title has another by now", async ({ owner }) => {
    const { emulator, write, report } = await startCli();
    for (const name of ["lost-1234567", "lost-7654321"]) await insertRoute(emulator, name, stack);
    write({ resources: [owner("Route", "lost", routeInputs("lost-7654321"), { id: `${routes}/lost-7654321` })] });
    expect((await report()).findings).toMatchObject([{ path: `${routes}/lost-1234567`, step: { do: "look" } }]);
  });
});

it.each([
  [provider({ "gcp:computeCustomEndpoint": "not an address" }), "gcp:computeCustomEndpoint: "],
  [
    pluginProvider({ project, computeCustomEndpoint: "not an address" }),
    'computeCustomEndpoint of the gce.Provider "eu": "not an address"',
  ],
])("a provider whose endpoint is no address does not hinder the search with others", async (unusable, problem) => {
  const { emulator, write, report } = await startCli();
  await insertRoute(emulator, "lost-1234567", stack);
  write({ resources: [unusable] });
  const { findings, problems } = await report();
  expect(findings).toMatchObject([{ path: `${routes}/lost-1234567` }]);
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

it.each([
  { namespace: "gce", resource: exportedByPlugin("Route", "r", routeInputs("r-1234567")) },
  { namespace: "gcp", resource: pendingRoute.resource },
])("a default provider has the keys $namespace: of the stack, and no other service is asked", async (row) => {
  const { namespace, resource } = row;
  const { emulator, folder, file, write } = await startCli();
  const { emulator: other } = await startCli();
  vi.stubEnv("PATH", folder);
  emulator.objects.put(path, existingRoute());
  write({ pending: [{ resource }] });
  const settings = { project, computeCustomEndpoint: emulator.endpoint, accessToken: "token" };
  const keys = Object.entries(settings).map(([key, value]) => [`${namespace}:${key}`, { value }] as const);
  answerAsPulumi(folder, { export: readFileSync(file, "utf8"), config: JSON.stringify(Object.fromEntries(keys)) });
  expect(await run("orphans")).toMatchObject({ code: 1, out: expect.stringContaining("1 of 1 need a step") as string });
  expect(other.requests()).toEqual([]);
});

describe("with two services that have projects of the same id", () => {
  async function startTwo() {
    const cli = await startCli();
    const { emulator: other } = await startCli();
    vi.stubEnv("GOOGLE_COMPUTE_CUSTOM_ENDPOINT", cli.emulator.endpoint);
    return { ...cli, other, eu: provider({ "gcp:computeCustomEndpoint": `${other.endpoint}/` }) };
  }

  it("an object of the stack is found at each", async () => {
    const { emulator, other, eu, write, report } = await startTwo();
    await insertRoute(emulator, "here-1234567", stack);
    await insertRoute(other, "there-1234567", stack);
    write({ resources: [eu] });
    const { findings } = await report();
    expect(findings.map((one) => one.path)).toEqual([`${routes}/there-1234567`, `${routes}/here-1234567`]);
  });

  it("a create runs only where its provider asked for it", async () => {
    const { emulator, eu, write, report } = await startTwo();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "r-1234567", stack);
    const atOther = exported("Route", "r", routeInputs("r-1234567"), { provider: `${eu.urn}::1` });
    write({ resources: [eu], pending: [pendingRoute, { resource: atOther }] });
    expect((await report()).findings).toMatchObject([{ situation: "running" }, { situation: "absent" }]);
  });
});

describe("a state without resources, as a destroy leaves it,", () => {
  it("has its stack named by the CLI", async () => {
    const { emulator, folder } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    const name = "organization/test-project/dev";
    answerAsPulumi(folder, { export: '{"deployment":{}}', config: "{}", "--show-name": name });
    expect(await run("orphans")).toMatchObject({ code: 1, out: expect.stringContaining("lost-1234567") as string });
  });

  it("cannot be checked from a file, and does not count as clean", async () => {
    const { file } = await startCli();
    writeFileSync(file, '{"deployment":{}}');
    const { code, out } = await run("orphans", "--file", file);
    expect(code).toBe(2);
    expect(out).toContain("the state is empty and does not name its stack");
  });
});

describe("the command", () => {
  it.each([["--help"], ["orphans", "--help"], ["orphans", "-h"], []])("explains itself: %j", async (...args) => {
    const { code, out } = await run(...args.flat());
    expect(code).toBe(0);
    expect(out).toContain("npx --no-install pulumi-gce orphans");
  });

  it("waits for a state that a pipe brings late", async () => {
    await startCli();
    const child = spawn(process.execPath, [bin, "orphans", "--file", "-"], { stdio: ["pipe", "ignore", "pipe"] });
    const end = ended(child);
    child.stdin.on("error", () => undefined);
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 700))]);
    child.stdin.end('{"deployment":{"resources":[],"pending_operations":[]}}');
    expect(await end).toEqual({ code: 2, output: "" });
  });

  it.each([
    [["orphan"], 'There is no command "orphan".'],
    [["orphans", "--stak", "dev"], "Unknown option '--stak'"],
    [["orphans", "--since", "soon"], '--since must be a duration such as "2h"'],
    [
      ["orphans", "--project", "Shared VPC"],
      '--project must be the id or number of a project, such as my-project-1; it is "Sh',
    ],
    [["orphans", "--file", "/nowhere/export.json"], "no such file"],
    [["orphans", "--file", "package.json"], "Give the output of `pulumi stack export --show-secrets`."],
    [["orphans"], "PATH has no `pulumi`. Add it to PATH, or give a file: --file export.json"],
  ])("refuses %j with a reason", async (args, reason) => {
    await startCli();
    const { code, error } = await run(...args);
    expect(code).toBe(2);
    expect(error).toContain(reason);
  });

  it("does not speak for other packages' pending creates", async () => {
    const { write, orphans } = await startCli();
    const theirs = { resource: { urn: "urn:pulumi:dev::p::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket" } };
    write({ pending: [theirs] });
    expect(await orphans()).toMatchObject({ code: 0 });
    write({ pending: [theirs, pendingRoute] });
    expect((await orphans()).out).toContain("Other packages have 1 too, so let Pulumi ask about each");
  });
});
