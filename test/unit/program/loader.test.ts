import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loader, providerKey } from "../../../provider/src/program/loader";

describe("the loader", () => {
  // A change of this text is a change of a contract: refresh and delete run the copy that is in the state.
  it("is, byte for byte, what states of every released version hold", () => {
    expect(providerKey).toBe("__provider");
    expect(loader("Route")).toBe(
      "exports.handler=_=>require(require.resolve('pulumi-gce/runtime',{paths:['.',require.main.path]})).Route",
    );
  });
});

describe("the loader, run the way the engine's provider process runs it", () => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  /** A folder with a package of our name in it that says where it was loaded from. */
  function folderWithPackage(says: string | undefined): string {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-gce-loader-"));
    folders.push(folder);
    if (says !== undefined) {
      const runtime = join(folder, "node_modules", "pulumi-gce");
      mkdirSync(runtime, { recursive: true });
      const exported = { "./runtime": "./entry.js" };
      writeFileSync(join(runtime, "package.json"), JSON.stringify({ name: "pulumi-gce", exports: exported }));
      writeFileSync(join(runtime, "entry.js"), `exports.Route = ${JSON.stringify(says)};`);
    }
    return folder;
  }

  /** What the loader finds in a process of that working directory, whose main module is in the other folder. */
  function loaded(workingDirectory: string, mainFolder: string): string {
    const main = join(mainFolder, "main.js");
    // What `require-from-string`, which the SDK uses, does with the text: a module without a file.
    writeFileSync(
      main,
      `const m = new (require("module"))(""); m._compile(process.argv[2], ""); console.log(m.exports.handler());`,
    );
    return execFileSync(process.execPath, [main, loader("Route")], { cwd: workingDirectory, encoding: "utf8" }).trim();
  }

  it("finds the package from the program's folder first", () => {
    expect(loaded(folderWithPackage("the program's"), folderWithPackage("the SDK's"))).toBe("the program's");
  });

  it("finds it from a folder below the one that holds it", () => {
    const below = join(folderWithPackage("the program's"), "a", "b");
    mkdirSync(below, { recursive: true });
    expect(loaded(below, folderWithPackage(undefined))).toBe("the program's");
  });

  it("falls back to the one beside the SDK", () => {
    expect(loaded(folderWithPackage(undefined), folderWithPackage("the SDK's"))).toBe("the SDK's");
  });
});
