import { join } from "node:path";
import { expect, it } from "vitest";
import { mutations, startRouteStack, succeeded } from "../support/routeStack";

/** Three routes whose names are made for them, and a fourth one in the provider process of its own. */
const program = (destRange: string) => `
  const endpoint = new pulumi.Config("gcp").require("computeCustomEndpoint");
  const provider = new gce.Provider("other", { project: "other", computeCustomEndpoint: endpoint });
  const route = (name, options) =>
    new gce.Route(name, { network: "default", nextHopIp: "10.0.0.9", destRange: "${destRange}" }, options).selfLink;
  exports.links = [route("a"), route("b"), route("c"), route("d", { provider })];`;

/** The names that a run prints in the links of its outputs. */
function namesIn(output: string): string[] {
  return [...output.matchAll(/\[\d\]: .*"\S+\/routes\/([a-d]-[0-9a-f]{7})"/g)].map(([, name = ""]) => name);
}

// Processes of their own, because the very first request of a provider process is found in another way.
it("makes the names that the preview of a saved plan shows, and others for replacements", async () => {
  const { stack, emulator } = await startRouteStack({ program: program("10.1.0.0/16"), host: "process" });
  const plan = join(stack.stateFolder, "plan.json");
  const names = () => stack.managed().map(({ outputs }) => outputs?.name);

  const planned = namesIn(succeeded(await stack.preview("--save-plan", plan)));
  expect(planned.map((name) => name.charAt(0))).toEqual(["a", "b", "c", "d"]);
  succeeded(await stack.up("--plan", plan));
  expect(names().sort()).toEqual(planned);

  stack.program(program("10.2.0.0/16"));
  const replacing = succeeded(await stack.preview("--save-plan", plan));
  expect(replacing).toContain("+-4 to replace");
  succeeded(await stack.up("--plan", plan));
  const replaced = names().sort();
  for (const name of replaced) expect(replacing).toContain(`/routes/${String(name)}"`);
  expect(replaced.filter((name) => planned.includes(String(name)))).toEqual([]);
  expect(mutations(emulator)).toHaveLength(12);
  expect(succeeded(await stack.up())).toContain("6 unchanged");
});

it("makes other names in an update without a plan than its preview shows", async () => {
  const { stack } = await startRouteStack({ program: program("10.1.0.0/16") });
  const shown = namesIn(succeeded(await stack.preview()));
  succeeded(await stack.up());
  const made = stack.managed().map(({ outputs }) => String(outputs?.name));
  expect(shown).toHaveLength(4);
  expect(made.filter((name) => shown.includes(name))).toEqual([]);
});

it("makes names without the setting pulumi:autonaming, which the engine does not send to a dynamic provider", async () => {
  const { stack, emulator } = await startRouteStack({ program: program("10.1.0.0/16") });
  await stack.mustSucceed(["config", "set", "--path", "pulumi:autonaming.mode", "verbatim"]);
  succeeded(await stack.up());
  for (const { outputs } of stack.managed()) expect(outputs?.name).toMatch(/^[a-d]-[0-9a-f]{7}$/);
  stack.program(program("10.2.0.0/16"));
  succeeded(await stack.up("--parallel", "1"));
  // The engine takes it that the name stays, and deletes first.
  const steps = mutations(emulator).map((mutation) => mutation.replace(/ .*/, ""));
  expect(steps.slice(4, 6)).toEqual(["delete", "insert"]);

  await stack.mustSucceed(["config", "rm", "--path", "pulumi:autonaming.mode"]);
  await stack.mustSucceed(["config", "set", "--path", "pulumi:autonaming.pattern", "x-${name}-${hex(4)}"]);
  await stack.mustSucceed(["config", "set", "--path", "pulumi:autonaming.enforce", "true"]);
  expect(succeeded(await stack.preview())).toContain("the provider does not support autonaming configuration");
});
