import type { ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { functionNames, kindNames } from "../../acceptance/plan/names";
import { compareRecording } from "../../acceptance/comparison/play";
import { isObject, readRecording, type Exchange, type JsonObject } from "../../acceptance/recording/exchange";
import type { EmulatorOptions, FaultRule } from "../../emulator/src/index";
import { acceptanceGround, compareFile, owner, prefixIn } from "../support/acceptance";
import { descendantsOf, kill } from "../support/processTree";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { ended } from "../support/stack";

async function groundOf(options: EmulatorOptions = {}, denied: readonly string[] = []) {
  const ground = await acceptanceGround(options, denied);
  onTestFinished(() => ground.close());
  return ground;
}

/** Failures of the way and of the service, before and after it has acted, for fixtures, resources and the clean-up. */
const faults: readonly FaultRule[] = [
  { match: { method: "POST", path: "/networks$" }, times: 2, fault: { kind: "status", status: 503 } },
  { match: { method: "POST", path: "/disks$" }, fault: { kind: "resetAfter" } },
  { match: { method: "POST", path: "/routes$" }, fault: { kind: "resetAfter" } },
  { match: { method: "POST", path: "/addAssociation$" }, fault: { kind: "status", status: 503 } },
  { match: { method: "POST", path: "/setIamPolicy$" }, skip: 1, fault: { kind: "status", status: 503 } },
  { match: { method: "PATCH", path: "/instanceGroupManagers/" }, fault: { kind: "resetBefore" } },
  { match: { method: "DELETE", path: "/targetSslProxies/" }, times: 3, fault: { kind: "status", status: 503 } },
  { match: { operationType: "setLabels" }, fault: { kind: "operationNotFoundAtFirst", times: 2 } },
  { match: { operationType: "createFirewallPolicy" }, fault: { kind: "operationNotFoundAtFirst", times: 2 } },
];

it("a run tries everything in spite of failures, leaves nothing, and its recording is the emulator's own", async () => {
  const seed = { project: owner.project, parentId: `organizations/${owner.organization}` };
  const latency = { defaultMs: 30, byType: { insert: 300 }, instancesMs: 200 };
  const ground = await groundOf({ seed, latency });
  for (const rule of faults) ground.emulator.fault(rule);
  const before = ground.emulator.objects.list("projects/").map(({ path }) => path);

  const maps = owner.maps.flatMap((map) => ["--certificate-map", map]);
  const { code, output } = await ground.runFromSource("--yes", "--organization", owner.organization, ...maps);
  expect(code, output).toBe(0);

  expect(output).toMatch(/US\$ 0\.0\d+ an hour/);
  for (const name of kindNames) expect(output).toContain(`| \`${name}\` |${" passed |".repeat(6)}`);
  for (const name of functionNames) expect(output).toContain(`| \`${name}\` | passed |`);
  expect(output).toContain("Everything passed, and nothing is left of it");
  expect([ground.left(), ground.begun()]).toEqual([[], []]);
  expect(ground.emulator.objects.list("projects/").map(({ path }) => path)).toEqual(before);
  expect([...ground.asked.keys()]).toEqual([
    `/v3/projects/${owner.project}:testIamPermissions`,
    `/v3/organizations/${owner.organization}:testIamPermissions`,
  ]);

  const recording = ground.read(prefixIn(output), "recording.jsonl");
  expectNothingOfOwner(recording, ground.emulator);
  expectNothingOfOwner(ground.read(prefixIn(output), "report.md"), ground.emulator);

  const same = await compareRecording(readRecording(recording));
  expect(same.findings).toEqual([]);
  expect(same.compared).toBeGreaterThan(150);

  const { altered, expected } = withAlterations(readRecording(recording));
  const { findings } = await compareRecording(altered);
  const shown = findings.map(({ method, what, at }) => `${method}: ${what} ${at}`.trim());
  expect([...new Set(shown)].sort()).toEqual(expected);
  const folder = temporaryFolder();
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "recording.jsonl");
  writeFileSync(file, altered.map((exchange) => JSON.stringify(exchange)).join("\n"));
  const compared = await compareFile(file);
  expect(compared.code).toBe(1);
  expect(compared.output).toContain("| type | diskSizeGb | number | string |");
});

/** Neither a project, nor an id, nor a token, nor a person of the run. */
function expectNothingOfOwner(text: string, emulator: { operations(): readonly { operation: Shown }[] }): void {
  const ids = emulator.operations().flatMap(({ operation }) => [operation.id, operation.targetId, operation.name]);
  const texts = [
    owner.project,
    owner.organization,
    ...owner.maps,
    owner.token,
    owner.person,
    "lovelace",
    "Bearer",
    ...ids,
  ];
  expect(ids.length).toBeGreaterThan(100);
  for (const own of texts) expect(text.includes(String(own)), String(own)).toBe(false);
}

type Shown = Readonly<Record<string, unknown>>;

/** A recording in which a few answers are not the emulator's, and the differences that are to be found. */
function withAlterations(exchanges: readonly Exchange[]) {
  const altered = [...exchanges];
  const alter = (fits: (exchange: Exchange) => boolean, change: (answer: JsonObject) => Partial<Exchange>) => {
    for (const [index, exchange] of exchanges.entries())
      if (exchange.status === 200 && isObject(exchange.answer) && fits(exchange))
        altered[index] = { ...exchange, ...change(exchange.answer) };
  };
  const isGet = (path: RegExp) => (exchange: Exchange) => exchange.method === "GET" && path.test(exchange.path);
  alter(isGet(/\/snapshots\/[^/]+$/), (answer) => ({
    answer: { ...answer, diskSizeGb: 10, aMemberOfTheService: "x" },
  }));
  alter(isGet(/\/targetSslProxies\/[^/]+$/), (answer) => ({
    answer: { ...answer, creationTimestamp: "2026-01-01T00:00:00Z" },
  }));
  alter(isGet(/\/getPacketMirroringRule$/), (answer) => ({
    answer: Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "direction")),
  }));
  alter(isGet(/\/interconnectRemoteLocations$/), () => ({ status: 404 }));
  const expected = [
    "interconnectRemoteLocations.list: status",
    "networkFirewallPolicies.getPacketMirroringRule: member more direction",
    "snapshots.get: member missing aMemberOfTheService",
    "snapshots.get: type diskSizeGb",
    "targetSslProxies.get: form creationTimestamp",
  ];
  return { altered, expected };
}

/** Waits until something is so, or the run has ended. */
async function until(child: ChildProcess, isSo: () => boolean): Promise<void> {
  while (!isSo() && child.exitCode === null) await pause(20);
}

const isOnRoute = ({ operation }: { operation: Shown }) => String(operation.targetLink).includes("/routes/");

it("a later run finishes the work of a killed run, and leaves nothing of a resource that fails", async () => {
  const ground = await groundOf({ latency: { byType: { insert: 100 } } });
  const child = await ground.start("--yes", "--only", "Route,waitForRegionOperation");
  let printed = "";
  child.stdout?.on("data", (part: Buffer) => (printed += part.toString()));
  await until(child, () => ground.emulator.operations().some(isOnRoute));
  const { pid = 0 } = child;
  for (const { pid: below } of descendantsOf(pid)) kill(below);
  kill(pid);
  const killed = prefixIn(printed);
  await expect.poll(() => ground.left()).toContain(`projects/${owner.project}/global/networks/${killed}-network`);
  expect(ground.begun()).toEqual([killed]);

  // Of a run on a machine that is no more, and of one that may still be under way.
  const networkOf = (prefix: string) => `projects/${owner.project}/global/networks/${prefix}-network`;
  ground.emulator.objects.put(networkOf("gceacc-aaaaaaaa"), { creationTimestamp: "2026-01-01T00:00:00.000-08:00" });
  ground.emulator.objects.put(networkOf("gceacc-bbbbbbbb"), {});
  ground.emulator.quota({ routes: 0 });
  const { code, output } = await ground.run("--yes", "--only", "Route");
  expect(code, output).toBe(1);
  expect(output).toContain(`Deleted first, because earlier runs left it: ${killed}.`);
  expect(output).toContain("| `Route` | failed | not run | not run | not run | not run | not run |");
  expect(output).toMatch(/- Route, create: .*QUOTA_EXCEEDED/s);
  expect(output).toContain("Nothing is left of gceacc-aaaaaaaa");
  expect([ground.left(), ground.begun()]).toEqual([[networkOf("gceacc-bbbbbbbb")], []]);
});

it("an interrupted run deletes what it has made, and fails", async () => {
  const ground = await groundOf({ latency: { byType: { insert: 1_000 } } });
  const child = await ground.start("--yes", "--only", "Snapshot");
  const run = ended(child);
  await until(child, () => ground.emulator.operations().length > 0);
  child.kill("SIGINT");
  const { code, output } = await run;
  expect(code, output).toBe(1);
  expect(output).toContain("- It was interrupted.");
  expect([ground.left(), ground.begun()]).toEqual([[], []]);
});

it("without a permission nothing is sent to Compute Engine", async () => {
  const ground = await groundOf({}, ["compute.routes.create"]);
  const { code, output } = await ground.run("--yes", "--only", "Route");
  expect(code).toBe(1);
  expect(output).toContain(`Missing on projects/${owner.project}:\n  compute.routes.create\n`);
  expect(ground.emulator.requests()).toEqual([]);
});
