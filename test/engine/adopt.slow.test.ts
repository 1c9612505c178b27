import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { putObjects } from "../support/existingProject";
import { projectFile, startPluginStack, whyNot } from "../support/pluginStack";
import { canaryToken, project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";
import type { Run, Stack } from "../support/stack";

/*
 * A project that was made by hand goes under management: by a program for the classes, by one in YAML, and by an import. No
 * object at the service changes.
 */

const bin = fileURLToPath(new URL("../../provider/dist/cli/bin.js", import.meta.url));

/** The objects of the project that a program can manage. */
const counts = {
  Route: 1,
  Snapshot: 1,
  NetworkFirewallPolicyAssociation: 1,
  TargetSslProxyCertificateMap: 1,
  FirewallPolicyIamBinding: 2,
};
const total = Object.values(counts).reduce((sum, count) => sum + count);

/** Runs `pulumi-gce adopt` as a person does, in the program's folder. */
function adopt(stack: Stack, ...flags: string[]): Promise<Run> {
  const args = [bin, "adopt", "--organization", "7", ...flags];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: stack.folder, env: stack.environment }, (error, stdout, stderr) => {
      const output = stdout + stderr;
      stack.printed.push(output);
      resolve({ code: error === null ? 0 : Number(error.code), output });
    });
  });
}

/** Writes the file, and looks at what the command says about it. */
async function adoptTo(file: string, stack: Stack, ...flags: string[]): Promise<string> {
  const output = succeeded(await adopt(stack, "--out", file, ...flags));
  for (const [kind, count] of Object.entries(counts)) expect(output).toContain(`${kind}: ${String(count)} to adopt`);
  expect(output).toContain("left out: 1 of a subnet");
  expect(output).toContain("left out: 1 of a schedule");
  expect(output).toContain(`Resources in ${file}: ${String(total)}.`);
  return readFileSync(join(stack.folder, file), "utf8");
}

/** All objects: two looks at a world that nothing has changed are the same. */
const look = ({ objects }: Emulator) => objects.list("");

/** A run of the CLI that sends nothing but reads. */
async function changeNothing(emulator: Emulator, run: () => Promise<Run>): Promise<string> {
  emulator.clearRequests();
  const output = succeeded(await run());
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  return output;
}

/** The program's resources are in the state, no object has changed, and further runs have nothing to do. */
async function expectAdopted(emulator: Emulator, stack: Stack, before: ReturnType<typeof look>): Promise<void> {
  expect(stack.managed()).toHaveLength(total);
  for (const { outputs, initErrors = [] } of stack.managed())
    expect([outputs?.__pending, initErrors]).toEqual([undefined, []]);
  await changeNothing(emulator, () => stack.up("--expect-no-changes"));
  await changeNothing(emulator, () => stack.refresh("--expect-no-changes"));
  await changeNothing(emulator, () => stack.up("--expect-no-changes"));
  expect(look(emulator)).toEqual(before);
}

it("a program for the classes adopts a project without a change", async () => {
  const { emulator, stack } = await startRouteStack({
    secrets: { "gcp:accessToken": canaryToken },
    files: {
      "package.json": JSON.stringify({ name: "test-program", private: true, main: "index.ts" }),
      "index.ts": 'import "./adopted";\n',
    },
  });
  putObjects(emulator);
  const before = look(emulator);
  // The settings are those of the stack.
  stack.environment.GOOGLE_OAUTH_ACCESS_TOKEN = "";
  const program = await adoptTo("adopted.ts", stack);
  expect(program).not.toContain(project + '"');
  expect(await adopt(stack, "--out", "adopted.ts")).toMatchObject({ code: 2 });

  const preview = await changeNothing(emulator, () => stack.preview());
  // The CLI prints each message where it comes, and again at the end.
  const subjects = new Set([...preview.matchAll(/(\S+): adopts the existing object as it is/g)].map(([, one]) => one));
  expect(subjects.size).toBe(counts.Route + counts.Snapshot + counts.NetworkFirewallPolicyAssociation);
  await changeNothing(emulator, () => stack.up());
  await expectAdopted(emulator, stack, before);
});

it("a program in YAML and an import adopt a project without a change", async ({ skip }) => {
  const reason = await whyNot("yaml");
  skip(reason !== undefined, reason);
  const { emulator, stack } = await startPluginStack("yaml");
  putObjects(emulator);
  const before = look(emulator);
  stack.environment.GOOGLE_OAUTH_ACCESS_TOKEN = "";
  const yaml = await adoptTo("adopted.yaml", stack, "--yaml");
  // It is a whole program, but for the name of the project.
  const program = yaml.replace("name: adopted", "name: test-project");
  stack.write("Pulumi.yaml", program);
  await changeNothing(emulator, () => stack.up());
  await expectAdopted(emulator, stack, before);

  // The state forgets them all.
  await stack.mustSucceed(["state", "delete", "--all", "--yes"]);
  expect(stack.managed()).toEqual([]);
  await adoptTo("import.json", stack, "--import-file");
  stack.write("Pulumi.yaml", projectFile("yaml"));
  await changeNothing(emulator, () => stack.pulumi(["import", "--file", "import.json", "--yes", "--non-interactive"]));
  expect(stack.managed()).toHaveLength(total);
  stack.write("Pulumi.yaml", program);
  await changeNothing(emulator, () => stack.up());
  await expectAdopted(emulator, stack, before);
});
