import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { expect, it, onTestFinished } from "vitest";
import * as gce from "pulumi-gce";
import { startEmulator } from "../../emulator/src/index";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";
import { canaryToken, project, routePath, routesPath } from "../support/routeProvider";

/** Inside the project, so that the provider process finds the package from its working directory. */
function folderInProject(): string {
  const parent = fileURLToPath(new URL("../../test-results/programs", import.meta.url));
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, "inline-"));
}

it("applies an inline program through the Automation API", async () => {
  const emulator = await startEmulator();
  const [workDir, stateFolder] = [folderInProject(), temporaryFolder()];
  onTestFinished(async () => {
    await emulator.close();
    for (const folder of [workDir, stateFolder]) rmSync(folder, { recursive: true, force: true });
  });
  const toolchain = await pulumiToolchain();
  const environment = await isolatedEnvironment(stateFolder);
  const printed: string[] = [];
  let range = "10.1.0.0/16";
  const stack = await LocalWorkspace.createStack(
    {
      projectName: "inline",
      stackName: "dev",
      program: () => {
        const route = new gce.Route("r", { name: "r", network: "default", destRange: range, nextHopIp: "10.0.0.9" });
        return Promise.resolve({ link: route.selfLink, id: route.numericId });
      },
    },
    {
      workDir,
      pulumiCommand: await PulumiCommand.get({ root: dirname(toolchain.directory) }),
      envVars: {
        ...(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >),
        GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken,
      },
    },
  );
  await stack.setAllConfig({
    "gcp:project": { value: project },
    "gcp:computeCustomEndpoint": { value: emulator.endpoint },
  });
  const onOutput = (text: string) => {
    printed.push(text);
  };
  const made = await stack.up({ onOutput });
  expect(made.outputs.link?.value).toBe(`https://www.googleapis.com/compute/v1/${routePath}`);
  expect(made.outputs.id?.value).toBe(emulator.objects.get(routePath)?.id);
  range = "10.2.0.0/16";
  const preview = await stack.preview({ onOutput });
  expect(preview.changeSummary).toMatchObject({ replace: 1 });
  await stack.up({ onOutput });
  expect(emulator.objects.get(routePath)).toMatchObject({ destRange: "10.2.0.0/16" });
  const refreshed = await stack.refresh({ onOutput });
  expect(refreshed.summary.resourceChanges).toEqual({ same: 2 });
  const deployment = await stack.exportStack();
  await stack.destroy({ onOutput });
  expect(emulator.objects.list(`${routesPath}/`)).toEqual([]);
  expect(printed.join("") + JSON.stringify(deployment)).not.toContain(canaryToken);
});
