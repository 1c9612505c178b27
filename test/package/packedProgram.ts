import { execFile } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { startEmulator } from "../../emulator/src/index";
import type { Combination } from "../support/compatibility";
import { installPackages, nodeFolder } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);

const body = (exported: string) => `
const route = new gce.Route("myRoute_1", { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.128.0.5" });
${exported} = route.selfLink;
`;

/** The kinds of program that Pulumi runs. */
export const programKinds = [
  {
    title: "a CommonJS program in JavaScript",
    file: "index.js",
    source: `const gce = require("pulumi-gce");${body("exports.link")}`,
    packageJson: {},
  },
  {
    title: "an ES module in JavaScript",
    file: "index.js",
    source: `import * as gce from "pulumi-gce";${body("export const link")}`,
    packageJson: { type: "module" },
  },
  {
    title: "a TypeScript program under ts-node",
    file: "index.ts",
    source: `import * as gce from "pulumi-gce";${body("export const link")}`,
    packageJson: {},
  },
  {
    title: "an ES module in TypeScript, as installation.md says,",
    file: "index.ts",
    source: `import * as gce from "pulumi-gce";\nawait Promise.resolve();${body("export const link")}`,
    packageJson: { type: "module" },
  },
] as const;

/** Installs the packed package and the SDK into an empty folder, and applies a program there as a user does. */
export async function applyPackedProgram({ kind, node, sdk }: Combination): Promise<void> {
  const { file, source, packageJson } = programKinds[kind] ?? expect.fail(`There is no kind ${String(kind)}.`);
  const [program, state] = [temporaryFolder(), temporaryFolder()];
  const emulator = await startEmulator();
  onTestFinished(async () => {
    await emulator.close();
    for (const folder of [program, state]) rmSync(folder, { recursive: true, force: true });
  });
  const isModule = kind === 3;
  // `ts-node` is for the oldest SDK, and `tsx` for the oldest Node.
  const loader = isModule ? "tsx@4" : "ts-node@10";
  const packages = [packedPackage(), `@pulumi/pulumi@${sdk}`, "typescript@5.9", loader, "@types/node@20"];
  await installPackages("npm", program, packages);
  // Beside the installation, which its packages are found from.
  const folder = join(program, "program");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "p", private: true, main: file, ...packageJson }));
  writeFileSync(join(folder, file), source);
  const compilerOptions = { strict: true, module: isModule ? "nodenext" : "commonjs", target: "es2022" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test-project\nruntime: nodejs\n");

  const isolated = await isolatedEnvironment(state);
  const options = isModule && node === 20 ? { NODE_OPTIONS: "--import tsx" } : {};
  const env = { ...isolated, ...options, PATH: [await nodeFolder(node), isolated.PATH].join(delimiter) };
  expect((await run("node", ["--version"], { env })).stdout).toMatch(`v${String(node)}.`);
  // Never synchronously: the emulator answers from this very process.
  const pulumi = async (...args: string[]) =>
    (await run("pulumi", [...args, "--non-interactive"], { cwd: folder, env })).stdout;
  await pulumi("stack", "init", "dev");
  await pulumi("config", "set", "--secret", "gcp:accessToken", "token");
  const plain = ["gcp:project: p", `gcp:computeCustomEndpoint: ${emulator.endpoint}/`];
  appendFileSync(join(folder, "Pulumi.dev.yaml"), plain.map((line) => `  ${line}\n`).join(""));

  const routes = () => emulator.objects.list("projects/p/global/routes/").map(({ path }) => path);
  await pulumi("up", "--yes", "--skip-preview");
  const link = (await pulumi("stack", "output", "link")).trim();
  expect(routes().map((path) => `https://www.googleapis.com/compute/v1/${path}`)).toEqual([link]);
  expect(link).toMatch(/\/routes\/myroute-1-[0-9a-f]{7}$/);
  expect(await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")).toContain("unchanged");
  await pulumi("destroy", "--yes", "--skip-preview");
  expect(routes()).toEqual([]);
}
