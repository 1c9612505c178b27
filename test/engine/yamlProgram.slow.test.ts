import { parse } from "yaml";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { pluginToken } from "../../provider/src/names/typeToken";
import { emulatorOptions, kindNamed, registeredKinds } from "../kinds/every";
import { applyAndRemove, liveThrough, type Declared } from "../support/life";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { projectFile, startPluginStack, whyNot } from "../support/pluginStack";
import { project } from "../support/routeProvider";
import { succeeded } from "../support/routeStack";

const page = readMarkdown("provider/docs/otherLanguages.md").replace("name: network", "name: test-project");
const blocks = markdownPrograms(page, "yaml");
const [program = ""] = blocks.filter((block) => block.includes("runtime: yaml"));
const [plugins = ""] = blocks.filter((block) => block.includes("plugins:"));

let reason: string | undefined;
beforeAll(async () => {
  reason = await whyNot("yaml");
});
beforeEach(({ skip }) => {
  skip(reason !== undefined, reason);
});

it("a resource of each kind of a YAML program is made, left alone, changed, mended, and removed", async () => {
  const { emulator, stack } = await startPluginStack("yaml", {
    emulator: emulatorOptions(),
    config: { "gce:region": "us-central1" },
  });
  await liveThrough(registeredKinds, stack, emulator, (declared) => {
    stack.write("Pulumi.yaml", projectFile("yaml", { resources: resourcesOf(declared) }));
  });
});

it("a YAML program waits for instances with a boolean or a text", async () => {
  const { emulator, stack } = await startPluginStack("yaml", { emulator: emulatorOptions() });
  const { plain } = kindNamed("RegionInstanceGroupManagerPatch");
  const waits = [true, "true", "STABLE"];
  plain.arrange?.(emulator, project, waits.length);
  // The preview refuses it for a patch that does not wait.
  const onFailure = "RESTORE";
  const patches = waits.map((waitForInstances, number) => [
    `wait${String(number)}`,
    {
      type: pluginToken("RegionInstanceGroupManagerPatch"),
      properties: { ...plain.args(number), waitForInstances, onFailure },
    },
  ]);
  stack.write("Pulumi.yaml", projectFile("yaml", { resources: Object.fromEntries(patches) as object }));
  succeeded(await stack.up());
  expect(stack.managed()).toHaveLength(waits.length);
});

it("the YAML program of the page runs with the folder of the npm package that `Pulumi.yaml` names", async () => {
  const project = { ...parse(program), packages: undefined, ...parse(plugins) };
  const { emulator, stack } = await startPluginStack("yaml", { project });
  await applyAndRemove(stack, emulator);
});

function resourcesOf(declared: Declared): Readonly<Record<string, object>> {
  const resources = Object.entries(declared).map(([kind, properties]) => {
    return [kind, { type: pluginToken(kind), properties }] as const;
  });
  return Object.fromEntries(resources);
}
