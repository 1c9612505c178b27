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

it("makes the names that the preview of a saved plan shows, and others for replacements", async () => {
  const { stack, emulator } = await startRouteStack({ program: program("10.1.0.0/16") });
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

it("replaces the resource that is asked first, where the engine does not say that it is a replacement", async () => {
  const program = `new gce.Route("a", { network: "default", nextHopIp: "10.0.0.9", destRange: "10.1.0.0/16" });`;
  const { stack, emulator } = await startRouteStack({ program });
  succeeded(await stack.up());
  const [{ urn = "", outputs = {} } = {}] = stack.managed();
  const refused = await stack.up("--target-replace", urn);
  expect(refused.output).toContain("Nothing was created.");
  expect(refused.output).toContain("run the same command with `--refresh`");
  expect(mutations(emulator).filter((line) => line.startsWith("delete"))).toEqual([]);
  succeeded(await stack.up("--refresh", "--target-replace", urn));
  expect(stack.managed().map((resource) => resource.outputs?.name)).toEqual([
    expect.not.stringContaining(String(outputs.name)),
  ]);
});
