import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { compareRecording } from "../../acceptance/comparison/play";
import { functionNames, kindNames } from "../../acceptance/plan/names";
import { readRecording } from "../../acceptance/recording/exchange";
import { startEmulator, type EmulatorOptions, type FaultRule } from "../../emulator/src/index";
import { functionNames as allFunctions } from "../../provider/src/functions/invoke";
import { registeredKinds, nameOf } from "../kinds/every";
import { loopbackServer } from "../support/loopbackServer";
import { ended } from "../support/stack";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;

/** The names that belong to the owner of a run, and are to be in no recording. */
const [project, organization] = ["ada-s-own-project", "481516234200"];
const [token, person] = ["ya29.ada-s-own-token", "ada.lovelace@corp.example"];

/** Failures of the way and of the service, before and after it has acted, for fixtures, resources and the clean-up. */
const faults: readonly FaultRule[] = [
  { match: { method: "POST", path: "/networks$" }, times: 2, fault: { kind: "status", status: 503 } },
  { match: { method: "POST", path: "/routes$" }, fault: { kind: "resetAfter" } },
  { match: { method: "POST", path: "/setIamPolicy$" }, skip: 1, fault: { kind: "status", status: 503 } },
  { match: { method: "DELETE", path: "/targetSslProxies/" }, times: 3, fault: { kind: "status", status: 503 } },
];

/** A service, a Resource Manager by which the owner has all permissions, and `npm run acceptance` with these options. */
async function groundOf(options: EmulatorOptions) {
  const emulator = await startEmulator(options);
  emulator.tokens({ [token]: { user: person } });
  const manager = await loopbackServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
  });
  const parent = join(repository, "test-results", "acceptance");
  mkdirSync(parent, { recursive: true });
  const output = mkdtempSync(join(parent, "runs-"));
  onTestFinished(async () => {
    await manager.close();
    await emulator.close();
    rmSync(output, { recursive: true, force: true });
  });
  const service = ["--endpoint", emulator.endpoint, "--resource-manager-endpoint", manager.origin];
  const own = ["--output", output, "--project", project, "--yes", ...service];
  return {
    emulator,
    start: (...more: string[]): ChildProcess =>
      spawn(process.execPath, ["--import", loader, join(repository, "acceptance/main.ts"), ...own, ...more], {
        env: { ...process.env, GOOGLE_OAUTH_ACCESS_TOKEN: token },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    recording: () => {
      const [run = ""] = readdirSync(output);
      return readFileSync(join(output, run, "recording.jsonl"), "utf8");
    },
    left: () =>
      ["projects/", "locations/global/firewallPolicies/"]
        .flatMap((root) => emulator.objects.list(root))
        .filter(({ path, object }) => `${path} ${String(object.shortName)}`.includes("gceacc-")),
  };
}

it("a run tries everything in spite of failures, leaves nothing, and its recording is the emulator's own", async () => {
  const seed = { project, parentId: `organizations/${organization}` };
  const ground = await groundOf({ seed, latency: { defaultMs: 30, byType: { insert: 300 }, instancesMs: 200 } });
  for (const rule of faults) ground.emulator.fault(rule);
  const maps = ["ada-s-first-map", "ada-s-second-map"].flatMap((map) => ["--certificate-map", map]);
  const { code, output } = await ended(ground.start("--organization", organization, ...maps));
  expect(code, output).toBe(0);
  expect([...kindNames].sort()).toEqual(registeredKinds.map(nameOf).sort());
  expect([...functionNames].sort()).toEqual([...allFunctions].sort());
  for (const name of kindNames) expect(output).toContain(`| \`${name}\` |${" passed |".repeat(6)}`);
  for (const name of functionNames) expect(output).toContain(`| \`${name}\` | passed |`);
  expect(ground.left()).toEqual([]);

  const recording = ground.recording();
  for (const own of [project, organization, token, person, "lovelace", "ada-s-first-map", "Bearer"])
    expect(recording.includes(own), own).toBe(false);
  const same = await compareRecording(readRecording(recording));
  expect(same.findings).toEqual([]);
  expect(same.compared).toBeGreaterThan(150);
});

it("an interrupted run deletes what it has made, and fails", async () => {
  const ground = await groundOf({ latency: { byType: { insert: 1_000 } } });
  const child = ground.start("--only", "Snapshot");
  const run = ended(child);
  while (ground.emulator.operations().length === 0 && child.exitCode === null) await pause(20);
  child.kill("SIGINT");
  const { code, output } = await run;
  expect(code, output).toBe(1);
  expect(output).toContain("- It was interrupted.");
  expect(ground.left()).toEqual([]);
});
