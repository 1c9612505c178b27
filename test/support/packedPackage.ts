import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const provider = fileURLToPath(new URL("../../provider", import.meta.url));

/** Packs the package as it would be published; the path of the tarball. */
export function packPackage(folder: string): string {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: provider, stdio: "pipe" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}`);
  return join(folder, tarball);
}
