import { beforeAll, beforeEach, it } from "vitest";
import { pluginToken } from "../../provider/src/names/typeToken";
import { emulatorOptions, registeredKinds } from "../kinds/every";
import { applyAndRemove, liveThrough, type Declared } from "../support/life";
import { projectFile, startPluginStack, whyNot } from "../support/pluginStack";

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

it("a YAML program finds the plugin by a folder that it names as a package", async () => {
  const { emulator, stack } = await startPluginStack("yaml", {
    project: {
      plugins: undefined,
      packages: { gce: "./node_modules/pulumi-gce/lib/plugin" },
      variables: {
        profiles: { "fn::invoke": { function: "gce:index:getNetworkProfiles", arguments: { maxItems: 1 } } },
      },
      resources: {
        r: {
          type: pluginToken("Route"),
          properties: { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" },
        },
      },
      outputs: { route: "${r.selfLink}", profile: "${profiles.networkProfiles[0].name}" },
    },
  });
  await applyAndRemove(stack, emulator);
});

function resourcesOf(declared: Declared): Readonly<Record<string, object>> {
  const resources = Object.entries(declared).map(([kind, properties]) => {
    return [kind, { type: pluginToken(kind), properties }] as const;
  });
  return Object.fromEntries(resources);
}
