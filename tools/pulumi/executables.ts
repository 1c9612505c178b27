import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";

const isWindows = process.platform === "win32";

/** File names of the three programs a Node program needs, as the engine looks for them on PATH. */
export const executables = {
  cli: isWindows ? "pulumi.exe" : "pulumi",
  languageHost: isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
  /** Starts the process that dynamic providers run in. */
  launcher: isWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
  go: isWindows ? "go.exe" : "go",
} as const;

/** What one directory has to hold before it is of any use. */
export const toolchainExecutables = [executables.cli, executables.languageHost, executables.launcher] as const;

/** The name PATH has in this environment: on Windows it is usually `Path`, and a second `PATH` would be ignored. */
export function pathVariable(environment: NodeJS.ProcessEnv): string {
  return Object.keys(environment).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

/** The folders of PATH. Relative ones are left out: what they mean depends on the working directory. */
export function pathFolders(environment: NodeJS.ProcessEnv): string[] {
  return (environment[pathVariable(environment)] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The first of `folders` that holds an executable file called `name`, joined with that name. */
export async function findExecutable(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const candidate = join(folder, name);
    if (await isExecutableFile(candidate)) {
      return candidate;
    }
  }
  return undefined;
}

/** The folder of an executable, and the folder of what it links to when it is a link into an installation. */
export async function foldersOf(executable: string): Promise<string[]> {
  return [...new Set([dirname(executable), dirname(await realpath(executable))])];
}
