/**
 * Before `npm pack`: puts documents of the repository's root into a package, with links that work wherever they are read.
 *
 * Argument: the folder of the package, `provider` or `emulator`.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The part of a package's `package.json` that decides where its documents lead. */
export interface PackedManifest {
  readonly version: string;
  readonly files: readonly string[];
  readonly repository?: { readonly url: string };
}

/**
 * A document of the root as the package in `folder` has it. Links lead to the repository at the version's tag. While the
 * package does not say its repository, they lead to what is packed, other links become paths, and pictures go.
 */
function packDocument(text: string, folder: string, { version, files, repository }: PackedManifest): string {
  const [, home] = /^git\+(https:\/\/.+?)(?:\.git)?$/.exec(repository?.url ?? "") ?? [];
  const toAddress = (path: string, view: "blob" | "raw"): string | undefined => {
    if (home !== undefined) return `${home}/${view}/v${version}/${path}`;
    const below = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
    const isPacked = files.some((file) => below === file || below.startsWith(`${file}/`));
    return isPacked && existsSync(join(root, path)) ? below : undefined;
  };
  const link = /(!?)\[((?:[^[\]]|`[^`]*`)*)\]\((?!https?:|mailto:|#)([^()\s#]+)([^()\s]*)\)/g;
  // Every second block is a program.
  const blocks = text.split(/(^```[^]*?^```$)/m).map((block, index) =>
    index % 2 === 1
      ? block
      : block.replace(link, (_link, mark: string, label: string, path: string, anchor: string) => {
          const address = toAddress(path, mark === "" ? "blob" : "raw");
          if (address !== undefined) return `${mark}[${label}](${address}${anchor})`;
          return mark === "" ? `${label} (\`${path}\`)` : "";
        }),
  );
  return blocks.join("");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder = ""] = process.argv.slice(2);
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as PackedManifest;
  // The emulator has a README of its own.
  for (const document of folder === "provider" ? ["README.md", "CHANGELOG.md"] : ["CHANGELOG.md"]) {
    writeFileSync(
      join(root, folder, document),
      packDocument(readFileSync(join(root, document), "utf8"), folder, manifest),
    );
  }
  copyFileSync(join(root, "LICENSE"), join(root, folder, "LICENSE"));
}
