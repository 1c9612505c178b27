import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./markdown";

const run = promisify(execFile);

/** What people install packages with. */
export const packageManagers = ["npm", "pnpm", "yarn"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** The same, and Yarn without a folder of packages: `yarn node` finds them in its cache. */
type Installer = PackageManager | "yarnPnp";

/** A command of this repository's own packages, in the version of the lock file. */
export function ownCommand(name: string): string {
  return join(repository, "node_modules/.bin", name);
}

/** Installs packages of the registry, and tarballs, into a new folder. */
export async function installPackages(manager: Installer, folder: string, packages: readonly string[]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "users", private: true }));
  const registry = (await run("npm", ["config", "get", "registry"])).stdout.trim();
  if (manager === "npm") await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder });
  else if (manager === "pnpm")
    await run(ownCommand("pnpm"), ["add", `--registry=${registry}`, ...packages], { cwd: folder });
  else {
    const settings = {
      nodeLinker: manager === "yarnPnp" ? "pnp" : "node-modules",
      enableTelemetry: false,
      enableScripts: false,
      npmRegistryServer: registry,
      httpsCaFilePath: process.env.NODE_EXTRA_CA_CERTS,
    };
    writeFileSync(join(folder, "yarn.lock"), "");
    // JSON is YAML, too, and leaves out what is not set.
    writeFileSync(join(folder, ".yarnrc.yml"), JSON.stringify(settings));
    // Yarn wants a tarball to be named.
    const named = packages.map((each) => (each.endsWith(".tgz") ? `pulumi-gce@file:${each}` : each));
    await run(ownCommand("yarn"), ["add", ...named], { cwd: folder, env: { ...process.env, YARN_IGNORE_PATH: "1" } });
  }
}

const nodes = new Map<number, Promise<string>>();

/** The folder of a Node binary of a major version, from the npm registry. */
export function nodeFolder(major: number): Promise<string> {
  const folder = nodes.get(major) ?? installNode(major);
  nodes.set(major, folder);
  return folder;
}

async function installNode(major: number): Promise<string> {
  const folder = join(repository, "test-results", "nodes", String(major));
  const name = `node-${process.platform}-${process.arch}`;
  await installPackages("npm", folder, [`${name}@${String(major)}`]);
  return join(folder, "node_modules", name, "bin");
}
