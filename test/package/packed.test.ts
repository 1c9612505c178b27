import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { isolatedEnvironment } from "../../tools/pulumi/isolatedEnvironment";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);

const provider = fileURLToPath(new URL("../../provider", import.meta.url));

/** The lowest SDK of the peer range, and the one that the tests of this repository run with. */
const sdkVersions = ["3.139.0", "3.245.0"];

const body = (exported: string) => `
const route = new gce.Route("myRoute_1", { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.128.0.5" });
${exported} link = route.selfLink;
`;

/** The kinds of program that Pulumi runs, as folders beside one `node_modules`. */
const programs: Record<string, { file: string; source: string; packageJson: object; runtimeOptions: string }> = {
  "a CommonJS program in JavaScript": {
    file: "index.js",
    source: `const gce = require("pulumi-gce");${body("const").replace(/const link = (.*);/, "exports.link = $1;")}`,
    packageJson: { main: "index.js" },
    runtimeOptions: "typescript: false",
  },
  "an ES module in JavaScript": {
    file: "index.js",
    source: `import * as gce from "pulumi-gce";${body("export const")}`,
    packageJson: { main: "index.js", type: "module" },
    runtimeOptions: "typescript: false",
  },
  "a TypeScript program under ts-node": {
    file: "index.ts",
    source: `import * as gce from "pulumi-gce";${body("export const")}`,
    packageJson: { main: "index.ts" },
    runtimeOptions: "typescript: true",
  },
};

describe.each(sdkVersions)("the packed package, installed with npm beside @pulumi/pulumi %s", (sdkVersion) => {
  const folder = temporaryFolder();
  let emulator: Emulator;
  let tarball: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    emulator = await startEmulator();
    environment = isolatedEnvironment(await pulumiToolchain({ quiet: true }), folder, "test");
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: provider, stdio: "pipe" });
    tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "users", private: true }));
    const packages = [tarball, `@pulumi/pulumi@${sdkVersion}`, "typescript@5.9", "ts-node@10", "@types/node@20"];
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packages], {
      cwd: folder,
      stdio: "pipe",
    });
  });

  afterAll(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(programs))("serves %s: up, an empty second up, and destroy", async (title) => {
    const { file, source, packageJson, runtimeOptions } = programs[title] ?? expect.fail();
    const name = title.replace(/\W+/g, "-").toLowerCase();
    const program = join(folder, name);
    mkdirSync(program);
    writeFileSync(join(program, "package.json"), JSON.stringify({ name, private: true, ...packageJson }));
    writeFileSync(join(program, file), source);
    writeFileSync(
      join(program, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { strict: true, module: "commonjs", target: "es2022" } }),
    );
    writeFileSync(
      join(program, "Pulumi.yaml"),
      `name: ${name}\nruntime:\n  name: nodejs\n  options:\n    ${runtimeOptions}\n`,
    );
    // Never synchronously: the emulator answers from this very process.
    const pulumi = async (...args: string[]) =>
      (await run("pulumi", [...args, "--non-interactive"], { cwd: program, env: environment })).stdout;

    await pulumi("stack", "init", "dev");
    await pulumi("config", "set", "gcp:project", "packed-project");
    await pulumi("config", "set", "gcp:computeCustomEndpoint", `${emulator.endpoint}/`);
    await pulumi("config", "set", "--secret", "gcp:accessToken", "token");

    await pulumi("up", "--yes", "--skip-preview");
    const link = (await pulumi("stack", "output", "link")).trim();
    const created = emulator.objects.list("projects/packed-project/global/routes/");
    expect(created.map(({ path }) => `https://www.googleapis.com/compute/v1/${path}`)).toEqual([link]);
    expect(link).toMatch(/\/routes\/myroute-1-[0-9a-f]{7}$/);

    expect(await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")).toContain("unchanged");
    await pulumi("destroy", "--yes", "--skip-preview");
    expect(emulator.objects.list("projects/packed-project/global/routes/")).toEqual([]);
  });

  it("contains what a user needs and nothing else", () => {
    const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
    const outside = files.filter(
      (name) =>
        !/^package\/(dist\/.+\.(js|d\.ts)|docs\/.+\.md|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(name),
    );
    expect(outside).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        "package/dist/index.js",
        "package/dist/index.d.ts",
        "package/dist/runtime/entry.js",
        "package/LICENSE",
        "package/README.md",
        "package/CHANGELOG.md",
      ]),
    );
  });
});
