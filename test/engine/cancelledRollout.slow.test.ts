import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, it } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { nodeFolder } from "../support/packageManagers";
import { startPluginStack } from "../support/pluginStack";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";
import { ended, type Stack } from "../support/stack";

const rehearsal = new URL("../../examples/canary-rollout/rehearsal.json", import.meta.url);
const group = `projects/${project}/regions/us-central1/instanceGroupManagers/storefront`;
const templates = `projects/${project}/global/instanceTemplates`;

/** The program that rolls out this version, in the words of either face. */
function rolloutOf(version: number, isPlugin: boolean, progressDeadlineSec: number): string {
  const args = {
    instanceGroupManager: group,
    versions: [{ instanceTemplate: `${templates}/storefront-v${String(version)}` }],
    updatePolicy: { type: "PROACTIVE" },
    ...{ waitForInstances: "UPDATED", onFailure: "RESTORE", progressDeadlineSec },
  };
  const made = isPlugin
    ? `new pulumi.CustomResource("gce:index:RegionInstanceGroupManagerPatch",`
    : "new gce.RegionInstanceGroupManagerPatch(";
  return `${made} "rollout", ${JSON.stringify(args)}, { customTimeouts: { create: "20m", update: "20m" } });`;
}

/** A stack whose provider processes run on that version of Node.js, with the group and a rollout that never ends. */
async function startRollout(node: number, isPlugin: boolean, progressDeadlineSec: number) {
  const emulated = { emulator: JSON.parse(readFileSync(rehearsal, "utf8")) as EmulatorOptions };
  const { emulator, stack } = await (isPlugin ? startPluginStack("nodejs", emulated) : startRouteStack(emulated));
  stack.environment.PATH = [await nodeFolder(node), stack.environment.PATH ?? process.env.PATH].join(delimiter);
  const declare = (version: number, seconds = progressDeadlineSec) => {
    stack.program(rolloutOf(version, isPlugin, seconds));
  };
  declare(41);
  succeeded(await stack.up());
  emulator.rollouts([{ instanceTemplate: "storefront-v42$" }]);
  emulator.clearRequests();
  declare(42);
  const template = () => JSON.stringify(emulator.objects.get(group)?.versions);
  const waits = () =>
    expect
      .poll(
        () => emulator.requests().filter(({ method, path }) => method === "GET" && path.endsWith("/storefront")).length,
      )
      .toBeGreaterThan(3);
  return { stack, declare, waits, template };
}

/** `pulumi up`, and Ctrl-C in the wait for its instances. */
async function upUntilCancelled(stack: Stack, waits: () => Promise<void>) {
  const child = stack.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
  const end = ended(child);
  await waits();
  child.kill("SIGINT");
  return failed(await end);
}

const isBack = "This run has put back what it changed.";
const day = 86_400;

it.each([
  ["the classes on Node.js 22", 22, false],
  ["the classes on Node.js 24", 24, false],
  ["the plugin on Node.js 20", 20, true],
])(
  "with %s, one Ctrl-C ends a rollout's wait and puts nothing back; the next up goes on",
  async (_face, node, isPlugin) => {
    const { stack, declare, waits, template } = await startRollout(node, isPlugin, day);
    const output = await upUntilCancelled(stack, waits);
    expect(output).toContain("waitForInstances failed: the run was cancelled, or failed elsewhere");
    expect(output).toContain("the service goes on with it, and nothing is put back. The state records it.");
    expect(output).not.toContain(isBack);
    expect(template()).toContain("storefront-v42");
    declare(42, 2);
    expect(failed(await stack.up())).toContain(isBack);
    expect(template()).toContain("storefront-v41");
  },
);

it("with the classes on Node.js 20, one Ctrl-C ends no wait, and a rollout that fails goes back", async () => {
  const { stack, waits, template } = await startRollout(20, false, 5);
  expect(await upUntilCancelled(stack, waits)).toContain(isBack);
  expect(template()).toContain("storefront-v41");
});
