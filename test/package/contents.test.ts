import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, describe, expect, it } from "vitest";
import { markdownAnchors, markdownLinks, repository } from "../support/markdown";
import { packageFolders, packedPackage, type PackageFolder } from "../support/packedPackage";
import { folderForTest } from "../support/untilTestEnds";

/** The files that may be inside of each, and those that have to be. */
const contents: Readonly<Record<PackageFolder, { readonly all: RegExp; readonly some: readonly string[] }>> = {
  provider: {
    all: /^(lib\/(.+\.(js|js\.map|d\.ts)|licenses\.txt|plugin\/(pulumi-resource-gce(\.cmd)?|(package|schema)\.json))|docs\/.+\.md)$/,
    some: [
      ...["lib/index.js", "lib/index.d.ts", "lib/engine/dynamic/entry.js"],
      ...["pulumi-resource-gce", "pulumi-resource-gce.cmd", "package.json", "schema.json"].map(
        (name) => `lib/plugin/${name}`,
      ),
    ],
  },
  emulator: {
    all: /^(lib\/(.+\.(js|js\.map|d\.ts)|licenses\.txt|console\/.+\.(css|html|txt))|description\/\w+\.json|docs\/.+\.(md|png))$/,
    some: [
      ...["lib/index.js", "lib/index.d.ts", "lib/testing.js", "lib/testing.d.ts", "lib/cli.js", "lib/console/main.js"],
      ...["lib/console/index.html", "description/compute.json", "description/seed.json"],
    ],
  },
};

describe.each(packageFolders)("the packed package of the folder %s", (folder) => {
  const { all, some } = contents[folder];
  let tarball: Buffer;
  let files: string[];
  let manifest: Record<string, unknown>;

  beforeAll(() => {
    const path = packedPackage(folder);
    tarball = readFileSync(path);
    files = execFileSync("tar", ["-tzf", path], { encoding: "utf8" }).trim().split("\n");
    const text = execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" });
    manifest = JSON.parse(text) as Record<string, unknown>;
  });

  it("contains what a user needs and nothing else", () => {
    const inside = files.map((name) => name.replace(/^package\//, ""));
    const always = ["package.json", "README.md", "LICENSE", "CHANGELOG.md"];
    expect(inside.filter((name) => !all.test(name) && !always.includes(name))).toEqual([]);
    expect(inside).toEqual(expect.arrayContaining([...some, ...always]));
  });

  it("has documents whose links lead to a file of the package and one of its headings, or to another host", () => {
    const extracted = folderForTest();
    execFileSync("tar", ["-xzf", packedPackage(folder), "-C", extracted]);
    const documents = files.filter((name) => name.endsWith(".md"));
    const texts = new Map(documents.map((name) => [name, readFileSync(join(extracted, name), "utf8")]));
    const anchors = new Map([...texts].map(([name, text]) => [name, markdownAnchors(text)]));
    const linksOf = (name: string) => markdownLinks(texts.get(name) ?? "");
    const dead = documents.flatMap((file) =>
      linksOf(file).filter((target) => {
        if (/^https:/.test(target)) return false;
        const [path = "", anchor] = target.split("#");
        const found = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
        return !files.includes(found) || (anchor !== undefined && anchors.get(found)?.has(anchor) !== true);
      }),
    );
    expect(dead).toEqual([]);
    // Links that are relative in the repository are so in the package, where they lead to something.
    expect(documents.flatMap(linksOf)).toContainEqual(
      expect.stringMatching(
        folder === "provider" ? /(^|\/)docs\/troubleshooting\.md$/ : /(^|\/)description\/compute\.json$/,
      ),
    );
  });

  it("is packed as publint wants it", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("has types that every way of resolving modules finds, and finds right", async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    expect(result.types).toMatchObject({ kind: "included" });
    // `node10` is the resolution of TypeScript before 4.7, which knows no `exports`; `./runtime` is for the state's loader alone.
    const problems = ("problems" in result ? result.problems : []).filter(
      (problem) =>
        !("entrypoint" in problem && problem.entrypoint === "./runtime" && problem.resolutionKind === "node10"),
    );
    expect(problems).toEqual([]);
  });

  it("names each class and function as it exports it", async () => {
    const exported = (await import(join(repository, folder, "lib/index.js"))) as Record<string, unknown>;
    const functions = Object.entries(exported).filter(
      ([name, value]) => name !== "default" && typeof value === "function",
    );
    expect(functions.map(([, value]) => (value as { name: string }).name)).toEqual(functions.map(([name]) => name));
    expect(functions).not.toEqual([]);
  });

  it("runs nothing when it is installed, and is published with its provenance", () => {
    expect(Object.keys((manifest.scripts ?? {}) as object).filter((name) => /^(pre|post)?install$/.test(name))).toEqual(
      [],
    );
    expect(manifest).toMatchObject({
      license: "Apache-2.0",
      publishConfig: { access: "public", provenance: true },
    });
  });
});
