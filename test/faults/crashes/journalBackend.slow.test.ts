import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import type { Report } from "../../../provider/src/cli/orphans/report";
import { startJournalBackend } from "../../support/journalBackend";
import { canaryToken, project, routesPath, transportLoaded } from "../../support/routeProvider";
import { mutations, succeeded } from "../../support/routeStack";
import { Stack } from "../../support/stack";
import { upUntil } from "./crash";
import { runOrphans } from "./world";

const program = (count: number, args: string) => `
  for (let i = 0; i < ${String(count)}; i++)
    new gce.Route("r" + i, { name: "r" + i, network: "default", destRange: "10.0." + i + ".0/24", nextHopIp: "10.0.0.9", ${args} });
  exports.hidden = pulumi.secret("s3cret");`;

/** A stack of routes in a backend that takes a journal, as Pulumi Cloud does. */
async function startStack() {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.close());
  const backend = await startJournalBackend();
  onTestFinished(() => backend.close());
  const stack = await Stack.create({
    program: program(12, "priority: 1000"),
    config: { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint },
    environment: { ...transportLoaded, ...backend.environment, GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken },
  });
  onTestFinished(() => {
    stack.remove();
    expect([...stack.printed, JSON.stringify(backend.state())].join("\n")).not.toContain(canaryToken);
  });
  const recorded = () =>
    backend
      .state()
      .filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/gce:"))
      .map(({ id }) => id)
      .sort();
  const there = () => emulator.objects.list(`${routesPath}/`).map(({ path }) => path);
  return { emulator, backend, stack, recorded, there };
}

it("creates, replaces and deletes in a backend that takes a journal, with two entries for each create", async () => {
  const { emulator, backend, stack, recorded, there } = await startStack();
  succeeded(await stack.up("--parallel", "4"));
  expect(recorded()).toHaveLength(12);
  expect(recorded()).toEqual(there());
  // One says that a create begins, one that it has ended. The others are of the stack, the provider and the key.
  expect(backend.entries()).toBeLessThanOrEqual(2 * 12 + 7);

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  stack.program(program(8, "priority: 900"));
  succeeded(await stack.up("--parallel", "4"));
  expect(mutations(emulator).filter((text) => text.startsWith("delete"))).toHaveLength(12);
  expect(recorded()).toHaveLength(8);
  expect(recorded()).toEqual(there());

  succeeded(await stack.destroy());
  expect(recorded()).toEqual([]);
  expect(there()).toEqual([]);
});

it.each(["CLI", "provider"] as const)(
  "names what the state does not have, and loses and doubles nothing, when the %s is killed",
  async (victim) => {
    const { emulator, stack, recorded, there } = await startStack();
    emulator.latency({ defaultMs: 500 });
    const { code, hit } = await upUntil({ emulator, stack }, { victim, moment: "operation running", count: 6 });
    expect({ isOk: code === 0, hit }).toEqual({ isOk: false, hit: true });
    await expect.poll(() => emulator.operations().every(({ operation }) => operation.status === "DONE")).toBe(true);
    const known = recorded();
    const lost = there().filter((path) => !known.includes(path));
    expect(lost).not.toEqual([]);
    const { findings } = JSON.parse((await runOrphans(stack, "--json")).output) as Report;
    expect(findings.filter(({ situation }) => situation === "there").map(({ path }) => path)).toEqual(
      expect.arrayContaining(lost),
    );
    // What the error of such a create says.
    stack.program(program(12, "adoptExisting: true"));
    succeeded(await stack.up("--parallel", "4"));
    expect(recorded()).toHaveLength(12);
    expect(recorded()).toEqual(there());
    succeeded(await stack.up("--expect-no-changes"));
  },
);
