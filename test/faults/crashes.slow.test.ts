import { delimiter } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import type { Report } from "../../provider/src/cli/orphans/report";
import { parseKind } from "../../provider/src/names/typeToken";
import { startJournalBackend } from "../support/journalBackend";
import { nodeFolder } from "../support/packageManagers";
import { overPlugin, startPluginStack } from "../support/pluginStack";
import { listDescendants, isRunning, kill } from "../support/processTree";
import { canaryToken, project, routesPath } from "../support/routeProvider";
import { mutations, succeeded } from "../support/routeStack";
import { ended, Stack } from "../support/stack";
import { runOrphans } from "./orphans";
import { emulatorForTest } from "../support/untilTestEnds";

/** The processes that `kill -9` hits, by their command line. */
const victims = {
  provider: /^\S*node \S*(dynamic-provider|pulumi-resource-gce)/,
  "language host": /^\S*pulumi-language-nodejs/,
  CLI: undefined,
};
type Victim = keyof typeof victims;

const program = (count: number, args: string) => `
  for (let i = 0; i < ${String(count)}; i++)
    new gce.Route("r" + i, { name: "r" + i, network: "default", destRange: "10.0." + i + ".0/24", nextHopIp: "10.0.0.9", ${args} });
  exports.hidden = pulumi.secret("s3cret");`;

/** A stack of twelve routes, and the paths that its state records. */
async function startStack(environment: NodeJS.ProcessEnv = {}) {
  const emulator = await emulatorForTest();
  const stack = await Stack.create({
    program: program(12, "priority: 1000"),
    config: { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint },
    environment: { ...environment, GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken },
  });
  onTestFinished(() => {
    stack.remove();
    expect(stack.printed.join("\n")).not.toContain(canaryToken);
  });
  const there = () => emulator.objects.list(`${routesPath}/`).map(({ path }) => path);
  return { emulator, stack, there, recorded: () => routesIn(stack.managed()), inFace: (text: string) => text };
}

/** The same of the plugin. */
async function startStackOfPlugin() {
  const { emulator, stack } = await startPluginStack("nodejs");
  stack.program(overPlugin(program(12, "priority: 1000")));
  const there = () => emulator.objects.list(`${routesPath}/`).map(({ path }) => path);
  return { emulator, stack, there, recorded: () => routesIn(stack.managed()), inFace: overPlugin };
}

/** The same in a backend that takes a journal, as Pulumi Cloud does. */
async function startJournalStack() {
  const backend = await startJournalBackend();
  onTestFinished(() => backend.close());
  return { ...(await startStack(backend.environment)), backend, recorded: () => routesIn(backend.state()) };
}

function routesIn(resources: readonly { type: string; id?: string }[]): string[] {
  return resources.flatMap(({ type, id }) => (parseKind(type) === "Route" && id ? [id] : [])).sort();
}

/** Runs `pulumi up` until six operations have begun, ends the victim, and waits until all that it started has ended, too. */
async function upUntilKilled(emulator: Emulator, stack: Stack, victim: Victim): Promise<void> {
  const child = stack.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
  const end = ended(child);
  while (emulator.operations().length < 6) await new Promise((resolve) => setTimeout(resolve, 3));
  const { pid = 0 } = child;
  const started = listDescendants(pid);
  const having = (command: RegExp | undefined) => started.filter((found) => command?.test(found.command));
  for (const { pid: each } of victims[victim] === undefined ? [{ pid }] : having(victims[victim])) kill(each);
  emulator.latency({ defaultMs: 0 });
  emulator.finishOperations();
  expect((await end).code).not.toBe(0);
  await expect.poll(() => having(victims.provider).some(({ pid: each }) => isRunning(each))).toBe(false);
  // The language host of a killed CLI lingers, and is none of ours.
  for (const { pid: each } of having(victims["language host"])) kill(each);
  await expect.poll(() => emulator.operations().every(({ operation }) => operation.status === "DONE")).toBe(true);
}

async function orphansOf(stack: Stack): Promise<Report> {
  return JSON.parse((await runOrphans(stack, "--json")).output) as Report;
}

/** Every victim in the state of a file; of each other way, the one that it treats in its own manner. */
const crashes: readonly (readonly [
  what: string,
  start: typeof startStack | typeof startJournalStack | typeof startStackOfPlugin,
  hit: readonly Victim[],
])[] = [
  ["with the state in a file", startStack, ["provider", "language host", "CLI"]],
  ["with the state in a backend that takes a journal", startJournalStack, ["CLI"]],
  ["of a run with the plugin", startStackOfPlugin, ["provider"]],
];

describe.each(crashes)("a crash %s", (_what, start, hit) => {
  it.each(hit)("of the %s loses and doubles nothing", async (victim) => {
    const { emulator, stack, recorded, there, inFace } = await start();
    emulator.latency({ defaultMs: 600_000 });
    await upUntilKilled(emulator, stack, victim);
    const known = recorded();
    const lost = there().filter((path) => !known.includes(path));
    if (victim !== "language host") expect(lost).not.toEqual([]);
    if (victim === "CLI" && start !== startJournalStack) await stack.mustSucceed(["cancel", "--yes"]);
    const { findings } = await orphansOf(stack);
    expect(findings.filter(({ situation }) => situation === "unrecorded").map(({ path }) => path)).toEqual(
      expect.arrayContaining(lost),
    );
    // The remedy in the error of such a create.
    stack.program(inFace(program(12, "adoptExisting: true")));
    succeeded(await stack.up());
    expect(recorded()).toHaveLength(12);
    expect(recorded()).toEqual(there());
    succeeded(await stack.up("--expect-no-changes"));
    // The journal's backend has no refresh.
    if (start === startJournalStack) return;
    succeeded(await stack.refresh("--clear-pending-creates"));
    expect(succeeded(await runOrphans(stack))).toContain("Nothing was found that a run left behind");
  });
});

it.each([
  [20, "waits for running changes", "update canceled"],
  [22, "ends the waits for running changes", "To continue to wait, run `pulumi up` again."],
])(
  "on Node.js %i, one Ctrl-C %s and records them, starts nothing new, and the next up continues",
  async (node, _does, words) => {
    const { emulator, stack, recorded, there } = await startStack();
    stack.environment.PATH = [await nodeFolder(node), stack.environment.PATH ?? process.env.PATH].join(delimiter);
    emulator.latency({ defaultMs: 5_000 });
    const child = stack.start(["up", "--yes", "--skip-preview", "--non-interactive", "--parallel", "4"]);
    const end = ended(child);
    while (emulator.operations().length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGINT");
    const { code, output } = await end;
    expect(code).not.toBe(0);
    expect(output).toContain(words);
    expect(emulator.operations().length).toBeLessThan(12);
    emulator.finishOperations();
    expect(recorded()).toEqual(there());
    succeeded(await stack.up());
    expect(recorded()).toHaveLength(12);
  },
);

it("creates, replaces and deletes in a backend that takes a journal, with two entries for each create", async () => {
  const { emulator, backend, stack, recorded, there } = await startJournalStack();
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
  expect([recorded(), there()]).toEqual([[], []]);
});
