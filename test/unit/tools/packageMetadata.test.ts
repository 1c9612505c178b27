import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageMetadata, packedSchema } from "../../../tools/docs/packageMetadata";
import { folderForTest } from "../../support/untilTestEnds";

const keywords = ["pulumi", "gce", "category/cloud", "kind/native"];
const languages = {
  nodejs: { respectSchemaVersion: true },
  python: { respectSchemaVersion: true, packageName: "pulumi_gce", pyproject: { enabled: true } },
  go: { respectSchemaVersion: true, importBasePath: "pulumi-gce/sdk/go/gce" },
  csharp: { respectSchemaVersion: true, rootNamespace: "PulumiGce", namespaces: { gce: "Gce" } },
};

const manifest = { name: "pulumi-gce", version: "1.2.3" };

/** As `npm pkg set` writes it in a release. */
const release = (url: string) => ({ ...manifest, repository: { url } });

describe("the metadata of the plugin's schema", () => {
  it("name nobody's domain and no address while the package has no repository", () => {
    expect(packageMetadata(manifest)).toEqual({
      publisher: "pulumi-gce",
      keywords,
      language: { ...languages, java: { basePackage: "pulumigce" } },
    });
  });

  it("are those of the repository that a release has", () => {
    expect(packageMetadata(release("git+https://git.example.org/Acme-Cloud/gce.git"))).toEqual({
      publisher: "Acme-Cloud",
      keywords,
      homepage: "https://git.example.org/Acme-Cloud/gce",
      repository: "https://git.example.org/Acme-Cloud/gce",
      logoUrl: "https://git.example.org/Acme-Cloud/gce/raw/v1.2.3/pictures/logo.png",
      language: { ...languages, java: { basePackage: "org.example.git.acme_cloud", buildFiles: "gradle" } },
    });
  });

  it.each([
    ["git+https://github.com/acme/gce.git", "io.github.acme"],
    ["git+https://github.com/7acme/gce", "io.github._7acme"],
  ])("with the repository %s have the Java package %s", (url, basePackage) => {
    expect(packageMetadata(release(url)).language.java).toMatchObject({ basePackage });
  });

  it("name the page of the releases where the CLI can read it", () => {
    const { pluginDownloadURL } = packageMetadata(release("git+https://github.com/acme/gce.git"));
    expect(pluginDownloadURL).toBe("github://api.github.com/acme/gce");
  });
});

describe("the schema in the package", () => {
  const pack = (packed: object): string => {
    const folder = folderForTest();
    mkdirSync(join(folder, "plugin"));
    writeFileSync(join(folder, "package.json"), JSON.stringify(packed));
    writeFileSync(join(folder, "plugin/schema.json"), text);
    return packedSchema(folder);
  };
  const text = '{ "name": "gce", "publisher": "pulumi-gce", "types": {} }\n';

  it("is the one that was checked, without a repository", () => {
    expect(pack(manifest)).toBe(text);
  });

  it("has the repository of a release, and all that it had", () => {
    const packed = release("git+https://github.com/acme/gce.git");
    expect(JSON.parse(pack(packed))).toEqual({ name: "gce", types: {}, ...packageMetadata(packed) });
  });
});
