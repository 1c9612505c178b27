import { describe, expect, it, vi } from "vitest";
import {
  exported,
  insert,
  insertRoute,
  project,
  routeInputs,
  routes,
  routeThere,
  run,
  stack,
  startCli,
} from "./helpers";

const path = `${routes}/r-1234567`;
const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const snapshots = `projects/${project}/global/snapshots`;
const pendingRoute = { resource: exported("Route", "r", routeInputs("r-1234567")) };

describe("an object of this stack that no pending operation names", () => {
  it("is found by the mark of the request that made it", async () => {
    const { emulator, write, report, orphans } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    await insertRoute(emulator, "theirs", `${stack}-other`);
    await insertRoute(emulator, "plain", undefined);
    write({});
    expect(await report()).toMatchObject({
      code: 1,
      findings: [
        {
          kind: "Route",
          path: `${routes}/lost-1234567`,
          cause: { from: "serviceOperation" },
          situation: "there",
          steps: [{ do: "adopt", arguments: { name: "lost-1234567", adoptExisting: true } }, { do: "delete" }],
        },
      ],
    });
    expect((await orphans()).out).toContain("Ask before you delete");
  });

  it("is found while it is being made", async () => {
    const { emulator, write, report } = await startCli();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "coming", stack);
    write({});
    expect((await report()).findings).toMatchObject([{ path: `${routes}/coming`, situation: "running" }]);
  });

  it("is found in a project that is configured by its number, on its way and when it is there", async () => {
    const { emulator, write, report } = await startCli();
    const number = emulator.projectNumber(project);
    vi.stubEnv("GOOGLE_PROJECT", number);
    const collection = `projects/${number}/global/routes`;
    await insertRoute(emulator, "there", stack, { collection });
    await expect.poll(() => emulator.objects.get(`${routes}/there`)).toBeDefined();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "coming", stack, { collection });
    write({});
    expect((await report()).findings).toMatchObject([
      { path: `${collection}/there`, situation: "there" },
      { path: `${collection}/coming`, situation: "running" },
    ]);
    const inputs = routeInputs("there", { project: number });
    write({ resources: [exported("Route", "r", inputs, { id: `${collection}/there`, outputs: {} })] });
    expect((await report()).findings).toMatchObject([{ path: `${collection}/coming`, situation: "running" }]);
  });

  const sawTheEnd = { timeout: 10_000 };

  it("is not listed if the insert failed and somebody else has made one of that name since", async () => {
    const { emulator, write, orphans } = await startCli();
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED" }] } });
    await insertRoute(emulator, "wanted", stack);
    await expect.poll(() => emulator.operations()[0]?.doneAt, sawTheEnd).toBeDefined();
    emulator.objects.put(`${routes}/wanted`, routeThere());
    write({});
    expect(await orphans()).toMatchObject({ code: 0, out: "Nothing was left behind.\n" });
  });

  it.each([
    { path: `${routes}/left`, body: { tags: [], ...routeThere() }, landsAs: {}, notes: [], steps: ["adopt", "delete"] },
    {
      path: `${snapshots}/left`,
      body: { sourceDisk: disk },
      landsAs: { status: "FAILED" },
      notes: ["It cannot be taken over: its status is FAILED."],
      steps: ["delete"],
    },
  ])("is also what an insert that failed has left: $path", async ({ path: left, body, landsAs, notes, steps }) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(disk, { sizeGb: "20" });
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }], landsAs } });
    await insert(emulator, left, body, stack);
    await expect.poll(() => emulator.operations()[0]?.doneAt, sawTheEnd).toBeDefined();
    write({});
    const { findings } = await report();
    expect(findings).toMatchObject([{ path: left, situation: "there", notes }]);
    expect(findings[0]?.steps.map((step) => step.do)).toEqual(steps);
  });

  it("is not listed if the state has it, if it is gone, or if it is older than --since", async () => {
    const { emulator, write, orphans } = await startCli();
    for (const name of ["recorded", "gone", "old"]) await insertRoute(emulator, name, stack);
    emulator.objects.delete(`${routes}/gone`);
    const recorded = (name: string) => exported("Route", name, routeInputs(name), { id: `${routes}/${name}` });
    write({ resources: [recorded("recorded"), recorded("old")] });
    expect(await orphans()).toMatchObject({ code: 0, out: "Nothing was left behind.\n" });
    write({ resources: [recorded("recorded")] });
    expect(await orphans()).toMatchObject({ code: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await orphans("--since", "10ms")).toMatchObject({ code: 0 });
  });

  it("that the command cannot search for is reported, and changes the exit code", async () => {
    const { emulator, write, orphans } = await startCli();
    const denied = { kind: "status", status: 403, reason: "forbidden", message: "no" } as const;
    emulator.fault({ match: { path: "/operations$" }, fault: denied, times: "always" });
    write({});
    const { code, out } = await orphans();
    expect(code).toBe(2);
    expect(out).toContain("the command could not search for objects that no pending operation names");
    expect(out).toContain("The command could not check everything.");
  });
});

describe("a state with a gce.Provider", () => {
  it("is checked with the settings of that provider in the state, with or without plain secrets", async () => {
    const { emulator, write, report } = await startCli();
    const urn = "urn:pulumi:dev::test-project::pulumi:providers:pulumi-nodejs::eu";
    const secret = (plain: object) => ({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      ...plain,
    });
    emulator.tokens({ "token-of-eu": { user: "eu@example.com" } });
    emulator.objects.put(path, routeThere());
    const inputs = {
      "gcp:project": project,
      "gcp:computeCustomEndpoint": emulator.endpoint,
      "gcp:accessToken": secret({ plaintext: JSON.stringify("token-of-eu") }),
    };
    const resources = [{ urn, type: "pulumi:providers:pulumi-nodejs", id: "1", inputs }];
    const resource = exported("Route", "r", routeInputs("r-1234567"), { provider: `${urn}::1` });
    write({ pending: [{ resource }], resources });
    const { findings, problems } = await report();
    expect(findings).toMatchObject([{ situation: "there" }]);
    // The environment's token would be refused; what looks at the project is the provider that has resources in it.
    expect(problems).toEqual([]);
    write({
      pending: [{ resource }],
      resources: [{ ...resources[0], inputs: { ...inputs, "gcp:accessToken": secret({ ciphertext: "v1:x" }) } }],
    });
    expect((await report()).problems.join()).toContain("401");
  });
});

describe("the command", () => {
  it.each([["--help"], ["orphans", "--help"], ["orphans", "-h"], []])("explains itself: %j", async (...args) => {
    const { code, out } = await run(...args.flat());
    expect(code).toBe(0);
    expect(out).toContain("npx pulumi-gce orphans");
  });

  it.each([
    [["orphan"], 'There is no command "orphan".'],
    [["orphans", "--stak", "dev"], "Unknown option '--stak'"],
    [["orphans", "--since", "soon"], '--since must be a duration such as "2h"'],
    [["orphans", "--file", "/nowhere/export.json"], "no such file"],
  ])("refuses %j with a reason", async (args, reason) => {
    const { code, error } = await run(...args);
    expect(code).toBe(2);
    expect(error).toContain(reason);
  });

  it("says what to do without a pulumi on PATH", async () => {
    const { folder } = await startCli();
    const { code, error } = await run("orphans", "--cwd", folder);
    expect(code).toBe(2);
    expect(error).toContain("PATH has no `pulumi`. Add it to PATH, or give a file: --file export.json");
  });

  it.each(["", "[]", "{}", "not JSON", '{"deployment":7}'])("refuses the export %j", async (text) => {
    const { file } = await startCli();
    const { writeFileSync } = await import("node:fs");
    writeFileSync(file, text);
    const { code, error } = await run("orphans", "--file", file);
    expect(code).toBe(2);
    expect(error).toContain("Give the output of `pulumi stack export --show-secrets`.");
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
