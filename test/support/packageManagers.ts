import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./markdown";

const run = promisify(execFile);

/** npm, or Yarn without a folder of packages: `yarn node` finds them in its cache. */
export type Installer = "npm" | "yarnPnp";

/** A command of this repository's own packages, in the version of the lock file. */
export function ownCommand(name: string): string {
  return join(repository, "node_modules/.bin", name);
}

/** Installs packages of the registry, and tarballs, into a new folder. */
export async function installPackages(installer: Installer, folder: string, packages: readonly string[]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "users", private: true }));
  if (installer === "npm") {
    await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder });
    return;
  }
  writeFileSync(join(folder, "yarn.lock"), "");
  // Yarn wants a tarball to be named.
  const named = packages.map((each) => (each.endsWith(".tgz") ? `pulumi-gce@file:${each}` : each));
  const env = { ...process.env, ...registrySettings(), YARN_NODE_LINKER: "pnp", YARN_ENABLE_SCRIPTS: "0" };
  await run(ownCommand("yarn"), ["add", ...named], { cwd: folder, env });
}

/** Settings with which npm, pnpm, bun and Yarn ask the registry of this machine's npm, also with another home. */
export function registrySettings(): NodeJS.ProcessEnv {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  return {
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
    npm_config_registry: registry,
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_HTTPS_CA_FILE_PATH: process.env.NODE_EXTRA_CA_CERTS,
    YARN_ENABLE_TELEMETRY: "0",
    YARN_IGNORE_PATH: "1",
  };
}

const nodes = new Map<number, Promise<string>>();

/** The folder of a Node binary of a major version, from the npm registry. */
export function nodeFolder(major: number): Promise<string> {
  const folder = nodes.get(major) ?? installNode(major);
  nodes.set(major, folder);
  return folder;
}

function installNode(major: number): Promise<string> {
  return installBinary(`node-${process.platform}-${process.arch}`, String(major));
}

/** The folder of a bun binary, from the npm registry. */
export function bunFolder(): Promise<string> {
  const architecture = process.arch === "arm64" ? "aarch64" : process.arch;
  return installBinary(`@oven/bun-${process.platform}-${architecture}`, "1.4.5");
}

async function installBinary(name: string, version: string): Promise<string> {
  const folder = join(repository, "test-results", "binaries", `${name.replace("/", "-")}-${version}`);
  await installPackages("npm", folder, [`${name}@${version}`]);
  return join(folder, "node_modules", name, "bin");
}
