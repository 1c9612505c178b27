import { execFile } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { readMarkdown } from "../support/markdown";
import { installPackages } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";

/*
 * Programs whose own folder lacks packages: a component in a folder beside them has this one, or nothing does.
 */

const run = promisify(execFile);
const sdk = "@pulumi/pulumi@3.245.0";

const component = `
const pulumi = require("@pulumi/pulumi");
const gce = require("pulumi-gce");
exports.Egress = class extends pulumi.ComponentResource {
  constructor(name) {
    super("team:lib:Egress", name);
    new gce.Route(name, { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.128.0.5" }, { parent: this });
  }
};`;
const usingComponent = `const { Egress } = require("@team/lib");\nnew Egress("egress");\n`;

const around = temporaryFolder();
const [lib, program] = [join(around, "lib"), join(around, "program")];
let emulator: Emulator;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  emulator = await startEmulator();
  await Promise.all([installPackages("npm", lib, [sdk, packedPackage()]), installPackages("npm", program, [sdk])]);
  writeFileSync(join(lib, "index.js"), component);
  // As `npm install file:../lib` does.
  mkdirSync(join(program, "node_modules", "@team"), { recursive: true });
  symlinkSync(lib, join(program, "node_modules", "@team", "lib"));
  writeFileSync(join(program, "Pulumi.yaml"), "name: test-project\nruntime: nodejs\n");
  env = {
    ...(await isolatedEnvironment(around)),
    GOOGLE_OAUTH_ACCESS_TOKEN: "token",
    GOOGLE_PROJECT: "p",
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
  };
  await pulumi("stack", "init", "dev");
});
afterAll(async () => {
  await emulator.close();
  rmSync(around, { recursive: true, force: true });
});
beforeEach(() => {
  emulator.reset();
});

/** The output of the CLI; a command that fails says so. */
async function pulumi(...args: string[]): Promise<string> {
  const ended = await run("pulumi", [...args, "--non-interactive"], { cwd: program, env }).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
  return `${ended.stdout}${ended.stderr}${"code" in ended ? `\nexit code ${String(ended.code)}` : ""}`;
}

const up = (...flags: string[]) => pulumi("up", "--yes", "--skip-preview", ...flags);
const routes = () => emulator.objects.list("projects/p/global/routes/").length;
const installIntoProgram = () => run("npm", ["install", "--no-audit", "--no-fund", packedPackage()], { cwd: program });
const entries = () => readMarkdown("provider/docs/troubleshooting.md");
const write = (text: string) => {
  writeFileSync(join(program, "index.js"), text);
};

it("a component beside the program brings the package, and its resources go after it was taken out", async () => {
  write(usingComponent);
  expect(await up()).toContain("created");
  expect(routes()).toBe(1);
  expect(await pulumi("stack", "export")).toContain(String.raw`{paths:['.',require.main.path,\"../lib\"]}`);
  expect(await up("--expect-no-changes")).not.toContain("exit code");
  write("exports.left = 0;");
  expect(await up()).toContain("2 deleted");
  expect(routes()).toBe(0);
});

it("a program without the resource and without the package is told what to install, and then deletes it", async () => {
  write(usingComponent);
  expect(await up()).toContain("created");
  write("exports.left = 0;");
  renameSync(lib, `${lib}-gone`);
  const refused = await up();
  expect(refused).toContain("error: Run npm i pulumi-gce-*.tgz");
  expect(refused).not.toContain("    at ");
  expect(routes()).toBe(1);
  await installIntoProgram();
  expect(await up()).toContain("2 deleted");
  expect(routes()).toBe(0);
});

it("a clone without node_modules is told which package is missing, and goes on once it is there", async () => {
  await installIntoProgram();
  write(`const gce = require("pulumi-gce");
    new gce.Route("egress", { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.128.0.5" });`);
  expect(await up()).toContain("created");
  const packages = join(program, "node_modules");
  renameSync(packages, `${packages}-kept`);
  const [inUp, inDestroy] = [await up(), await pulumi("destroy", "--yes", "--skip-preview")];
  renameSync(`${packages}-kept`, packages);
  const said = {
    "It looks like the Pulumi SDK has not been installed": inUp,
    "Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'": inDestroy,
  };
  for (const [message, output] of Object.entries(said)) {
    expect(output).toContain(message);
    expect(entries()).toContain(message);
  }
  expect(routes()).toBe(1);
  expect(await pulumi("destroy", "--yes", "--skip-preview")).toContain("deleted");
  expect(routes()).toBe(0);
});

it("a transform of the stack works, or fails as documented where the language host is older than these", async () => {
  await installIntoProgram();
  const transform = "({ props, opts }) => ({ props: { ...props, description: 'by it' }, opts })";
  const program = (before: string, options = "{}") => `
    const pulumi = require("@pulumi/pulumi");
    ${before}
    new (require("pulumi-gce").Route)("egress",
      { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.128.0.5" }, ${options});`;
  write(program(`pulumi.runtime.registerResourceTransform(${transform});`));
  const output = await up();
  const message = "Cannot read properties of undefined (reading 'stack')";
  if (output.includes("exit code")) {
    expect(output).toContain(message);
    expect(entries()).toContain(message);
    // The remedy that the document has for the meantime.
    write(
      program(`pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
      type.includes("gce:") ? (${transform})({ props, opts }) : undefined);`),
    );
    await up();
  }
  expect(await pulumi("stack", "export")).toContain('"description": "by it"');
  expect(routes()).toBe(1);
});
