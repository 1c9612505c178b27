import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./markdown";

const run = promisify(execFile);

/** What people install packages with. */
export const packageManagers = ["npm", "pnpm", "yarn"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Installs packages of the registry, and tarballs, into an empty folder. */
export async function installPackages(manager: PackageManager, folder: string, packages: readonly string[]) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "users", private: true }));
  const registry = (await run("npm", ["config", "get", "registry"])).stdout.trim();
  // Commands of this repository's own packages, in the version of the lock file.
  const own = (name: string) => join(repository, "node_modules/.bin", name);
  if (manager === "npm") await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder });
  else if (manager === "pnpm") await run(own("pnpm"), ["add", `--registry=${registry}`, ...packages], { cwd: folder });
  else {
    const settings = {
      nodeLinker: "node-modules",
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
    await run(own("yarn"), ["add", ...named], { cwd: folder, env: { ...process.env, YARN_IGNORE_PATH: "1" } });
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
  mkdirSync(folder, { recursive: true });
  await installPackages("npm", folder, [`${name}@${String(major)}`]);
  return join(folder, "node_modules", name, "bin");
}
