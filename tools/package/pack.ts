/** Before `npm pack`: puts the documents of the repository's root into the package, with links that work there. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packedDocument, type PackedManifest } from "./documents";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const provider = join(repository, "provider");
const documents = ["README.md", "CHANGELOG.md"];
const copies = [...documents, "LICENSE"];

/** The package has the folder `provider`, and copies of some files of the root. */
function packed(path: string): string | undefined {
  if (copies.includes(path)) return path;
  const isDocument = path.startsWith("provider/docs/") && existsSync(join(repository, path));
  return isDocument ? path.slice("provider/".length) : undefined;
}

const manifest = JSON.parse(readFileSync(join(provider, "package.json"), "utf8")) as PackedManifest;
for (const file of documents) {
  const text = readFileSync(join(repository, file), "utf8");
  writeFileSync(join(provider, file), packedDocument(text, file, packed, manifest));
}
copyFileSync(join(repository, "LICENSE"), join(provider, "LICENSE"));
