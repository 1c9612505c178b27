import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { providerKey } from "../../../provider/src/names/internalInputs";
import { entry, loader } from "../../../provider/src/program/loader";
import { packageFolder } from "../../../provider/src/program/packageFolder";

describe("the loader", () => {
  // A change of this text is a change of a contract: refresh and delete run the copy that is in the state.
  it("is, byte for byte, what states of every released version hold", () => {
    expect(providerKey).toBe("__provider");
    expect(loader("Route")).toBe(
      "exports.handler=_=>{try{var f=require.resolve('pulumi-gce/runtime',{paths:['.',require.main.path]})}catch{var e=Error('Run npm i pulumi-gce-*.tgz');e.stack='';throw e}return require(f).Route}",
    );
    expect(loader("Route", "../lib")).toContain(`{paths:['.',require.main.path,"../lib"]}`);
  });

  it("names an entry that the package keeps", () => {
    const { exports } = JSON.parse(readFileSync("provider/package.json", "utf8")) as { exports: object };
    expect(exports).toHaveProperty([entry.replace("pulumi-gce", ".")]);
  });
});

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with a package of our name in it that says where it was loaded from. */
function folderWithPackage(says: string | undefined): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-gce-loader-")));
  folders.push(folder);
  if (says !== undefined) installInto(join(folder, "node_modules"), says);
  return folder;
}

/** @returns the folder of the package */
function installInto(packages: string, says = ""): string {
  const installed = join(packages, "pulumi-gce");
  mkdirSync(installed, { recursive: true });
  const exports = { "./runtime": "./entry.js" };
  writeFileSync(join(installed, "package.json"), JSON.stringify({ name: "pulumi-gce", exports }));
  writeFileSync(join(installed, "entry.js"), `exports.Route = ${JSON.stringify(says)};`);
  return installed;
}

describe("the loader, run the way the engine's provider process runs it", () => {
  /** The result of the loader in a process of that working directory, whose main module is in the other folder. */
  function loaded(workingDirectory: string, mainFolder: string, folder?: string): string {
    const main = join(mainFolder, "main.js");
    // The SDK uses `require-from-string`, which does this with the text: a module without a file.
    writeFileSync(
      main,
      `const m = new (require("module"))(""); m._compile(process.argv[2], ""); console.log(m.exports.handler());`,
    );
    return execFileSync(process.execPath, [main, loader("Route", folder)], {
      cwd: workingDirectory,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  }

  it("finds the package from the program's folder first", () => {
    expect(loaded(folderWithPackage("the program's"), folderWithPackage("the SDK's"))).toBe("the program's");
  });

  it("falls back to the one beside the SDK", () => {
    expect(loaded(folderWithPackage(undefined), folderWithPackage("the SDK's"))).toBe("the SDK's");
  });

  it("falls back to the further folder at last, which is relative to the program's", () => {
    const [program, sdk] = [folderWithPackage(undefined), folderWithPackage(undefined)];
    installInto(join(program, "lib", "node_modules"), "the component's");
    mkdirSync(join(program, "program"));
    expect(loaded(join(program, "program"), sdk, "../lib")).toBe("the component's");
  });

  it("says what to install where it finds none", () => {
    const nowhere = folderWithPackage(undefined);
    expect(() => loaded(nowhere, nowhere)).toThrow("Run npm i pulumi-gce-*.tgz");
  });
});

describe("the further folder of a program", () => {
  const script = (program: string) => join(program, "node_modules/@pulumi/pulumi/cmd/run/index.js");

  /**
   * @param copy the folder of the package that the program has loaded, below the folder that is around both
   * @param run what Node runs, and its arguments
   */
  function furtherFolder(
    copy: string,
    own = "program",
    run: (program: string) => string | string[] = script,
  ): string | undefined {
    const around = folderWithPackage(undefined);
    const program = join(around, "program");
    const launcher = join(program, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
    mkdirSync(launcher, { recursive: true });
    writeFileSync(join(launcher, "index.js"), "");
    const installed = installInto(join(around, copy));
    // As pnpm does: a link where the package is looked for, and the package elsewhere.
    const [holder, deeper] = copy.split("/node_modules/");
    if (deeper !== undefined) symlinkSync(installed, join(around, String(holder), "node_modules", "pulumi-gce"));
    return packageFolder({ command: [run(program)].flat(), program, own: join(around, own) });
  }

  it("is that of the component which has the package for itself", () => {
    expect(furtherFolder("lib/node_modules", "lib/node_modules/pulumi-gce")).toBe("../lib");
    const store = "lib/node_modules/.pnpm/pulumi-gce@1/node_modules";
    expect(furtherFolder(store, `${store}/pulumi-gce`)).toBe("../lib");
    expect(furtherFolder("program/lib/node_modules", "program/lib/node_modules/pulumi-gce")).toBe("lib");
  });

  it("is none where the loader finds the package, and where the program does not know where that is", () => {
    expect(furtherFolder("program/node_modules")).toBeUndefined();
    expect(furtherFolder("node_modules")).toBeUndefined();
    expect(furtherFolder("program/node_modules/@pulumi/pulumi/node_modules")).toBeUndefined();
    for (const other of [
      "index.js",
      "node_modules/.bin/jest",
      "node_modules/@pulumi/pulumi/cmd/run-policy-pack/index.js",
    ])
      expect(furtherFolder("lib/node_modules", "program", (program) => join(program, other))).toBeUndefined();
  });

  it("is an error in a bundle, where nothing has the package", () => {
    expect(() => furtherFolder("elsewhere/node_modules")).toThrow(
      /does not have it\.\n {2}Leave it out of a bundle, .*\n {2}Pack its archive as .*\n {2}Run: cd \S+\/program && npm install \.\/pulumi-gce-\d\S+\.tgz$/,
    );
  });

  describe("of a component in a process of its own", () => {
    const processes = {
      "that the language host starts": "node_modules/@pulumi/pulumi/cmd/run-plugin",
      "with a script of its own": "bin/provider.js",
    };
    it.each(Object.entries(processes))("%s: is an error that names the program's folder", (_, run) => {
      const start = (program: string) => [join(program, "../lib", run), "127.0.0.1:41234"];
      // The component has the package, and the SDK that it runs in: the provider process sees neither.
      for (const copy of ["lib/node_modules", "lib/node_modules/@pulumi/pulumi/node_modules"]) {
        expect(() => furtherFolder(copy, "lib/node_modules/pulumi-gce", start)).toThrow(
          /from the folder of the program, which does not have it\.\n {2}The packages of this component are in another folder.*\n {2}Pack its archive as .*\n {2}Run: cd \S+\/program && npm install \.\/pulumi-gce-\d\S+\.tgz$/,
        );
      }
      for (const copy of ["program/node_modules", "node_modules", "program/node_modules/@pulumi/pulumi/node_modules"])
        expect(furtherFolder(copy, "lib", start)).toBeUndefined();
    });
  });
});
