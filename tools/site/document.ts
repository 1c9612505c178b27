import { dirname, join, relative } from "node:path/posix";
import { proseChanged, relinkedDocument, repositoryAddress, type PackedManifest } from "../package/documents";
import { diagramsAsTables } from "./diagram";
import { pathOf, type SitePage } from "./pages";

/** What the links of the site need to know. */
export interface SiteLinks {
  /** The documents that are pages, as paths in the repository. */
  readonly documents: ReadonlySet<string>;
  /** Whether a path in the repository is a picture that the site can show. */
  readonly isPicture: (path: string) => boolean;
  /** The package whose `repository` says where the sources are. */
  readonly manifest: Pick<PackedManifest, "repository">;
  /** The revision of the sources that links lead to. */
  readonly revision: string;
}

/** Where the site keeps its pictures. */
export const picturesFolder = "pictures";

/**
 * A document as the site has it. Links to other documents lead to their pages, and links to sources to the repository. The
 * marks around generated parts go: they are for tools, and the generator would show them.
 */
export function siteDocument({ file, path, text }: SitePage, links: SiteLinks): string {
  const fromHere = (target: string) => {
    const way = relative(dirname(path), target);
    return way.startsWith(".") ? way : `./${way}`;
  };
  const relinked = relinkedDocument(text, file, (found, view) => {
    const document = [found, join(found, "README.md")].find((each) => links.documents.has(each));
    if (document !== undefined) return fromHere(pathOf(document));
    if (view === "raw" && links.isPicture(found)) return fromHere(join(picturesFolder, found));
    return repositoryAddress(links.manifest, links.revision, view, found);
  });
  return proseChanged(diagramsAsTables(relinked), (block) => block.replace(/^<!--[^]*?-->\n*/gm, ""));
}
