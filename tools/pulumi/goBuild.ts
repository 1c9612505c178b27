import { execFile } from "node:child_process";
import { chmodSync, copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { showProgress } from "./progress";

const modules = join(import.meta.dirname, "go");
const sdk = "github.com/pulumi/pulumi/sdk/v3";
const run = promisify(execFile);

/** A version of the Pulumi CLI, and the folder of the Go module in which it is built. */
export interface CliRelease {
  readonly version: string;
  readonly module: string;
}

/** The newest Pulumi CLI whose module one can get: the one that is installed or built. */
export const newestCli: CliRelease = { version: "3.274.1", module: "cli" };

/** The oldest Pulumi CLI that the package promises to work with. One on PATH may be as old. */
export const oldestCli: CliRelease = { version: "3.245.0", module: "oldest-cli" };

/** The last language hosts for Node and Python that are part of a module one can get; they work with the CLI. */
export const languageHostVersion = "3.68.0";

/** The last language host for Go that is part of a module one can get; it works with the CLI. */
export const goHostVersion = "3.62.0";

/** The newest YAML language host that one can get. */
export const yamlHostVersion = "1.32.0";

/** Builds the CLI, as its public modules are, and what belongs to it, into this folder. Needs Go and a module proxy. */
export async function buildWithGo(folder: string, { version, module }: CliRelease): Promise<void> {
  // The launcher of dynamic providers is a script of the SDK's repository that is in no npm package.
  await copyScript(folder, module, version, "nodejs/dist/pulumi-resource-pulumi-nodejs");
  // The long one last: whatever is wrong shows early.
  await build(folder, "language-hosts", `${sdk}/nodejs/cmd/pulumi-language-nodejs`, languageHostVersion);
  await build(folder, module, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", version);
}

/** Builds Pulumi's language host for YAML into this folder. */
export function buildYamlHost(folder: string): Promise<void> {
  const program = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
  return build(folder, "yaml-language-host", program, yamlHostVersion, "github.com/pulumi/pulumi-yaml/pkg/version");
}

/** Builds Pulumi's language host for Go into this folder. */
export function buildGoHost(folder: string): Promise<void> {
  return build(folder, "go-language-host", `${sdk}/go/pulumi-language-go`, goHostVersion);
}

/** Builds Pulumi's language host for Python into this folder. */
export async function buildPythonHost(folder: string): Promise<void> {
  await copyScript(folder, "language-hosts", languageHostVersion, "python/cmd/pulumi-language-python-exec");
  await build(folder, "language-hosts", `${sdk}/python/cmd/pulumi-language-python`, languageHostVersion);
}

/**
 * Builds the generator of SDKs into this folder: the hosts that one can build are older than those that generate. It is
 * made of the packages of the oldest CLI, because what the newest generates needs an SDK that needs Node 22.
 */
export function buildSdkGenerator(folder: string): Promise<void> {
  return build(folder, oldestCli.module, join(modules, "sdk-generator.go"), oldestCli.version);
}

/**
 * Builds the converter of examples into this folder, of the packages of the YAML host: that host reads programs in YAML for
 * `pulumi convert`, and the ones that one can build for the other languages are older than those that write.
 */
export function buildExampleConverter(folder: string): Promise<void> {
  return build(folder, "yaml-language-host", join(modules, "example-programs.go"), yamlHostVersion);
}

/** Builds one program of a module's requirements, and shows how far it is. Its file has the name of the program's folder. */
async function build(
  folder: string,
  module: string,
  program: string,
  version: string,
  versionPackage = `${sdk}/go/common/version`,
): Promise<void> {
  const name = basename(program, ".go");
  const flags = ["-mod=readonly", "-buildvcs=false", "-trimpath"];
  flags.push("-ldflags", `-s -w -X ${versionPackage}.Version=${version}`);
  let [downloaded, built] = [0, 0];
  let packages: number | undefined;
  const describe = () =>
    packages === undefined
      ? `${name}: ${String(downloaded)} modules downloaded`
      : `${name}: ${String(built)} of ${String(packages)} packages built`;
  await showProgress(describe, async () => {
    // The list downloads the modules, of which it says each, and has the packages that are not in Go's cache.
    const stale = await go(
      module,
      ["list", "-deps", ...flags, "-f", "{{if .Stale}}{{.ImportPath}}{{end}}", program],
      () => {
        downloaded += 1;
      },
    );
    packages = stale.split("\n").filter(Boolean).length;
    await go(module, ["build", "-v", ...flags, "-o", join(folder, name), program], (line) => {
      if (isPackage(line)) built += 1;
    });
  });
}

/** Copies a script of the SDK. Files in Go's module cache are neither executable nor writable. */
async function copyScript(folder: string, module: string, version: string, path: string): Promise<void> {
  const { Dir: source } = JSON.parse(await go(module, ["mod", "download", "-json", `${sdk}@v${version}`])) as {
    Dir: string;
  };
  const script = join(folder, basename(path));
  copyFileSync(join(source, path), script);
  chmodSync(script, 0o755);
}

/** @param hear gets each line that Go says meanwhile */
async function go(module: string, args: readonly string[], hear?: (line: string) => void): Promise<string> {
  // Without cgo no C compiler is needed, and the result runs on every libc.
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };
  const running = run("go", args, { cwd: join(modules, module), env, maxBuffer: Infinity });
  const { stderr } = running.child;
  if (hear !== undefined && stderr !== null) createInterface({ input: stderr }).on("line", hear);
  try {
    return (await running).stdout;
  } catch (error) {
    throw withoutPackages(error as Error);
  }
}

/** `go build -v` names each package alone in its line. */
function isPackage(line: string): boolean {
  return /^\S+$/.test(line);
}

/** The error without the names of what was built well. */
function withoutPackages({ message }: Error): Error {
  const lines = message.split("\n").filter((line) => !isPackage(line) && !line.startsWith("go: downloading "));
  return new Error(lines.join("\n").trim());
}
