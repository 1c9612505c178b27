import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { startStateBackend, type StateBackend } from "../support/stateBackend/server";
import { listDescendants, kill } from "../support/processTree";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { canaryToken, project } from "../support/routeProvider";
import { failed, succeeded } from "../support/routeStack";
import { ended, Stack } from "../support/stack";
import { runOrphans } from "./orphans";

/*
 * Two people, two machines' worth of folders and homes, one state in a bucket: the commands are those of the README's
 * "Work as a team".
 */

const program = `
for (let n = 0; n < 6; n += 1) new gce.Route("r" + n, { network: "default", nextHopIp: "10.0.0.9", destRange: "10.1." + n + ".0/24" });`;

const folder = temporaryFolder();
let backend: StateBackend;

beforeAll(async () => {
  backend = await startStateBackend(folder);
});

afterAll(() => {
  backend.close();
});

interface Team {
  emulator: Emulator;
  alice: Stack;
  bob: Stack;
  routes(): string[];
  /** Paths of the routes in the shared state, as this person sees it. */
  recorded(person: Stack): Promise<string[]>;
}

async function startTeam(operationMs: number): Promise<Team> {
  const emulator = await startEmulator({ latency: { defaultMs: operationMs } });
  const alice = await Stack.create({
    program,
    config: { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint },
    environment: { ...backend.environment, PULUMI_BACKEND_URL: backend.url, GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken },
  });
  const bob = await alice.colleague();
  onTestFinished(async () => {
    await alice.pulumi(["stack", "rm", "dev", "--yes", "--force"]);
    alice.remove();
    bob.remove();
    await emulator.close();
  });
  return {
    emulator,
    alice,
    bob,
    routes: () => emulator.objects.list(`projects/${project}/global/routes/`).map(({ path }) => path),
    async recorded(person) {
      // In a file, because the CLI tells of a bucket beside what it prints.
      await person.mustSucceed(["stack", "export", "--file", "export.json"]);
      const { deployment } = JSON.parse(readFileSync(join(person.folder, "export.json"), "utf8")) as {
        deployment: { resources?: { id?: string; type: string }[] };
      };
      return (deployment.resources ?? []).flatMap(({ type, id }) => (type.endsWith("gce:Route") && id ? [id] : []));
    },
  };
}

it("a second person gets an error that names the first one, changes nothing, and later continues from the first one's result", async () => {
  const { emulator, alice, bob, routes, recorded } = await startTeam(600_000);
  const first = ended(alice.start(["up", "--yes", "--skip-preview", "--non-interactive"]));
  while (emulator.operations().length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
  const told = failed(await bob.up());
  expect(told).toContain("the stack is currently locked by 1 lock(s)");
  expect(told).toMatch(/created by \S+@\S+ \(pid \d+\) at /);
  expect(told).toContain("pulumi cancel");
  emulator.latency({ defaultMs: 0 });
  emulator.finishOperations();
  succeeded(await first);
  expect(routes()).toHaveLength(6);

  succeeded(await bob.up("--expect-no-changes"));
  expect((await recorded(bob)).sort()).toEqual(routes());
  bob.program(
    `${program} new gce.Route("more", { network: "default", nextHopIp: "10.0.0.9", destRange: "10.9.0.0/16" });`,
  );
  succeeded(await bob.up());
  expect((await recorded(alice)).sort()).toEqual(routes());
  expect(routes()).toHaveLength(7);
});

it("a person continues after a colleague's machine died, with cancel, orphans and up, and nothing is lost", async () => {
  const { emulator, alice, bob, routes, recorded } = await startTeam(1500);
  const child = alice.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
  const end = ended(child);
  while (emulator.operations().length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  // The whole machine goes: the CLI and everything that it started.
  const { pid = 0 } = child;
  const started = listDescendants(pid);
  kill(pid);
  started.forEach((each) => {
    kill(each.pid);
  });
  await end;

  expect(failed(await bob.up())).toContain("the stack is currently locked by 1 lock(s)");
  succeeded(await bob.pulumi(["cancel", "--yes"]));
  let left = await runOrphans(bob, "--json");
  while (left.output.includes('"running"')) left = await runOrphans(bob, "--json");
  expect(left.code).toBe(1);
  const { findings } = JSON.parse(left.output) as {
    findings: { path: string; situation: string; step?: { request?: { url: string } } }[];
  };
  expect(
    findings
      .filter(({ situation }) => situation === "unrecorded")
      .map(({ path }) => path)
      .sort(),
  ).toEqual(routes());
  for (const path of routes()) {
    const headers = { authorization: `Bearer ${canaryToken}` };
    expect((await fetch(`${emulator.endpoint}/${path}`, { method: "DELETE", headers })).status).toBe(200);
  }
  while (routes().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  succeeded(await bob.up());
  succeeded(await bob.refresh("--clear-pending-creates"));
  expect(succeeded(await runOrphans(bob))).toContain("Nothing was found that a run left behind");
  expect((await recorded(alice)).sort()).toEqual(routes());
  expect(routes()).toHaveLength(6);
  succeeded(await alice.up("--expect-no-changes"));
});
