import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, describe, expect, it } from "vitest";
import { markdownAnchors, markdownLinks } from "../support/markdown";
import { packedPackage } from "../support/packedPackage";

describe("the packed package", () => {
  let tarball: Buffer;
  let files: string[];
  let manifest: Record<string, unknown>;

  beforeAll(() => {
    const path = packedPackage();
    tarball = readFileSync(path);
    files = execFileSync("tar", ["-tzf", path], { encoding: "utf8" }).trim().split("\n");
    const text = execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" });
    manifest = JSON.parse(text) as Record<string, unknown>;
  });

  it("contains what a user needs and nothing else", () => {
    const outside = files.filter(
      (name) =>
        !/^package\/(lib\/(.+\.(js|js\.map|d\.ts)|licenses\.txt)|docs\/.+\.md|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(
          name,
        ),
    );
    expect(outside).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        "package/lib/index.js",
        "package/lib/index.d.ts",
        "package/lib/engine/entry.js",
        "package/LICENSE",
        "package/README.md",
        "package/CHANGELOG.md",
      ]),
    );
  });

  it("has documents whose links lead to a file of the package and a heading of it, or to another host", () => {
    const read = (name: string) => execFileSync("tar", ["-xzOf", packedPackage(), name], { encoding: "utf8" });
    const documents = files.filter((name) => name.endsWith(".md"));
    const dead = documents.flatMap((file) =>
      markdownLinks(read(file)).filter((target) => {
        if (/^https:/.test(target)) return false;
        const [path = "", anchor] = target.split("#");
        const found = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
        return !files.includes(found) || (anchor !== undefined && !markdownAnchors(read(found)).has(anchor));
      }),
    );
    expect(dead).toEqual([]);
    expect(markdownLinks(read("package/README.md"))).toContainEqual(
      expect.stringMatching(/(^|\/)docs\/troubleshooting\.md$/),
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
