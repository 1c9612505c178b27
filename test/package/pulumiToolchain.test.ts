import { mkdirSync, rmSync, writeFileSync } from "node:fs";
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
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Looks for a CLI where PATH has these programs alone, each of which says that version. */
function toolchain(version: string, programs: readonly string[]) {
  const directory = join(folder, "bin");
  mkdirSync(directory, { recursive: true });
  for (const name of programs) writeFileSync(join(directory, name), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", directory);
  return findToolchain();
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
