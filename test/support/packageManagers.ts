import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What people install packages with. */
export const packageManagers = ["npm", "pnpm", "yarn"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Installs packages into a folder of its own, with caches that nobody else uses. */
export async function installPackages(manager: PackageManager, folder: string, packages: readonly string[]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "users", private: true }));
  const registry = (await run("npm", ["config", "get", "registry"])).stdout.trim();
  const install = {
    npm: () => run("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packages], { cwd: folder }),
    pnpm: () => {
      const settings = [`--registry=${registry}`, `--store-dir=${join(folder, ".store")}`];
      return run(command("pnpm"), ["add", ...settings, ...packages], { cwd: folder });
    },
    yarn: () => {
      const settings = {
        nodeLinker: "node-modules",
        enableTelemetry: false,
        enableGlobalCache: false,
        enableScripts: false,
        npmRegistryServer: registry,
        httpsCaFilePath: process.env.NODE_EXTRA_CA_CERTS,
      };
      writeFileSync(join(folder, "yarn.lock"), "");
      // JSON is YAML, too, and leaves out what is not set.
      writeFileSync(join(folder, ".yarnrc.yml"), JSON.stringify(settings));
      return run(command("yarn"), ["add", ...packages.map(yarnRange)], {
        cwd: folder,
        env: { ...process.env, YARN_IGNORE_PATH: "1" },
      });
    },
  }[manager];
  await install();
}

/** A command of this repository's own packages, in the version of the lock file. */
function command(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));
}

/** Yarn wants a tarball to be named. */
function yarnRange(wanted: string): string {
  return wanted.endsWith(".tgz") ? `pulumi-gce@file:${wanted}` : wanted;
}

const nodePackages = new Map<string, Promise<string>>();

/** The folder of a Node binary of a major version, from the npm registry. */
export function nodeFolder(major: number, parent: string): Promise<string> {
  const folder = join(parent, `node-${String(major)}`);
  const found = nodePackages.get(folder) ?? installNode(major, folder);
  nodePackages.set(folder, found);
  return found;
}

async function installNode(major: number, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  await installPackages("npm", folder, [`${name}@${String(major)}`]);
  return join(folder, "node_modules", name, "bin");
}
