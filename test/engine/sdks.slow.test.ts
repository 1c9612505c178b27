import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { it, type TestContext } from "vitest";
import { schemaFile } from "../../tools/docs/schema";
import { sdkGenerator } from "../../tools/pulumi/languageHosts";
import { folderForTest } from "../support/untilTestEnds";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** The words of Go and pip where they, or a registry, are not there. */
const absent =
  /ENOENT|: 403 |dial tcp|GOPROXY=off|requires go >=|ensurepip|No module named venv|No matching distribution/;

it("the SDK for Go compiles, and takes a text or a constant for each enumeration", async (context) => {
  const folder = await generateSdk("go", {
    "program/main.go": `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"pulumi-gce/sdk/go/gce"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := gce.NewRegionInstanceGroupManagerPatch(ctx, "patch", &gce.RegionInstanceGroupManagerPatchArgs{
			InstanceGroupManager: pulumi.String("web"),
			WaitForInstances:     gce.RegionInstanceGroupManagerPatchWaitForInstancesUpdated,
			OnFailure:            pulumi.String("RESTORE"),
			DeletionPolicy:       gce.RestorePolicyRetain,
			InstanceLifecyclePolicy: gce.InstanceGroupManagerInstanceLifecyclePolicyArgs{
				DefaultActionOnFailure: gce.InstanceGroupManagerInstanceLifecyclePolicyDefaultActionOnFailureDoNothing,
			},
		})
		if err != nil {
			return err
		}
		order := string(gce.ListOrderByCreationTimestampDesc)
		_, err = gce.GetNetworkProfiles(ctx, &gce.GetNetworkProfilesArgs{OrderBy: &order})
		return err
	})
}
`,
  });
  // The versions that the oldest CLI is built of: the generator is made of them too.
  const module = join(repository, "tools/pulumi/go/oldest-cli");
  cpSync(join(module, "go.sum"), join(folder, "go.sum"));
  const requirements = readFileSync(join(module, "go.mod"), "utf8");
  writeFileSync(join(folder, "go.mod"), requirements.replace(/^module .*/m, "module pulumi-gce/sdk/go"));
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=mod" };
  await runOrSkip(context, "go", ["vet", "./..."], folder, env);
});

it("mypy finds nothing in a strict program with texts and constants of the SDK for Python", async (context) => {
  const folder = await generateSdk("python");
  const environment = folderForTest();
  writeFileSync(
    join(environment, "program.py"),
    `import pulumi
import pulumi_gce as gce

patch = gce.RegionInstanceGroupManagerPatch(
    "patch",
    instance_group_manager="web",
    wait_for_instances=gce.RegionInstanceGroupManagerPatchWaitForInstances.UPDATED,
    on_failure="RESTORE",
    deletion_policy=gce.RestorePolicy.RETAIN,
    update_policy={"type": "PROACTIVE", "minimal_action": "NONE"},
    instance_lifecycle_policy=gce.InstanceGroupManagerInstanceLifecyclePolicyArgs(
        default_action_on_failure=gce.InstanceGroupManagerInstanceLifecyclePolicyDefaultActionOnFailure.DO_NOTHING,
    ),
)
boolean = gce.InstanceGroupManagerPatch("boolean", instance_group_manager="web", wait_for_instances=True)
profiles = gce.get_network_profiles_output(order_by="creationTimestamp desc")
pulumi.export("profile", profiles.network_profiles[0].name)
`,
  );
  // Where it is installed, mypy holds the program alone against its rules, and not the SDK.
  await runOrSkip(context, "python3", ["-m", "venv", environment], folder);
  const python = join(environment, "bin/python");
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  await runOrSkip(context, python, [...install, "mypy==2.4.1", "pulumi==3.272.0", "."], folder);
  await runOrSkip(context, python, ["-m", "mypy", "--strict", "program.py"], environment);
});

/** Writes the SDK of the schema, and these files beside it, into a folder of the test. */
async function generateSdk(language: "python" | "go", files: Readonly<Record<string, string>> = {}) {
  const folder = folderForTest();
  await run(await sdkGenerator(), [schemaFile, language, folder]);
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** Runs a program; an error has all that it wrote, and skips the test where something is not to be had. */
async function runOrSkip(
  { skip }: TestContext,
  command: string,
  args: readonly string[],
  cwd: string,
  env = process.env,
) {
  try {
    await run(command, args, { cwd, env, maxBuffer: Infinity });
  } catch (error) {
    const { message, stdout } = error as Error & { stdout?: string };
    skip(absent.test(message), message);
    throw new Error(`${message}\n${stdout ?? ""}`, { cause: error });
  }
}
