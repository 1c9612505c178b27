import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stringify } from "yaml";
import type { EmulatorOptions } from "../../emulator/src/index";
import { oldestCli } from "../../tools/pulumi/goBuild";
import { languageHost, sdkGenerator, type Language } from "../../tools/pulumi/languageHosts";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { canaryToken } from "./routeProvider";
import { startRouteStack } from "./routeStack";
import type { Stack } from "./stack";

const provider = fileURLToPath(new URL("../../provider", import.meta.url));
const run = promisify(execFile);

/** Where a project has the plugin, as its `Pulumi.yaml` says it. */
const pluginFolder = "node_modules/pulumi-gce/lib/plugin";

const pipInstall = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
/** The newest that one can get. */
export const pythonSdk = "pulumi==3.272.0";

/** That of the packages which write the SDK for Go. */
const goSdk = `github.com/pulumi/pulumi/sdk/v3@v${oldestCli.version}`;

/** The parts of a plugin's stack. */
export interface PluginStackOptions {
  /** Files of the program's folder beside `Pulumi.yaml`. */
  readonly files?: Readonly<Record<string, string>>;
  /** The rest of `Pulumi.yaml`, besides the project's name, its language and the plugin. */
  readonly project?: object;
  readonly config?: Record<string, string>;
  readonly environment?: Record<string, string>;
  readonly emulator?: EmulatorOptions;
}

/** A stack whose program has the plugin, in a folder where the package is installed, and the emulator that it is applied to. */
export async function startPluginStack(language: Language | "nodejs", options: PluginStackOptions = {}) {
  const { files, project, environment, config = {}, ...rest } = options;
  const toolchain = await pulumiToolchain();
  const hosts = language === "nodejs" ? [] : [await languageHost(language, toolchain)];
  const { emulator, stack } = await startRouteStack({
    ...rest,
    files: { "Pulumi.yaml": projectFile(language, project), ...files },
    namespace: "gce",
    config,
    secrets: { "gce:accessToken": canaryToken },
    environment: { ...environment, PATH: [...hosts, toolchain.directory, process.env.PATH].join(delimiter) },
  });
  mkdirSync(join(stack.folder, "node_modules"));
  symlinkSync(provider, join(stack.folder, "node_modules/pulumi-gce"));
  return { emulator, stack };
}

/** The text of a `Pulumi.yaml` with which the engine finds the plugin of an installed package. */
export function projectFile(runtime: string, further: object = {}): string {
  const plugins = { providers: [{ name: "gce", path: pluginFolder }] };
  // Pulumi's YAML has no aliases.
  const style = { aliasDuplicateObjects: false };
  return stringify({ name: "test-project", runtime, plugins, ...further }, style);
}

/** The program with routes of the plugin in place of those of the package. */
export function overPlugin(program: string): string {
  return `{
  const Route = class extends pulumi.CustomResource {
    constructor(...given) { super("gce:index:Route", ...given); }
  };
  const gce = { Route };
  ${program}
}`;
}

/**
 * Why programs of a language cannot run on this machine, for whoever reads that a test was skipped.
 *
 * @param tools what the test builds besides
 */
export async function whyNot(
  language: Language | "typescript",
  ...tools: readonly (() => Promise<unknown>)[]
): Promise<string | undefined> {
  try {
    if (language !== "typescript") await languageHost(language, await pulumiToolchain());
    for (const build of tools) await build();
    if (language === "go") await run("go", ["mod", "download", goSdk], { cwd: tmpdir() });
    if (language === "python") await run("python3", [...pipInstall, "--dry-run", "--no-deps", pythonSdk]);
  } catch (error) {
    const { message } = error as Error;
    // A program that does not compile is a mistake of ours, and so is a wrong checksum.
    const absent = /ENOENT|: 403 |dial tcp|GOPROXY=off|requires go >=|No module named pip|No matching distribution/;
    if (!absent.test(message)) throw error;
    const reason = `No ${language} program can run: ${message}`;
    console.error(reason);
    return reason;
  }
  return undefined;
}

/** The languages whose programs have an SDK that is generated of the schema, as fences of Markdown name them. */
const sdkLanguages = {
  typescript: { runtime: "nodejs", file: "index.ts", installSdk: async () => undefined },
  python: { runtime: "python", file: "__main__.py", installSdk: installPythonPackages },
  go: { runtime: "go", file: "main.go", installSdk: writeGoModule },
} as const;

/** One of them. */
export type SdkLanguage = keyof typeof sdkLanguages;

/** All of them. */
export const everySdkLanguage = Object.keys(sdkLanguages) as readonly SdkLanguage[];

/**
 * A stack whose program has a generated SDK.
 *
 * @param program the first one; what it imports is installed
 * @returns beside the rest `write`, which replaces the program or adds a file to it
 */
export async function startSdkStack(language: SdkLanguage, program: string, options: PluginStackOptions = {}) {
  const { runtime, file, installSdk } = sdkLanguages[language];
  const { emulator, stack } = await startPluginStack(runtime, {
    files: language === "typescript" ? typescriptFiles : {},
    environment: { PYTHONPATH: "packages" },
    ...options,
  });
  const write = (text: string, name: string = file) => {
    // Where the folder of the SDK is not installed as a package.
    stack.write(name, text.replace('"@pulumi/gce"', '"./sdk/nodejs"'));
  };
  await generateSdk(stack, runtime);
  write(program);
  await installSdk(stack);
  return { emulator, stack, write };
}

const typescriptFiles = {
  "package.json": JSON.stringify({ name: "test-program", private: true, main: "index.ts" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, target: "es2020", module: "node16", skipLibCheck: true },
    files: ["index.ts"],
  }),
};

/**
 * Makes the SDK of the plugin for a language, in the program's folder `sdk`.
 *
 * The CLI asks the language's host to write it. The newest hosts that one can build are older than that question: where
 * they do not know it, the generator writes it that the newer ones consist of.
 */
async function generateSdk(stack: Stack, language: "nodejs" | "python" | "go"): Promise<void> {
  const plugin = `./${pluginFolder}/pulumi-resource-gce`;
  const { code, output } = await stack.pulumi(["package", "gen-sdk", plugin, "--language", language, "--out", "sdk"]);
  if (code === 0) return;
  if (!/GeneratePackage not implemented|unknown method GeneratePackage/.test(output)) throw new Error(output);
  const schema = join(stack.folder, pluginFolder, "schema.json");
  await run(await sdkGenerator(), [schema, language, join(stack.folder, "sdk", language)]);
}

/** Installs the generated SDK and Pulumi's own, as a user does, into the folder `packages` of the program. */
async function installPythonPackages({ folder }: Stack): Promise<void> {
  await run("python3", [...pipInstall, "--target", "packages", "./sdk/python", pythonSdk], { cwd: folder });
}

/** Makes the program a module that has the generated SDK and Pulumi's own, as a user does. */
async function writeGoModule({ folder }: Stack): Promise<void> {
  const replacement = "pulumi-gce/sdk/go=./sdk/go";
  for (const args of [["init", "test-program"], ["edit", "-replace", replacement, "-require", goSdk], ["tidy"]])
    await run("go", ["mod", ...args], { cwd: folder });
}
