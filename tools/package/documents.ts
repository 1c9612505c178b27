import { dirname, join, normalize } from "node:path/posix";

/** What of the package's `package.json` decides where its documents lead. */
export interface PackedManifest {
  readonly version: string;
  readonly repository?: { readonly url: string };
}

/** How a repository shows a file: on a page of its own, or its bytes alone. */
type View = "blob" | "raw";

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
  return relinkedDocument(
    text,
    file,
    (path, view) => repositoryAddress(manifest, `v${manifest.version}`, view, path) ?? packed(path),
  );
}

/**
 * A document whose links to files of the repository lead elsewhere. Where `addressOf` knows no address, only the path is
 * told, and a picture goes.
 *
 * @param file the document, as a path in the repository
 * @param addressOf the address for a path in the repository: of a text (`blob`) or of a picture (`raw`)
 */
export function relinkedDocument(
  text: string,
  file: string,
  addressOf: (path: string, view: View) => string | undefined,
): string {
  const link = /(!?)\[((?:[^[\]]|`[^`]*`)*)\]\(([^()\s]+)\)/g;
  return proseChanged(text, (block) =>
    block.replace(link, (whole, mark: string, label: string, target: string) => {
      if (/^(https?:|mailto:|#)/.test(target)) return whole;
      const [path = "", anchor] = target.split("#");
      const found = normalize(join(dirname(file), path));
      const address = addressOf(found, mark === "" ? "blob" : "raw");
      if (address === undefined) return mark === "" ? `${label} (\`${found}\`)` : "";
      return `${mark}[${label}](${address}${anchor === undefined ? "" : `#${anchor}`})`;
    }),
  );
}

/** A document with changes to everything but its fenced blocks. */
export function proseChanged(text: string, change: (block: string) => string): string {
  const blocks = text.split(/(^```[^]*?^```$)/m);
  return blocks.map((block, index) => (index % 2 === 0 ? change(block) : block)).join("");
}

/** Where the repository shows a file of a revision; undefined when its address is not known. */
export function repositoryAddress(
  manifest: Pick<PackedManifest, "repository">,
  revision: string,
  view: View,
  path: string,
): string | undefined {
  const home = repositoryHome(manifest);
  return home === undefined ? undefined : `${home}/${view}/${revision}/${path}`;
}

/** The first page of the repository; undefined when its address is not known. */
export function repositoryHome({ repository }: Pick<PackedManifest, "repository">): string | undefined {
  return /^git\+(https:\/\/.+?)(?:\.git)?$/.exec(repository?.url ?? "")?.[1];
}
