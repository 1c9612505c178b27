import { execFile } from "node:child_process";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const modules = join(import.meta.dirname, "go");
const sdk = "github.com/pulumi/pulumi/sdk/v3";
const run = promisify(execFile);

/** The last Node language host that is part of a module one can get; it works with the CLI. */
export const languageHostVersion = "3.68.0";

/** Builds the CLI, as its public modules are, and what belongs to it, into this folder. Needs Go and a module proxy. */
export async function buildWithGo(folder: string, version: string): Promise<void> {
  // Without cgo no C compiler is needed, and the result runs on every libc.
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };
  const go = async (module: string, ...args: string[]) =>
    (await run("go", args, { cwd: join(modules, module), env, maxBuffer: Infinity })).stdout;
  const build = (module: string, program: string, versionOf: string, executable: string) => {
    const flags = `-s -w -X ${sdk}/go/common/version.Version=${versionOf}`;
    const args = ["-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags", flags];
    return go(module, "build", ...args, "-o", join(folder, executable), program);
  };
  // The launcher of dynamic providers is a script of the SDK's repository that is in no npm package.
  const { Dir: source } = JSON.parse(await go("cli", "mod", "download", "-json", `${sdk}@v${version}`)) as {
    Dir: string;
  };
  const launcher = join(folder, "pulumi-resource-pulumi-nodejs");
  copyFileSync(join(source, "nodejs/dist/pulumi-resource-pulumi-nodejs"), launcher);
  // Files in Go's module cache are neither executable nor writable.
  chmodSync(launcher, 0o755);
  // The long one last: whatever is wrong shows early.
  const host = `${sdk}/nodejs/cmd/pulumi-language-nodejs`;
  await build("language-host", host, languageHostVersion, "pulumi-language-nodejs");
  await build("cli", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", version, "pulumi");
}
