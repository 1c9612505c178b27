import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cacheFolder, obtain, platformSuffix } from "./cache";
import { buildWithGo, languageHostVersion } from "./goBuild";

/** The oldest Pulumi CLI that the package is tested with. It is the one that is installed or built. */
export const cliVersion = "3.245.0";

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

/** The Pulumi CLI of PATH, else one that the official installer brings, else one built with Go. The cache keeps the last two. */
export function pulumiToolchain(): Promise<PulumiToolchain> {
  return (found ??= findToolchain());
}

/** Looks anew, in the environment as it is. */
export async function findToolchain(): Promise<PulumiToolchain> {
  const directory = await findFolder();
  return { directory, command: join(directory, cli) };
}

async function findFolder(): Promise<string> {
  const installed = join(cacheFolder(), `pulumi-${cliVersion}-installed-${platformSuffix}`);
  const built = join(cacheFolder(), `pulumi-${cliVersion}-node-host-${languageHostVersion}-${platformSuffix}`);
  const mayInstall = process.env.PULUMI_GCE_CLI_INSTALLER !== "off";
  const kept = [mayInstall ? [installed] : [], built].flat().find((place) => isComplete(join(place, "bin")));
  const reasons: string[] = [];
  const ways: [name: string, way: () => string | Promise<string>][] = [
    ["PATH", onPath],
    ["the cache", () => join(kept ?? refuse("it has no CLI"), "bin")],
    ["the official installer", () => (mayInstall ? obtainCli(installed, install) : refuse("it is switched off"))],
    ["a build with Go", () => obtainCli(built, (root) => buildWithGo(join(root, "bin"), cliVersion))],
  ];
  for (const [name, way] of ways) {
    try {
      return await way();
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `There is no Pulumi CLI. What was tried:\n  ${reasons.join("\n  ")}\nInstall Pulumi ${cliVersion} or newer ` +
      "(https://www.pulumi.com/docs/install/), or Go 1.25.8 or newer (https://go.dev/dl/), with which it is built.",
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
  if (version.localeCompare(cliVersion, "en", { numeric: true }) < 0)
    refuse(`${first} has version ${version}, and ${cliVersion} is needed`);
  return directory ?? refuse(`${first} has no ${languageHost} or no ${launcher} beside the CLI`);
}

/** The installation script, as the SDK runs it. */
async function install(root: string): Promise<void> {
  await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal: AbortSignal.timeout(4_000) });
  // Loaded only now: it takes half a second, and almost every call finds the CLI in the cache.
  const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
  await PulumiCommand.install({ root });
}

/** Makes a folder of the cache with a CLI in its `bin`. */
async function obtainCli(place: string, make: (root: string) => Promise<void>): Promise<string> {
  console.error(`Getting the Pulumi CLI ${cliVersion}, once. A build with Go takes about four minutes on two cores.`);
  const makeWithBin = (root: string) => {
    mkdirSync(join(root, "bin"), { recursive: true });
    return make(root);
  };
  return join(await obtain(place, makeWithBin, (root) => isComplete(join(root, "bin"))), "bin");
}

function refuse(reason: string): never {
  throw new Error(reason);
}
