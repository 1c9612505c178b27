import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startStateBackend } from "../support/stateBackend/server";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { canaryToken, project, routesPath } from "../support/routeProvider";
import { failed, succeeded } from "../support/routeStack";
import { ended, Stack } from "../support/stack";
import { emulatorForTest } from "../support/untilTestEnds";
import { runOrphans } from "./orphans";

/*
 * Two people, two machines' worth of folders and homes, one state in a bucket: the commands are those of the README's
 * "Work as a team".
 */

const program = `
for (let n = 0; n < 6; n += 1) new gce.Route("r" + n, { network: "default", nextHopIp: "10.0.0.9", destRange: "10.1." + n + ".0/24" });`;

/** Paths of the routes in the shared state, as this person sees it. */
async function readRecorded(person: Stack): Promise<string[]> {
  // In a file, because the CLI tells of a bucket beside what it prints.
  await person.mustSucceed(["stack", "export", "--file", "export.json"]);
  const { deployment } = JSON.parse(readFileSync(join(person.folder, "export.json"), "utf8")) as {
    deployment: { resources?: { id?: string; type: string }[] };
  };
  return (deployment.resources ?? []).flatMap(({ type, id }) => (type.endsWith("gce:Route") && id ? [id] : [])).sort();
}

it("a second person gets an error that names the first one, changes nothing, and later continues from the first one's result", async () => {
  const backend = await startStateBackend(temporaryFolder());
  const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
  const alice = await Stack.create({
    program,
    config: { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint },
    environment: { ...backend.environment, PULUMI_BACKEND_URL: backend.url, GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken },
  });
  const bob = await alice.colleague();
  onTestFinished(() => {
    alice.remove();
    bob.remove();
    backend.close();
  });
  const routes = () => emulator.objects.list(`${routesPath}/`).map(({ path }) => path);

  const first = ended(alice.start(["up", "--yes", "--skip-preview", "--non-interactive"]));
  while (emulator.operations().length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
  const refusal = failed(await bob.up());
  expect(refusal).toContain("the stack is currently locked by 1 lock(s)");
  expect(refusal).toMatch(/created by \S+@\S+ \(pid \d+\) at /);
  expect(refusal).toContain("pulumi cancel");
  emulator.latency({ defaultMs: 0 });
  emulator.finishOperations();
  succeeded(await first);
  expect(routes()).toHaveLength(6);

  succeeded(await bob.up("--expect-no-changes"));
  expect(await readRecorded(bob)).toEqual(routes());
  bob.program(
    `${program} new gce.Route("more", { network: "default", nextHopIp: "10.0.0.9", destRange: "10.9.0.0/16" });`,
  );
  succeeded(await bob.up());
  expect(await readRecorded(alice)).toEqual(routes());
  expect(routes()).toHaveLength(7);
  // As after a crash of alice: crashes.slow.test.ts has those.
  expect(succeeded(await runOrphans(bob))).toContain("Nothing was found that a run left behind");
});
