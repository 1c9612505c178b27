import { parse } from "yaml";
import { expect, it } from "vitest";
import { pluginToken } from "../../provider/src/names/typeToken";
import { emulatorOptions, kindNamed } from "../kinds/every";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { startPluginStack, whyNot } from "../support/pluginStack";
import { project } from "../support/routeProvider";
import { succeeded } from "../support/routeStack";

const page = readMarkdown("provider/docs/otherLanguages.md").replace("name: network", "name: test-project");
const blocks = markdownPrograms(page, "yaml");
const [program = ""] = blocks.filter((block) => block.includes("runtime: yaml"));
const [plugins = ""] = blocks.filter((block) => block.includes("plugins:"));

it("the YAML program of the page runs with the folder of the npm package that `Pulumi.yaml` names, and waits for instances with a boolean or a text", async ({
  skip,
}) => {
  const reason = await whyNot("yaml");
  skip(reason !== undefined, reason);
  const { resources, ...rest } = parse(program) as { resources: object };
  const { plain } = kindNamed("RegionInstanceGroupManagerPatch");
  const waits = [true, "true", "STABLE"];
  const patches = waits.map((waitForInstances, number) => {
    // The preview refuses it for a patch that does not wait.
    const properties = { ...plain.args(number), waitForInstances, onFailure: "RESTORE" };
    return [`wait${String(number)}`, { type: pluginToken("RegionInstanceGroupManagerPatch"), properties }] as const;
  });
  const { emulator, stack } = await startPluginStack("yaml", {
    emulator: emulatorOptions(),
    project: {
      ...rest,
      packages: undefined,
      ...(parse(plugins) as object),
      resources: { ...resources, ...Object.fromEntries(patches) },
    },
  });
  plain.arrange?.(emulator, project, waits.length);
  emulator.objects.put(`projects/${project}/global/networkProfiles/p`, {});
  succeeded(await stack.up());
  expect(stack.managed()).toHaveLength(1 + waits.length);
  const link = emulator.objects.get(`projects/${project}/global/routes/egress`)?.selfLink;
  expect(await stack.outputs()).toEqual({ route: link, profile: "p" });
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.destroy());
  expect(emulator.objects.list(`projects/${project}/global/routes/`)).toEqual([]);
});
