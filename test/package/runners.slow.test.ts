import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { type Installer, installPackages, ownCommand } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);
const files = fileURLToPath(new URL("../support/runners", import.meta.url));

const sdk = "@pulumi/pulumi@3.245.0";

/** Every runner in one project. */
const packages = [sdk, "jest-29@npm:jest@29.6.3", "jest-30@npm:jest@30.5.2", "vitest@4.1.12", "mocha@11.8.0"];
const timeoutMs = "600000";
const jestOn = (file: string) => ["--testMatch", `**/${file}`, "--runInBand", "--no-cache", "--testTimeout", timeoutMs];
const jest = jestOn("required.test.cjs");

const vitest = ["node_modules/vitest/vitest.mjs", "run"];

/** How each runs the test files of a project. */
const runners = {
  "jest-29": ["node_modules/jest-29/bin/jest.js", ...jest],
  "jest-30": ["node_modules/jest-30/bin/jest.js", ...jest],
  vitest: [...vitest, "imported", "network", "--testTimeout", timeoutMs],
  mocha: ["node_modules/mocha/bin/mocha.js", "--timeout", timeoutMs, "required.test.cjs"],
  "node-test": ["--test", "--test-reporter=spec", "required.test.cjs"],
};

/** How each runs a file whose tests use an emulator of their own. */
const ofEmulator = {
  jest: ["node_modules/jest-30/bin/jest.js", ...jestOn("emulator.test.cjs")],
  vitest: [...vitest, "emulator.test.mjs"],
  mocha: ["node_modules/mocha/bin/mocha.js", "emulator.test.cjs"],
  "node:test": ["--test", "--test-reporter=spec", "emulator.test.cjs"],
};

/** The line in which each says that so many tests have passed. Vitest runs the two tests of the document as well. */
const passed = (count: number, ofVitest = count) =>
  new RegExp(
    `^(?:Tests:\\s+${String(count)} passed.*|\\s*Tests\\s+${String(ofVitest)} passed.*|\\s*${String(count)} passing .*|ℹ pass ${String(count)})$`,
    "m",
  );

const folder = temporaryFolder();
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
  await install("npm", [...packages, packedPackage("emulator"), packedPackage()]);
  await install("yarnPnp", [sdk, packedPackage()]);
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function install(installer: Installer, wanted: readonly string[]): Promise<void> {
  const program = join(folder, installer);
  await installPackages(installer, program, wanted);
  for (const file of readdirSync(files)) copyFileSync(join(files, file), join(program, file));
  writeDocumentedTests(program);
}

function writeDocumentedTests(program: string): void {
  const programs = markdownPrograms(readMarkdown("provider/docs/testing.md"));
  for (const [index, name] of ["network.ts", "network.test.ts", "search.test.ts"].entries())
    writeFileSync(join(program, name), programs[index] ?? "");
}

/** Runs a test file as a user does, against a project of its own, whose first request is refused. */
async function passes(installer: Installer, name: string, command: string, args: readonly string[]) {
  const project = `${installer.toLowerCase()}-${name}`;
  emulator.seed({ project, parts: ["catalogs"] });
  emulator.fault({
    match: { method: "GET", path: `/${project}/global/networkProfiles$` },
    fault: { kind: "status", status: 503 },
  });
  const state = join(folder, "states", project);
  mkdirSync(state, { recursive: true });
  const env = {
    ...(await isolatedEnvironment(state)),
    GOOGLE_PROJECT: project,
    GOOGLE_OAUTH_ACCESS_TOKEN: "token",
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
    NODE_OPTIONS: "",
  };
  const { stdout, stderr } = await run(command, args, { cwd: join(folder, installer), env });
  expect(`${stdout}${stderr}`).toMatch(passed(4, 6));
}

it.each(Object.entries(runners))("%s runs programs, inline programs and mocks", async (name, args) => {
  await passes("npm", name, process.execPath, args);
});

it("Node's runner does so by `yarn node`, too, under Plug'n'Play", async () => {
  await passes("yarnPnp", "node-test", ownCommand("yarn"), ["node", ...runners["node-test"]]);
});

it.each(Object.entries(ofEmulator))("%s starts, resets and stops an emulator by useEmulator", async (_name, args) => {
  const env = { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "0", NO_COLOR: "1" };
  const { stdout, stderr } = await run(process.execPath, args, { cwd: join(folder, "npm"), env });
  expect(`${stdout}${stderr}`).toMatch(passed(2));
});

it.each(["commonjs", "module"])("vitest runs the tests of the document in a program of type %s", async (type) => {
  // Inside of the project that has the packages.
  const program = join(folder, "npm", type);
  mkdirSync(program);
  writeFileSync(join(program, "package.json"), JSON.stringify({ type }));
  writeDocumentedTests(program);
  const env = { ...(await isolatedEnvironment(join(folder, "states"))), NODE_OPTIONS: "" };
  const args = [join(folder, "npm", ...vitest.slice(0, 1)), "run", "--testTimeout", timeoutMs];
  const { stdout, stderr } = await run(process.execPath, args, { cwd: program, env });
  expect(`${stdout}${stderr}`).toMatch(passed(3));
});
