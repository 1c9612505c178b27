import { createRequire } from "node:module";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import type { Report } from "../../provider/src/cli/orphans/report";
import { newRequestId } from "../../provider/src/compute/requestId";
import { emulatorForTest, folderForTest } from "./untilTestEnds";

// The built command, as `npx` runs it: some of it is loaded when it is first needed, by `require` and by `import()`.
const { main } = createRequire(import.meta.url)(
  "../../provider/dist/cli/main.js",
) as typeof import("../../provider/src/cli/main");

export const project = "my-project";
export const routes = `projects/${project}/global/routes`;
export const stack = "urn:pulumi:dev::test-project::pulumi:pulumi:Stack::test-project-dev";

const makeUrn = (kind: string, name: string) =>
  `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::${name}`;

/** A resource as an export of the state has it. */
export function exported(kind: string, name: string, inputs: object, more: object = {}) {
  return { urn: makeUrn(kind, name), type: `pulumi-nodejs:dynamic/gce:${kind}`, custom: true, inputs, ...more };
}

/** The same of the plugin: there is no loader, and its inputs are the same. */
export function exportedByPlugin(kind: string, name: string, inputs: object, more: object = {}) {
  const type = `gce:index:${kind}`;
  const provider = "urn:pulumi:dev::test-project::pulumi:providers:gce::default_1_0_0::367ab7e5";
  return { urn: `urn:pulumi:dev::test-project::${type}::${name}`, type, custom: true, provider, inputs, ...more };
}

/** A `gce.Provider` as the state has it. */
export const provider = (inputs: object) => ({
  urn: "urn:pulumi:dev::test-project::pulumi:providers:pulumi-nodejs::eu",
  type: "pulumi:providers:pulumi-nodejs",
  id: "1",
  inputs,
});

/** A provider of the plugin that the program names. */
export const pluginProvider = (inputs: object) => ({
  urn: "urn:pulumi:dev::test-project::pulumi:providers:gce::eu",
  type: "pulumi:providers:gce",
  id: "1",
  inputs,
});

/** A secret as an export has it. */
export const secret = (plain: object) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ...plain,
});

/** Inputs of a route, as check left them. */
export const routeInputs = (name: string, more: object = {}) => ({
  __auto: true,
  project,
  name,
  network: "default",
  destRange: "10.1.0.0/24",
  nextHopIp: "10.0.0.9",
  ...more,
});

/** A route as the service has it. */
export const existingRoute = () => ({
  network: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`,
  destRange: "10.1.0.0/24",
  nextHopIp: "10.0.0.9",
  priority: 1000,
});

/** The answer of one run of the command. */
export interface CommandResult {
  code: number;
  out: string;
  error: string;
}

/** Runs `pulumi-gce` in this process, without a `pulumi` on PATH. */
export async function run(...args: string[]): Promise<CommandResult> {
  const printed = { out: "", error: "" };
  return { code: await start(printed, ...args), ...printed };
}

/** Starts it, and returns the exit code. What it prints is there as soon as it is printed. */
export function start(printed: Omit<CommandResult, "code">, ...args: string[]): Promise<number> {
  return main(args, {
    out: (text) => (printed.out += text),
    error: (text) => (printed.error += text),
  });
}

/** An emulator, and the command over a state that a test makes up. */
export async function startCli() {
  const [emulator, folder] = [await emulatorForTest(), folderForTest()];
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  for (const name of Object.keys(process.env))
    if (/^(GOOGLE_|GCLOUD_|CLOUDSDK_|PULUMI_)/.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv("PATH", folder);
  vi.stubEnv("GOOGLE_PROJECT", project);
  vi.stubEnv("GOOGLE_COMPUTE_CUSTOM_ENDPOINT", emulator.endpoint);
  vi.stubEnv("GOOGLE_OAUTH_ACCESS_TOKEN", "token");
  const file = join(folder, "export.json");
  const write = (state: { pending?: object[]; resources?: object[] }) => {
    const { pending = [], resources = [] } = state;
    const root = { urn: stack, type: "pulumi:pulumi:Stack", custom: false };
    const operations = pending.map((entry) => ({ type: "creating", ...entry }));
    const deployment = { resources: [root, ...resources], pending_operations: operations };
    writeFileSync(file, JSON.stringify({ version: 3, deployment }));
  };
  return {
    emulator,
    folder,
    file,
    write,
    /** The output of the command for a person. */
    orphans: (...args: string[]) => run("orphans", "--file", file, ...args),
    /** The output of the command for a program, and its exit code. */
    async report(...args: string[]): Promise<Report & { open: number; code: number }> {
      const { code, out, error } = await run("orphans", "--file", file, "--json", ...args);
      if (out === "") throw new Error(error);
      return { ...(JSON.parse(out) as Report & { open: number }), code };
    },
  };
}

/** Puts a `pulumi` on PATH that answers by a word of its command line. */
export function answerAsPulumi(folder: string, answers: Readonly<Record<string, string>>): void {
  const cli = `#!${process.execPath}
    const answers = ${JSON.stringify(answers)};
    process.stdout.write(answers[Object.keys(answers).find((word) => process.argv.includes(word))]);`;
  writeFileSync(join(folder, "pulumi"), cli);
  chmodSync(join(folder, "pulumi"), 0o755);
}

/** Has a stack's request make a route, without waiting for the end of it. */
export async function insertRoute(
  { endpoint }: Emulator,
  name: string,
  owner: string | undefined,
  collection = routes,
): Promise<void> {
  const requestId = newRequestId(owner, `${collection}/${name}`);
  const answer = await fetch(`${endpoint}/${collection}?requestId=${requestId}`, {
    method: "POST",
    headers: { authorization: "Bearer token", "content-type": "application/json" },
    // Also of a route of another project: a network is in the project of its routes.
    body: JSON.stringify({ name, tags: [], ...existingRoute(), network: "global/networks/default" }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
