import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { bundleCode } from "../package/bundle";
import { instrument, switchSource, type Mutant } from "./instrument";
import type { Candidate } from "./sample";

/** A mutant of a file of the sources. */
export type PlacedMutant = Mutant & Candidate;

const switchFile = "provider/src/mutantSwitch.ts";

/** A copy of the work tree with the mutants in it, as sources and built, and with the packages of the original. */
export function makeWorkCopy(root: string, copy: string, mutants: readonly PlacedMutant[], stateFile: string): void {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
  const folders = ["provider/", "emulator/", "test/", "tools/", "bench/", "examples/", "acceptance/"];
  for (const file of listed.toString().split("\0")) {
    if (folders.some((folder) => file.startsWith(folder)) || (file !== "" && !file.includes("/"))) {
      copyPath(root, copy, file);
    }
  }
  for (const built of ["provider/dist", "emulator/dist"]) copyPath(root, copy, built);
  linkPackages(join(root, "node_modules"), join(copy, "node_modules"));
  write(copy, switchFile, switchSource(stateFile));
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const ofFile = mutants.filter((mutant) => mutant.file === file);
    const path = relative(dirname(file), switchFile.replace(/\.ts$/, ""));
    const module = path.startsWith(".") ? path : `./${path}`;
    write(copy, file, instrument(readFileSync(join(root, file), "utf8"), ofFile, module));
  }
  bundleCode(join(copy, "provider"));
}

function write(copy: string, file: string, text: string): void {
  writeFileSync(join(copy, file), text);
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true },
  });
  const built = file.replace(/^provider\/src\//, "provider/dist/").replace(/\.ts$/, ".js");
  writeFileSync(join(copy, built), outputText);
}

/** Links, except for the workspaces: a provider process is to find the provider of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    // What tools keep in .cache and the like is theirs to write, and not shared.
    const isNotLinked =
      name === "pulumi-gce" || name === "pulumi-gce-emulator" || (name.startsWith(".") && name !== ".bin");
    if (!isNotLinked) symlinkSync(join(from, name), join(to, name));
  }
  symlinkSync(join("..", "provider"), join(to, "pulumi-gce"));
  symlinkSync(join("..", "emulator"), join(to, "pulumi-gce-emulator"));
}

function copyPath(root: string, copy: string, path: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(join(root, path), join(copy, path), { recursive: true });
}
