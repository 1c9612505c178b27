import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cacheFolder, obtain, platformSuffix } from "./cache";
import { buildWithGo, languageHostVersion, newestCli, oldestCli, type CliRelease } from "./goBuild";
import { showProgress } from "./progress";

const isWindows = process.platform === "win32";
const cli = isWindows ? "pulumi.exe" : "pulumi";
const languageHost = isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
/** Starts the process of dynamic providers. */
const launcher = isWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";

/** A Pulumi CLI with everything that a program with dynamic providers needs. */
export interface PulumiToolchain {
  /** The folder to put in front of PATH. */
  readonly directory: string;
  /** The CLI itself, as an absolute path. */
  readonly command: string;
}

let found: Promise<PulumiToolchain> | undefined;

/**
 * The Pulumi CLI of PATH, if it is one of those that are promised, else the newest: the official installer brings it, or Go
 * builds it, and the cache keeps it.
 */
export function pulumiToolchain(): Promise<PulumiToolchain> {
  return (found ??= findToolchain());
}

/** Looks anew, in the environment as it is. */
export function findToolchain(): Promise<PulumiToolchain> {
  return openToolchain(newestCli, ["PATH", onPath]);
}

/** The oldest Pulumi CLI that is promised, whatever is on PATH. */
export function oldestToolchain(): Promise<PulumiToolchain> {
  return openToolchain(oldestCli);
}

type Way = readonly [name: string, way: () => string | Promise<string>];

async function openToolchain(release: CliRelease, ...before: Way[]): Promise<PulumiToolchain> {
  const directory = await findFolder(release, before);
  return { directory, command: join(directory, cli) };
}

async function findFolder(release: CliRelease, before: readonly Way[]): Promise<string> {
  const { version } = release;
  const installed = join(cacheFolder(), `pulumi-${version}-installed-${platformSuffix}`);
  const built = join(cacheFolder(), `pulumi-${version}-node-host-${languageHostVersion}-${platformSuffix}`);
  const mayInstall = process.env.PULUMI_GCE_CLI_INSTALLER !== "off";
  const cached = [mayInstall ? [installed] : [], built].flat().find((folder) => isComplete(join(folder, "bin")));
  const reasons: string[] = [];
  const byInstaller = () => obtainCli(installed, (root) => install(root, version));
  const byBuild = () =>
    obtainCli(built, (root) => {
      console.error(
        `Building the Pulumi CLI ${version} with Go, once. It takes about seven minutes on two quiet cores.`,
      );
      return buildWithGo(join(root, "bin"), release);
    });
  const ways: Way[] = [
    ...before,
    ["the cache", () => join(cached ?? refuse("it has no CLI"), "bin")],
    ["the official installer", () => (mayInstall ? byInstaller() : refuse("it is switched off"))],
    ["a build with Go", byBuild],
  ];
  for (const [name, way] of ways) {
    try {
      return await way();
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `There is no Pulumi CLI. What was tried:\n  ${reasons.join("\n  ")}\nInstall Pulumi ${oldestCli.version} or newer ` +
      "(https://www.pulumi.com/docs/install/), or Go 1.26.6 or newer (https://go.dev/dl/), with which it is built.",
  );
}

function isComplete(folder: string): boolean {
  return [cli, languageHost, launcher].every((name) => existsSync(join(folder, name)));
}

function onPath(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const first = folders.find((folder) => existsSync(join(folder, cli))) ?? refuse("it has no pulumi");
  // A link can lead into an installation.
  const directory = [first, dirname(realpathSync(join(first, cli)))].find(isComplete);
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const version = execFileSync(join(first, cli), ["version"], { env, encoding: "utf8" }).trim().replace(/^v/, "");
  if (version.localeCompare(oldestCli.version, "en", { numeric: true }) < 0)
    refuse(`${first} has version ${version}, and ${oldestCli.version} is needed`);
  return directory ?? refuse(`${first} has no ${languageHost} or no ${launcher} beside the CLI`);
}

/** The installation script, as the SDK runs it. */
async function install(root: string, version: string): Promise<void> {
  await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal: AbortSignal.timeout(4_000) });
  // Loaded only now: it takes half a second, and almost every call finds the CLI in the cache.
  const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
  const { SemVer } = await import("semver");
  await showProgress(
    () => `The official installer gets the Pulumi CLI ${version}, once`,
    () => PulumiCommand.install({ root, version: new SemVer(version) }),
  );
}

/** Makes a folder of the cache with a CLI in its `bin`. */
async function obtainCli(folder: string, make: (root: string) => Promise<void>): Promise<string> {
  const makeWithBin = (root: string) => {
    mkdirSync(join(root, "bin"), { recursive: true });
    return make(root);
  };
  return join(await obtain(folder, makeWithBin, (root) => isComplete(join(root, "bin"))), "bin");
}

function refuse(reason: string): never {
  throw new Error(reason);
}
