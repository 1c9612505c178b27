import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toolchainExecutables } from "../../tools/pulumi/executables";

export const tools = join(import.meta.dirname, "../../tools/pulumi");
export const tsx = join(import.meta.dirname, "../../node_modules/tsx/dist/loader.mjs");

/** An executable shell script. */
export async function script(path: string, body: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
}

/** A folder with fakes of the three programs; the CLI gives `version` as its own and otherwise runs `body`. */
export async function installation(
  folder: string,
  name: string,
  version: string,
  missing: readonly string[] = [],
  body = "exit 0",
) {
  const directory = join(folder, name);
  for (const executable of toolchainExecutables.filter((each) => !missing.includes(each))) {
    await script(join(directory, executable), `if [ "$1" = version ]; then echo v${version}; exit 0; fi\n${body}`);
  }
  return directory;
}

/** All that a process prints. */
export async function textOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await once(child, "close");
  return text;
}
