/**
 * Before `npm pack`: puts documents of the repository's root into a package, with links that work there.
 *
 * Argument: the folder of the package, `provider` or `emulator`.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packedDocument, type PackedManifest } from "./documents";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** The documents of the root that each package has a copy of; the emulator has a README of its own. */
const documentsOf: Readonly<Record<string, readonly string[]>> = {
  provider: ["README.md", "CHANGELOG.md"],
  emulator: ["CHANGELOG.md"],
};
const [name = ""] = process.argv.slice(2);
const documents = documentsOf[name];
if (documents === undefined) throw new Error(`Name the folder of a package: ${Object.keys(documentsOf).join(" or ")}.`);
const folder = join(repository, name);
const { files } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { files: readonly string[] };

/** A package has what its manifest names of its folder, and copies of some files of the root. */
function packed(path: string): string | undefined {
  if (path === "LICENSE" || documents?.includes(path) === true) return path;
  const below = path.startsWith(`${name}/`) ? path.slice(name.length + 1) : "";
  const isPacked = files.some((file) => below === file || below.startsWith(`${file}/`));
  return isPacked && existsSync(join(repository, path)) ? below : undefined;
}

const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackedManifest;
for (const file of documents) {
  const text = readFileSync(join(repository, file), "utf8");
  writeFileSync(join(folder, file), packedDocument(text, file, packed, manifest));
}
copyFileSync(join(repository, "LICENSE"), join(folder, "LICENSE"));
