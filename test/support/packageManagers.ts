import { execFile } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { copyInstallation, sharedFolder, warmInstallation } from "./warmInstallations";

const run = promisify(execFile);

/** What people install packages with. */
export const packageManagers = ["npm", "pnpm", "yarn"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** The same, and Yarn without a folder of packages: they stay in its cache, where `yarn node` finds them. */
export type Installer = PackageManager | "yarnPnp";

/**
 * Installs packages into a folder of its own. Those of the registry come first and are kept between runs; a tarball is
 * then installed beside them, as into a project that is there already.
 */
export async function installPackages(manager: Installer, folder: string, packages: readonly string[]) {
  const [tarballs, others] = [true, false].map((wanted) => packages.filter((each) => isTarball(each) === wanted));
  copyInstallation(await installed(manager, others ?? []), folder);
  await add[manager](folder, tarballs ?? []);
}

/** The folder in which packages of the registry are installed, for all who want the same. */
export async function installed(manager: Installer, packages: readonly string[]): Promise<string> {
  const parts = [manager, versionOf(manager), process.version, await registry(), ...packages];
  return warmInstallation(parts, async (folder) => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "users", private: true }));
    await add[manager](folder, packages);
  });
}

const add: Readonly<Record<Installer, (folder: string, packages: readonly string[]) => Promise<unknown>>> = {
  npm: (folder, packages) =>
    run("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packages], { cwd: folder }),
  pnpm: async (folder, packages) => {
    const settings = [`--registry=${await registry()}`, `--store-dir=${sharedFolder("pnpm")}`];
    return run(command("pnpm"), ["add", ...settings, ...packages], { cwd: folder });
  },
  yarn: (folder, packages) => addByYarn("node-modules", folder, packages),
  yarnPnp: (folder, packages) => addByYarn("pnp", folder, packages),
};

async function addByYarn(nodeLinker: string, folder: string, packages: readonly string[]): Promise<unknown> {
  const settings = {
    nodeLinker,
    enableTelemetry: false,
    enableGlobalCache: true,
    globalFolder: sharedFolder("yarn"),
    enableScripts: false,
    npmRegistryServer: await registry(),
    httpsCaFilePath: process.env.NODE_EXTRA_CA_CERTS,
  };
  appendFileSync(join(folder, "yarn.lock"), "");
  // JSON is YAML, too, and leaves out what is not set.
  writeFileSync(join(folder, ".yarnrc.yml"), JSON.stringify(settings));
  return run(command("yarn"), ["add", ...packages.map(yarnRange)], {
    cwd: folder,
    env: { ...process.env, YARN_IGNORE_PATH: "1" },
  });
}

let registryAddress: Promise<string> | undefined;

/** The registry that npm asks. */
function registry(): Promise<string> {
  registryAddress ??= run("npm", ["config", "get", "registry"]).then(({ stdout }) => stdout.trim());
  return registryAddress;
}

/** The version of the lock file; npm comes with Node. */
function versionOf(manager: Installer): string {
  const names = { npm: undefined, pnpm: "pnpm", yarn: "@yarnpkg/cli-dist", yarnPnp: "@yarnpkg/cli-dist" };
  const name = names[manager];
  if (name === undefined) return "";
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

function isTarball(wanted: string): boolean {
  return wanted.endsWith(".tgz");
}

/** A command of this repository's own packages, in the version of the lock file. */
export function command(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));
}

/** Yarn wants a tarball to be named. */
function yarnRange(wanted: string): string {
  return isTarball(wanted) ? `pulumi-gce@file:${wanted}` : wanted;
}

/** The folder of a Node binary of a major version, from the npm registry. */
export async function nodeFolder(major: number): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  return join(await installed("npm", [`${name}@${String(major)}`]), "node_modules", name, "bin");
}
