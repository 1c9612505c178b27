import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pluginPackage } from "../../provider/src/names/typeToken";

/** The parts of `provider/package.json` that the plugin's schema repeats. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Of a release: the repository itself does not know where it is kept. */
  readonly repository?: { readonly url: string };
}

/** The schema's words about the package as a whole, for registries and for the generators of SDKs. */
export interface PackageMetadata {
  readonly publisher: string;
  readonly keywords: readonly string[];
  readonly homepage?: string;
  readonly repository?: string;
  readonly logoUrl?: string;
  /** From where the CLI gets the plugin: the archives of a release. */
  readonly pluginDownloadURL?: string;
  readonly language: Readonly<Record<"nodejs" | "python" | "go" | "csharp" | "java", object>>;
}

/**
 * Generators name others where a schema says nothing: `com.pulumi` in Java, `Pulumi` in .NET, and the publisher "Pulumi
 * Corp.". Without a repository, the names are those of the package alone, which belong to no domain.
 */
export function packageMetadata({ name, version, repository }: Manifest): PackageMetadata {
  const source = readSource(repository?.url ?? "");
  const sdk = { respectSchemaVersion: true };
  return {
    publisher: source?.owner ?? name,
    keywords: ["pulumi", pluginPackage, "category/cloud", "kind/native"],
    ...(source === undefined
      ? {}
      : {
          homepage: source.home,
          repository: source.home,
          // The generator for .NET loads it as the icon of the SDK.
          logoUrl: `${source.home}/raw/v${version}/pictures/logo.png`,
          ...(source.download === undefined ? {} : { pluginDownloadURL: source.download }),
        }),
    language: {
      nodejs: sdk,
      python: { ...sdk, packageName: name.replaceAll("-", "_"), pyproject: { enabled: true } },
      // The SDK is not published: a program puts its folder in the place of this module, which its examples import.
      go: { ...sdk, importBasePath: `${name}/sdk/go/${pluginPackage}` },
      csharp: { ...sdk, rootNamespace: "PulumiGce", namespaces: { [pluginPackage]: "Gce" } },
      java:
        source === undefined
          ? { basePackage: name.replaceAll("-", "") }
          : // Gradle's files name the repository.
            { basePackage: source.domain, buildFiles: "gradle" },
    },
  };
}

/** The text of the schema in a package's folder as it is packed: that of a release says where its source is. */
export function packedSchema(folder: string): string {
  const text = readFileSync(join(folder, "plugin/schema.json"), "utf8");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  if (manifest.repository === undefined) return text;
  return `${JSON.stringify({ ...(JSON.parse(text) as object), ...packageMetadata(manifest) })}\n`;
}

interface Source {
  readonly home: string;
  readonly owner: string;
  /** The other way round, as a package of Java: that of the owner. */
  readonly domain: string;
  /** The page of its releases, as the CLI names it, where it knows how to read one. */
  readonly download: string | undefined;
}

/** The parts of the address of a Git repository; `undefined` for one that is none. */
function readSource(url: string): Source | undefined {
  const [, home = "", host = "", owner = "", project = ""] =
    /^git\+(https:\/\/([^/]+)\/([^/]+)\/(.+?))(?:\.git)?$/.exec(url) ?? [];
  if (home === "") return undefined;
  const isGitHub = host === "github.com";
  // Owners have their pages there, so it is theirs.
  const domain = isGitHub ? "io.github" : host.split(".").reverse().join(".");
  const identifier = owner.toLowerCase().replaceAll(/\W/g, "_").replace(/^\d/, "_$&");
  return {
    home,
    owner,
    domain: `${domain}.${identifier}`,
    download: isGitHub ? `github://api.github.com/${owner}/${project}` : undefined,
  };
}
