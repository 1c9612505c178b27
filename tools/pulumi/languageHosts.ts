import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder, obtain, platformSuffix } from "./cache";
import { buildPythonHost, buildYamlHost, languageHostVersion, yamlHostVersion } from "./goBuild";
import { cliVersion, type PulumiToolchain } from "./toolchain";

/** The languages, beside those of Node, in which tests have programs. */
export type Language = "yaml" | "python";

const builds = {
  yaml: { version: yamlHostVersion, build: buildYamlHost },
  python: { version: languageHostVersion, build: buildPythonHost },
};
const run = promisify(execFile);

/**
 * The folder, to put on PATH, with what lets the CLI run programs of this language: the CLI's own, else one of the cache,
 * built with Go. `npm run demo` and most tests do without, so nothing is built before somebody asks.
 */
export async function languageHost(language: Language, { directory }: PulumiToolchain): Promise<string> {
  const executable = `pulumi-language-${language}${process.platform === "win32" ? ".exe" : ""}`;
  if (existsSync(join(directory, executable))) return directory;
  const { version, build } = builds[language];
  return obtain(join(cacheFolder(), `pulumi-language-${language}-${version}-${platformSuffix}`), build);
}

/**
 * The folder, for PYTHONPATH, with Pulumi's SDK for Python and all it needs. It wants `python3` with its `pip`, and no
 * virtual environment, which on Debian is a package of its own.
 */
export async function pythonSdk(): Promise<string> {
  // Parts of it are compiled for one version of Python.
  const { stdout } = await run("python3", ["-c", "import sys; print(sys.implementation.cache_tag)"]);
  const folder = join(cacheFolder(), `pulumi-${cliVersion}-${stdout.trim()}-${platformSuffix}`);
  return obtain(folder, async (draft) => {
    const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--only-binary", ":all:"];
    await run("python3", ["-m", "pip", "install", ...quiet, "--target", draft, `pulumi==${cliVersion}`]);
  });
}
