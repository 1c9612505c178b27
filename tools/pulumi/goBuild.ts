import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executables, findExecutable, pathFolders } from "./executables";
import { withLateTables } from "./lateTables";
import type { Progress } from "./progress";
import type { CachedSource } from "./source";
import { output } from "./subprocess";
import { builtCliVersion, builtLanguageHostVersion, isAtLeast, minimumGoVersion } from "./versions";

const modules = join(import.meta.dirname, "go");
/** What `go build -v` prints for every package it compiles; anything else it prints has spaces. */
const isPackagePath = /^\S+$/;
const sdkModule = "github.com/pulumi/pulumi/sdk/v3";

interface GoProgram {
  readonly title: string;
  /** The folder with the go.mod and go.sum it is built from. */
  readonly module: string;
  readonly packagePath: string;
  readonly version: string;
  readonly executable: string;
}

const languageHost: GoProgram = {
  title: "Pulumi's Node language host",
  module: join(modules, "language-host"),
  packagePath: `${sdkModule}/nodejs/cmd/pulumi-language-nodejs`,
  version: builtLanguageHostVersion,
  executable: executables.languageHost,
};

const cli: GoProgram = {
  title: "the Pulumi CLI",
  module: join(modules, "cli"),
  packagePath: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  version: builtCliVersion,
  executable: executables.cli,
};

/** The versions of all the modules that go into the programs, and what is changed in them, as a few digits. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = [languageHost, cli].map(({ module }) => join(module, "go.sum"));
  for (const file of [...files, join(import.meta.dirname, "lateTables.ts")]) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 8);
}

async function goObstacle(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const go = await findExecutable(executables.go, pathFolders(environment));
  if (go === undefined) {
    return "there is no go on PATH";
  }
  try {
    // From inside the module, where Go may switch to a newer toolchain by itself.
    const found = (await output(go, ["version"], { environment, workingDirectory: cli.module })).trim();
    return isAtLeast(found, minimumGoVersion) === true
      ? undefined
      : `${go} is too old: "${found}", and ${minimumGoVersion} is needed`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function compile(
  program: GoProgram,
  directory: string,
  environment: NodeJS.ProcessEnv,
  progress: Progress,
  changes: readonly string[] = [],
) {
  let downloads = 0;
  let packages = 0;
  const linkerFlags = `-s -w -X ${sdkModule}/go/common/version.Version=${program.version}`;
  const target = join(directory, program.executable);
  const args = ["build", "-v", "-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags", linkerFlags, ...changes];
  await progress.during(`building ${program.title} ${program.version} with Go`, async (tell) => {
    await output(executables.go, [...args, "-o", target, program.packagePath], {
      environment,
      workingDirectory: program.module,
      onErrorLine: (line) => {
        if (line.startsWith("go: downloading ")) {
          downloads += 1;
          tell(`${String(downloads)} modules downloaded`);
        } else if (isPackagePath.test(line)) {
          packages += 1;
          tell(`${String(packages)} packages compiled`);
        }
      },
    });
  });
}

async function compileCli(directory: string, environment: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "pulumi-gce-build-"));
  try {
    const changes = await withLateTables(cli.module, folder, environment);
    await compile(cli, directory, environment, progress, changes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The launcher is a script of the SDK's repository that is in no npm package. */
async function copyLauncher(directory: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const description = await output(executables.go, ["mod", "download", "-json", `${sdkModule}@v${builtCliVersion}`], {
    environment,
    workingDirectory: cli.module,
  });
  const { Dir: sdk } = JSON.parse(description) as { readonly Dir: string };
  const target = join(directory, executables.launcher);
  await copyFile(join(sdk, "nodejs", "dist", executables.launcher), target);
  // Files in Go's module cache are neither executable nor writable.
  await chmod(target, 0o755);
}

/** Everything built from public Go modules: needs Go and a module proxy, nothing else. */
export function goBuild(environment: NodeJS.ProcessEnv): CachedSource {
  // Without cgo no C compiler is needed, and the result runs on every libc.
  const goEnvironment = { ...environment, CGO_ENABLED: "0", GOWORK: "off" };
  const versions = `${builtCliVersion}-node-host-${builtLanguageHostVersion}`;
  return {
    name: "go",
    title: "a build with Go",
    participle: "built with Go",
    key: `pulumi-${versions}-${fingerprint()}-${process.platform}-${process.arch}`,
    switchedOff: undefined,
    obstacle: () => goObstacle(goEnvironment),
    build: async (directory, progress) => {
      progress.say("this takes about three minutes on two cores, once; later calls find the result in the cache");
      const executablesFolder = join(directory, "bin");
      // The long one last: whatever is wrong shows early.
      await copyLauncher(executablesFolder, goEnvironment);
      await compile(languageHost, executablesFolder, goEnvironment, progress);
      await compileCli(executablesFolder, goEnvironment, progress);
      const built = await output(join(executablesFolder, executables.cli), ["version"], {
        environment: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "1" },
      });
      return built.trim().replace(/^v/, "");
    },
  };
}
