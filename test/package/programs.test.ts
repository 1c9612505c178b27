import { execFile } from "node:child_process";
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { combinations } from "../support/compatibility";
import { installPackages, nodeFolder, type PackageManager } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { isolatedEnvironment, laterRuns, quickJavaScript, temporaryFolder } from "../support/pulumiEnvironment";
import { keyOf } from "../support/stack";
import { initStack } from "../support/stackTemplate";

const run = promisify(execFile);

const body = (exported: string) => `
const route = new gce.Route("myRoute_1", { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.128.0.5" });
${exported} link = route.selfLink;
`;

interface ProgramKind {
  title: string;
  file: string;
  source: string;
  packageJson: object;
  runtimeOptions: string;
}

/** The kinds of program that Pulumi runs. */
const programKinds: readonly ProgramKind[] = [
  {
    title: "a CommonJS program in JavaScript",
    file: "index.js",
    source: `const gce = require("pulumi-gce");${body("const").replace(/const link = (.*);/, "exports.link = $1;")}`,
    packageJson: { main: "index.js" },
    runtimeOptions: "typescript: false",
  },
  {
    title: "an ES module in JavaScript",
    file: "index.js",
    source: `import * as gce from "pulumi-gce";${body("export const")}`,
    packageJson: { main: "index.js", type: "module" },
    runtimeOptions: "typescript: false",
  },
  {
    title: "a TypeScript program under ts-node",
    file: "index.ts",
    source: `import * as gce from "pulumi-gce";${body("export const")}`,
    packageJson: { main: "index.ts" },
    runtimeOptions: "typescript: true",
  },
];

const rows = combinations.flatMap(({ kind: index, ...combination }) => {
  const kind = programKinds[index];
  return kind === undefined ? [] : [{ ...combination, kind, title: kind.title }];
});

describe("the packed package, installed into a fresh program", () => {
  const folder = temporaryFolder();
  const installed = new Map<string, Promise<string>>();
  let emulator: Emulator;
  let tarball: string;
  const key = keyOf("hot");
  /** The settings of a stack with that key, and in them a secret. */
  const settings = join(folder, "settings", "Pulumi.dev.yaml");

  beforeAll(async () => {
    emulator = await startEmulator();
    tarball = packedPackage();
    const [cwd, state] = [join(folder, "settings"), join(folder, "state-of-settings")];
    await initStack(cwd, state, key);
    const env = { ...(await isolatedEnvironment(state)), ...key.environment };
    await run("pulumi", ["config", "set", "--secret", "gcp:accessToken", "token"], { cwd, env });
  });

  afterAll(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A folder with the package in its `node_modules`, made once for each package manager and SDK. */
  function installation(manager: PackageManager, sdk: string): Promise<string> {
    const path = join(folder, `${manager}-${sdk}`);
    const packages = [tarball, `@pulumi/pulumi@${sdk}`, "typescript@5.9", "ts-node@10", "@types/node@20"];
    const found = installed.get(path) ?? installPackages(manager, path, packages).then(() => path);
    installed.set(path, found);
    // The next test is to find out for itself.
    found.catch(() => installed.delete(path));
    return found;
  }

  it.each(rows)(
    "by $manager, beside @pulumi/pulumi $sdk, serves $title on Node $node: up, an empty second up, and destroy",
    async ({ manager, kind, node, sdk }) => {
      const name = `${manager}-${kind.title.replace(/\W+/g, "-").toLowerCase()}`;
      const program = join(await installation(manager, sdk), name);
      const state = join(folder, `state-of-${name}`);
      await initStack(program, state, key);
      writeProgram(program, name, kind);
      const environment = { ...(await isolatedEnvironment(state)), ...key.environment };
      environment.PATH = [await nodeFolder(node), environment.PATH].join(delimiter);
      expect((await run("node", ["--version"], { env: environment })).stdout).toMatch(`v${String(node)}.`);

      // Never synchronously: the emulator answers from this very process.
      const pulumi = async (...args: string[]) =>
        (await run("pulumi", [...args, "--non-interactive"], { cwd: program, env: environment })).stdout;

      const project = `project-of-${manager}-${String(node)}`;
      copyFileSync(settings, join(program, "Pulumi.dev.yaml"));
      const plain = [`gcp:project: ${project}`, `gcp:computeCustomEndpoint: ${emulator.endpoint}/`];
      appendFileSync(join(program, "Pulumi.dev.yaml"), plain.map((line) => `  ${line}\n`).join(""));

      await pulumi("up", "--yes", "--skip-preview");
      const link = exportedLink(join(state, ".pulumi", "stacks", "test-project", "dev.json"));
      const created = emulator.objects.list(`projects/${project}/global/routes/`);
      expect(created.map(({ path }) => `https://www.googleapis.com/compute/v1/${path}`)).toEqual([link]);
      expect(link).toMatch(/\/routes\/myroute-1-[0-9a-f]{7}$/);

      Object.assign(environment, kind.file === "index.ts" ? laterRuns : quickJavaScript);
      expect(await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")).toContain("unchanged");
      await pulumi("destroy", "--yes", "--skip-preview");
      expect(emulator.objects.list(`projects/${project}/global/routes/`)).toEqual([]);
    },
  );
});

/** What the program exported, as the state has it. */
function exportedLink(state: string): string {
  const { checkpoint } = JSON.parse(readFileSync(state, "utf8")) as {
    checkpoint: { latest: { resources: { type: string; outputs?: { link?: string } }[] } };
  };
  const stack = checkpoint.latest.resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return stack?.outputs?.link ?? expect.fail("the program exported no link");
}

function writeProgram(folder: string, name: string, { file, source, packageJson, runtimeOptions }: ProgramKind): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, ...packageJson }));
  writeFileSync(join(folder, file), source);
  const compilerOptions = { strict: true, module: "commonjs", target: "es2022" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    `name: test-project\nruntime:\n  name: nodejs\n  options:\n    ${runtimeOptions}\n`,
  );
}
