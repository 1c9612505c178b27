import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { command, installPackages, type Installer } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { keyServiceOption } from "../support/keyService";
import { isolatedEnvironment, quickAfterFirst, temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);
const files = fileURLToPath(new URL("../support/runners", import.meta.url));
const sdk = "@pulumi/pulumi@3.245.0";

/** Every runner in one project. */
const packages = [sdk, "jest-29@npm:jest@29.6.3", "jest-30@npm:jest@30.5.2", "vitest@4.1.12", "mocha@11.8.0"];

const timeoutMs = "120000";
const jestOn = (file: string) => ["--testMatch", `**/${file}`, "--runInBand", "--no-cache", "--testTimeout", timeoutMs];
const jest = jestOn("required.test.cjs");

/** How each runs the test files of a project. */
const runners = {
  "jest-29": ["node_modules/jest-29/bin/jest.js", ...jest],
  "jest-30": ["node_modules/jest-30/bin/jest.js", ...jest],
  vitest: ["node_modules/vitest/vitest.mjs", "run", "imported", "network", "--testTimeout", timeoutMs],
  mocha: ["node_modules/mocha/bin/mocha.js", "--timeout", timeoutMs, "required.test.cjs"],
  "node-test": ["--test", "--test-reporter=spec", "required.test.cjs"],
};

/** How each runs a file whose tests use an emulator of their own. */
const ofEmulator = {
  jest: ["node_modules/jest-30/bin/jest.js", ...jestOn("emulator.test.cjs")],
  vitest: ["node_modules/vitest/vitest.mjs", "run", "emulator.test.mjs"],
  mocha: ["node_modules/mocha/bin/mocha.js", "emulator.test.cjs"],
  "node:test": ["--test", "--test-reporter=spec", "emulator.test.cjs"],
};

/** The line in which each says that the two tests of that file have passed. */
const passedBoth = /^(?:Tests:\s+2 passed.*|\s*Tests\s+2 passed.*|\s*2 passing .*|ℹ pass 2)$/m;

/** The line in which each says that the four tests of a file have passed, and vitest the two of the documents as well. */
const passed = /^(?:Tests:\s+4 passed.*|\s*Tests\s+6 passed.*|\s*4 passing .*|ℹ pass 4)$/m;

const folder = temporaryFolder();
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
  await Promise.all([install("npm", [...packages, packedPackage("emulator")]), install("yarnPnp", [sdk])]);
});

afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function install(installer: Installer, others: readonly string[]): Promise<void> {
  const project = join(folder, installer);
  await installPackages(installer, project, [...others, packedPackage()]);
  for (const file of readdirSync(files)) copyFileSync(join(files, file), join(project, file));
  const [program = "", test = ""] = markdownPrograms(readMarkdown("provider/docs/testing.md"));
  writeFileSync(join(project, "network.ts"), program);
  writeFileSync(join(project, "network.test.ts"), test);
}

/** Runs a test file as a user does, against a project of its own, whose first request is refused. */
async function passes(
  installer: Installer,
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  applies = false,
) {
  const project = `${installer.toLowerCase()}-${name}`;
  emulator.seed({ project, parts: ["catalogs"] });
  emulator.fault({
    match: { method: "GET", path: `/${project}/global/networkProfiles$` },
    fault: { kind: "status", status: 503 },
  });
  const state = join(folder, "states", project);
  mkdirSync(state, { recursive: true });
  const environment = {
    ...(await isolatedEnvironment(state)),
    GOOGLE_PROJECT: project,
    GOOGLE_OAUTH_ACCESS_TOKEN: "token",
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
    ...quickAfterFirst(folder),
    ...keyServiceOption(),
    // Under Plug'n'Play, everything is as a user's: no other test has a provider there.
    ...(installer === "yarnPnp" ? { NODE_OPTIONS: "" } : {}),
    APPLIES: applies ? "1" : "",
  };
  const { stdout, stderr } = await run(program, args, { cwd: join(folder, installer), env: environment });
  expect(`${stdout}${stderr}`).toMatch(passed);
  expect(emulator.objects.list(`projects/${project}/global/routes/`)).toHaveLength(applies ? 1 : 0);
}

it.each(Object.entries(runners))("%s runs programs, inline programs and mocks", async (name, args) => {
  await passes("npm", name, [process.execPath, ...args]);
});

it("Node's runner does so by `yarn node`, too, under Plug'n'Play", async () => {
  await passes("yarnPnp", "node-test", [command("yarn"), "node", ...runners["node-test"]], true);
});

it.each(Object.entries(ofEmulator))("%s starts, resets and stops an emulator by useEmulator", async (_name, args) => {
  const { stdout, stderr } = await run(process.execPath, args, {
    cwd: join(folder, "npm"),
    env: { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "0", NO_COLOR: "1" },
  });
  expect(`${stdout}${stderr}`).toMatch(passedBoth);
});
