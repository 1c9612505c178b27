import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import type { PackageFolder } from "./packedPackage";
import { temporaryFolder } from "./pulumiEnvironment";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Packs each package once: two at a time would write the same files in its folder. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  const [provider, emulator] = await Promise.all([packed("provider", folder), packed("emulator", folder)]);
  provide("tarballs", { provider, emulator });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

async function packed(name: PackageFolder, folder: string): Promise<string> {
  const destination = join(folder, name);
  mkdirSync(destination);
  await run("npm", ["pack", "--silent", "--pack-destination", destination], { cwd: join(repository, name) });
  const tarball = readdirSync(destination).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${destination}`);
  return join(destination, tarball);
}
