import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { startEmulator, type Emulator } from "pulumi-gce-emulator";
import { declareEgress } from "../egress";

/*
 * Seconds, with the real engine, the real provider and a Compute Engine on this machine that is as strict as the real one:
 * good for what is sent, what happens when it fails, and what a second run does.
 */

const routesOfProject = "projects/test-project/global/routes/";
let emulator: Emulator;
let stack: Stack;
let folder: string;
let proxies = ["10.0.0.2", "10.0.0.3"];

before(async () => {
  emulator = await startEmulator();
  // Inside the project, so that the provider's process finds `pulumi-gce`.
  folder = mkdtempSync(join(__dirname, "stack-"));
  stack = await LocalWorkspace.createStack(
    {
      projectName: "network",
      stackName: "test",
      program: () => {
        const routes = declareEgress({ network: "default", proxies });
        return Promise.resolve({ nextHops: routes.map((route) => route.nextHopIp) });
      },
    },
    { workDir: folder, envVars: { PULUMI_BACKEND_URL: `file://${folder}`, PULUMI_CONFIG_PASSPHRASE: "test" } },
  );
  await stack.setAllConfig({
    "gcp:project": { value: "test-project" },
    "gcp:computeCustomEndpoint": { value: emulator.endpoint },
    "gcp:accessToken": { value: "any-token-will-do", secret: true },
  });
});

after(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The next hops of the routes that are really there. */
const nextHops = () =>
  emulator.objects
    .list(routesOfProject)
    .map(({ object }) => String(object.nextHopIp))
    .sort();

test("makes the routes, and changes nothing in a second run", async () => {
  const { outputs } = await stack.up();
  assert.deepEqual(outputs.nextHops?.value, proxies);
  assert.deepEqual(nextHops(), proxies);
  const { summary } = await stack.up();
  assert.deepEqual(Object.keys(summary.resourceChanges ?? {}), ["same"]);
});

test("a proxy that cannot be added leaves the others as they are, and says why", async () => {
  proxies = ["10.0.0.2", "10.0.0.3", "10.0.0.4"];
  emulator.fault({
    match: { method: "POST", path: "/global/routes$" },
    fault: {
      kind: "operationError",
      errors: [{ code: "QUOTA_EXCEEDED", message: "Quota 'ROUTES' exceeded.  Limit: 2.0 globally." }],
    },
  });
  await assert.rejects(stack.up(), /QUOTA_EXCEEDED/);
  assert.deepEqual(nextHops(), ["10.0.0.2", "10.0.0.3"]);
  await stack.up();
  assert.deepEqual(nextHops(), proxies);
});

test("what somebody deleted by hand is found, and made again", async () => {
  const [route] = emulator.objects.list(routesOfProject);
  emulator.objects.delete(route?.path ?? "");
  await stack.up({ refresh: true });
  assert.deepEqual(nextHops(), proxies);
});

test("leaves nothing", async () => {
  await stack.destroy();
  assert.deepEqual(nextHops(), []);
});
