import { createHash } from "node:crypto";
import { symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { obtain } from "./cache";
import { executables, findExecutable, foldersOf, pathFolders } from "./executables";
import type { PathSearch } from "./source";
import { output } from "./subprocess";
import { isAtLeast, minimumCliVersion } from "./versions";

const versionTimeoutMilliseconds = 20_000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Takes the `pulumi` a shell would run, when it is recent enough and complete. An official installation carries the
 * Node language host and the launcher beside it; a CLI without them would fail only in the middle of an update.
 */
export function pathSearch(environment: NodeJS.ProcessEnv, cache: string): PathSearch {
  return async (progress) => {
    const folders = pathFolders(environment);
    const command = await findExecutable(executables.cli, folders);
    if (command === undefined) {
      return { rejected: "there is no pulumi on PATH" };
    }
    let version: string;
    try {
      const quiet = { ...environment, PULUMI_SKIP_UPDATE_CHECK: "1" };
      const text = await output(command, ["version"], {
        environment: quiet,
        timeoutMilliseconds: versionTimeoutMilliseconds,
      });
      version = text.trim().replace(/^v/, "");
    } catch (error) {
      return { rejected: `${command} does not tell its version: ${messageOf(error)}` };
    }
    const recent = isAtLeast(version, minimumCliVersion);
    if (recent === undefined) {
      return { rejected: `${command} gives "${version}" as its version` };
    }
    if (!recent) {
      return { rejected: `${command} is version ${version}, older than ${minimumCliVersion}` };
    }
    const paths = [command];
    for (const name of [executables.languageHost, executables.launcher]) {
      const path = await findExecutable(name, [...(await foldersOf(command)), ...folders]);
      if (path === undefined) {
        return { rejected: `${command} is version ${version}, but ${name} is neither beside it nor on PATH` };
      }
      paths.push(path);
    }
    if (paths.every((path) => dirname(path) === dirname(command))) {
      return { directory: dirname(command), version };
    }
    try {
      const key = `links-${createHash("sha256").update(paths.join("\n")).digest("hex").slice(0, 16)}`;
      const link = async (directory: string) => {
        await Promise.all(paths.map((path) => symlink(path, join(directory, "bin", basename(path)))));
        return version;
      };
      return { directory: (await obtain(cache, key, link, progress)).directory, version };
    } catch (error) {
      return { rejected: `${command} and what belongs to it cannot be linked into one folder: ${messageOf(error)}` };
    }
  };
}
