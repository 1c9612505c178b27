import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, obtain, platformSuffix } from "./cache";
import {
  buildExampleConverter,
  buildGoHost,
  buildPythonHost,
  buildSdkGenerator,
  buildYamlHost,
  goHostVersion,
  languageHostVersion,
  oldestCli,
  yamlHostVersion,
} from "./goBuild";
import type { PulumiToolchain } from "./toolchain";

/** The languages, beside those of Node, in which tests have programs. */
export type Language = "yaml" | "python" | "go";

const builds = {
  yaml: { version: yamlHostVersion, build: buildYamlHost },
  python: { version: languageHostVersion, build: buildPythonHost },
  go: { version: goHostVersion, build: buildGoHost },
};

/**
 * The folder, to put on PATH, with what lets the CLI run programs of this language: the CLI's own, else one of the cache,
 * built with Go. `npm run demo` and most tests do without, so nothing is built before somebody asks.
 */
export async function languageHost(language: Language, { directory }: PulumiToolchain): Promise<string> {
  const executable = `pulumi-language-${language}${process.platform === "win32" ? ".exe" : ""}`;
  if (existsSync(join(directory, executable))) return directory;
  const { version, build } = builds[language];
  return obtain(join(cacheFolder(), `pulumi-language-${language}-${version}-${platformSuffix}`), (folder) => {
    console.error(`Building Pulumi's language host for ${language}, once. It takes half a minute after the CLI.`);
    return build(folder);
  });
}

/** A program that writes an SDK as `pulumi package gen-sdk` does: `sdk-generator SCHEMA nodejs|python|go FOLDER`. */
export async function sdkGenerator(): Promise<string> {
  // The second version: the first one wrote no Go.
  const place = join(cacheFolder(), `pulumi-sdk-generator-2-${oldestCli.version}-${platformSuffix}`);
  return join(await obtain(place, buildSdkGenerator), "sdk-generator");
}

/** A program that writes programs in YAML in other languages, as `pulumi convert` does. */
export async function exampleConverter(): Promise<string> {
  const place = join(cacheFolder(), `pulumi-example-programs-${yamlHostVersion}-${platformSuffix}`);
  return join(await obtain(place, buildExampleConverter), "example-programs");
}
