import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { temporaryFolder } from "./pulumiEnvironment";

const provider = fileURLToPath(new URL("../../provider", import.meta.url));

/** Packs the package once: two at a time would write the same files in its folder. */
export function setup({ provide }: TestProject): () => void {
  const folder = temporaryFolder();
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: provider, stdio: "pipe" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}`);
  provide("tarball", join(folder, tarball));
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
