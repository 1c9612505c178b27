import { it } from "vitest";
import { applyAndRemove } from "../support/life";
import { generateSdk, installPythonPackages, startPluginStack, whyNot } from "../support/pluginStack";

/** Each has one route and one list, and exports `route` and `profile`. */
const inPython = `import pulumi
import pulumi_gce as gce

route = gce.Route("r", name="r", network="default", dest_range="10.1.0.0/16", next_hop_ip="10.0.0.9")
pulumi.export("route", route.self_link)
profiles = gce.get_network_profiles_output(max_items=1)
pulumi.export("profile", profiles.network_profiles[0].name)
`;

const inTypeScript = `import * as gce from "./sdk/nodejs";

const r = new gce.Route("r", { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" });
export const route = r.selfLink;
export const profile = gce.getNetworkProfilesOutput({ maxItems: 1 }).networkProfiles[0].name;
`;

it("a Python program has the SDK that is generated of the schema", async ({ skip }) => {
  const reason = await whyNot("python");
  skip(reason !== undefined, reason);
  const { emulator, stack } = await startPluginStack("python", {
    files: { "__main__.py": inPython },
    environment: { PYTHONPATH: "packages" },
  });
  await generateSdk(stack, "python");
  await installPythonPackages(stack);
  await applyAndRemove(stack, emulator);
});

it("a TypeScript program has the SDK that is generated of the schema", async () => {
  const { emulator, stack } = await startPluginStack("nodejs", {
    files: {
      "index.ts": inTypeScript,
      "package.json": JSON.stringify({ name: "test-program", private: true, main: "index.ts" }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: true, target: "es2020", module: "node16", skipLibCheck: true },
        files: ["index.ts"],
      }),
    },
  });
  await generateSdk(stack, "nodejs");
  await applyAndRemove(stack, emulator);
});
