import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { platformSuffix } from "../../tools/pulumi/cache";
import { languageHostVersion, newestCli, oldestCli } from "../../tools/pulumi/goBuild";
import { findToolchain, oldestToolchain } from "../../tools/pulumi/toolchain";
import { temporaryFolder } from "../support/pulumiEnvironment";

const complete = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv("PULUMI_GCE_CACHE", join(folder, "cache"));
  vi.stubEnv("PULUMI_GCE_CLI_INSTALLER", "off");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Looks for a CLI where PATH has these programs alone, each of which says that version. */
function toolchain(version: string, programs: readonly string[]) {
  for (const name of programs) writeProgram(name, `echo v${version}`);
  vi.stubEnv("PATH", join(folder, "bin"));
  return findToolchain();
}

function writeProgram(name: string, script: string): void {
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "bin", name), 0o755);
}

/** A Go that has three packages to build, of modules that it downloads first. */
function writeGo(): void {
  const source = join(folder, "module");
  mkdirSync(join(source, "nodejs/dist"), { recursive: true });
  writeFileSync(join(source, "nodejs/dist/pulumi-resource-pulumi-nodejs"), "");
  const lines = [
    'case "$1" in',
    `mod) echo '{ "Dir": "${source}" }' ;;`,
    'list) echo "go: downloading example.org/a v1.0.0" >&2; printf "a\\nb/c\\nb/d_e\\n" ;;',
    'build) printf "a\\nb/c\\ngo: downloading example.org/b v1.0.0\\nb/d_e\\n" >&2',
    // The file that the build is to make follows its option.
    'while [ "$1" != "-o" ]; do shift; done',
    ': > "$2" ;;',
    "esac",
  ];
  writeProgram("go", lines.join("\n"));
}

/** Keeps everything that is written to the standard error output from now on. */
function errorOutput(): () => string {
  const parts: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((part) => parts.push(String(part)) > 0);
  vi.spyOn(console, "error").mockImplementation((line) => void parts.push(`${String(line)}\n`));
  return () => parts.join("");
}

it.each([oldestCli.version, "3.1000.0"])(
  "takes the Pulumi CLI %s of PATH, from the oldest that is promised on",
  async (version) => {
    const directory = join(folder, "bin");
    expect(await toolchain(version, complete)).toEqual({ directory, command: join(directory, "pulumi") });
  },
);

it("gets the newest Pulumi CLI where PATH has none, and the oldest that is promised whatever PATH has", async () => {
  const places = [newestCli, oldestCli].map(({ version }) => {
    const name = `pulumi-${version}-node-host-${languageHostVersion}-${platformSuffix}`;
    const place = join(folder, "cache", name, "bin");
    mkdirSync(place, { recursive: true });
    for (const program of complete) writeFileSync(join(place, program), "");
    return place;
  });
  const found = [await toolchain("", []), await oldestToolchain()];
  expect(found.map(({ directory }) => directory)).toEqual(places);
});

it.each([
  ["that is too old", "3.100.0", complete, /has version 3\.100\.0, and 3\.\d+\.0 is needed/],
  ["without the launcher", "3.250.0", complete.slice(0, 2), /no pulumi-resource-pulumi-nodejs beside the CLI/],
  ["that is not there", "", [], /PATH: it has no pulumi/],
])("says why it does not take a CLI %s, what else it tried, and what to install", async (_, version, programs, why) => {
  const message = await toolchain(version, programs).then(
    () => "",
    (error: unknown) => String(error),
  );
  expect(message).toMatch(why);
  expect(message).toMatch(/the cache: it has no CLI[^]*installer: it is switched off[^]*a build with Go: .*ENOENT/);
  expect(message).toContain(`Install Pulumi ${oldestCli.version} or newer`);
});

it("says before a build with Go how long it takes, and then how many packages are built", async () => {
  writeGo();
  const said = errorOutput();
  const { directory } = await toolchain("", []);
  expect(said()).toMatch(
    /^Building the Pulumi CLI [\d.]+ with Go, once\. It takes about seven minutes on two quiet cores\.\n(pulumi-language-nodejs|pulumi): 3 of 3 packages built, 0 s\n(?!\1)(?:pulumi-language-nodejs|pulumi): 3 of 3 packages built, 0 s\n$/,
  );
  expect(directory).toBe(
    join(folder, "cache", `pulumi-${newestCli.version}-node-host-${languageHostVersion}-${platformSuffix}`, "bin"),
  );
  expect((await toolchain("", [])).directory).toBe(directory);
});
