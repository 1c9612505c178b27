import { dirname, join, normalize } from "node:path/posix";

/** What of the package's `package.json` decides where its documents lead. */
export interface PackedManifest {
  readonly version: string;
  readonly repository?: { readonly url: string };
}

/**
 * A document of the repository as the package has it, with links that work wherever it is read: they lead to the
 * repository at the version's tag. Where the package does not say its repository, they lead to what is packed beside the
 * document; of any other only the path is told, and a picture goes.
 *
 * @param file the document, as a path in the repository
 * @param packed by the paths of the files in the repository, those in the package
 */
export function packedDocument(
  text: string,
  file: string,
  packed: (path: string) => string | undefined,
  manifest: PackedManifest,
): string {
  const blocks = text.split(/(^```[^]*?^```$)/m);
  const link = /(!?)\[((?:[^[\]]|`[^`]*`)*)\]\(([^()\s]+)\)/g;
  const prose = (block: string) =>
    block.replace(link, (whole, mark: string, label: string, target: string) => {
      if (/^(https?:|mailto:|#)/.test(target)) return whole;
      const [path = "", anchor] = target.split("#");
      const found = normalize(join(dirname(file), path));
      const address = addressOf(manifest, mark === "" ? "blob" : "raw", found) ?? packed(found);
      if (address === undefined) return mark === "" ? `${label} (\`${found}\`)` : "";
      return `${mark}[${label}](${address}${anchor === undefined ? "" : `#${anchor}`})`;
    });
  return blocks.map((block, index) => (index % 2 === 0 ? prose(block) : block)).join("");
}

/** Where the repository shows a file of a version; undefined when its address is not known. */
function addressOf({ repository, version }: PackedManifest, view: "blob" | "raw", path: string): string | undefined {
  const [, address] = /^git\+(https:\/\/.+?)(?:\.git)?$/.exec(repository?.url ?? "") ?? [];
  return address === undefined ? undefined : `${address}/${view}/v${version}/${path}`;
}
