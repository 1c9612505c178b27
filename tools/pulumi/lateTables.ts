import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { executables } from "./executables";
import { output } from "./subprocess";

/** The modules that estimate the strength of a password, for `pulumi config set` and `esc env set` alone. */
const modules = ["github.com/ccojocar/zxcvbn-go", "github.com/nbutton23/zxcvbn-go"] as const;

/** What a file does at the start of the program, and what it does in place of that. */
const changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "frequency/frequency.go": [["\nfunc init() {", "\n// Load fills Lists.\nfunc Load() {"]],
  "matching/matching.go": [
    ["\nfunc init() {\n\tloadFrequencyList()\n}\n", "\n"],
    ["\nfunc loadFrequencyList() {\n", "\nfunc loadFrequencyList() {\n\tfrequency.Load()\n"],
  ],
};

/**
 * Has these modules read their word lists when the first password is judged. Otherwise they read them at every start of
 * the CLI, which is half of what `pulumi version` costs.
 *
 * @param module the folder of the go.mod that requires them
 * @param folder where the changed copies go, with a go.mod that leads to them
 * @returns the arguments with which `go build` takes the copies
 */
export async function withLateTables(
  module: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const packages = modules.map((path) => `${path}/frequency`);
  const found = await output(executables.go, ["list", "-mod=readonly", "-f", "{{.Module.Dir}}", ...packages], {
    environment,
    workingDirectory: module,
  });
  const originals = found.trim().split("\n");
  const lines: string[] = [];
  for (const [index, path] of modules.entries()) {
    const copy = join(folder, String(index));
    await copyChanged(originals[index] ?? "", copy);
    // An older one has none.
    await writeFile(join(copy, "go.mod"), `module ${path}\n`);
    lines.push(`replace ${path} => ${JSON.stringify(copy)}\n`);
  }
  const modfile = join(folder, "go.mod");
  await writeFile(modfile, `${await readFile(join(module, "go.mod"), "utf8")}\n${lines.join("")}`);
  await writeFile(join(folder, "go.sum"), await readFile(join(module, "go.sum")));
  return ["-modfile", modfile];
}

/** Written and not copied as they are: files of the module cache can be read only. */
async function copyChanged(from: string, to: string): Promise<void> {
  const found = await readdir(from, { recursive: true });
  const files = found.map((name) => name.replaceAll("\\", "/")).filter((name) => /(?<!_test)\.go$/.test(name));
  const missing = Object.keys(changes).filter((name) => !files.includes(name));
  if (missing.length > 0) throw new Error(`${from} has no ${missing.join()} to change.`);
  for (const name of files) {
    const source = await readFile(join(from, name), "utf8");
    await mkdir(dirname(join(to, name)), { recursive: true });
    await writeFile(join(to, name), (changes[name] ?? []).reduce(changed(join(from, name)), source));
  }
}

function changed(file: string): (source: string, snippets: readonly [from: string, to: string]) => string {
  return (source, [from, to]) => {
    // The go.mod fixes the versions: this shows when somebody moves to another one.
    if (source.split(from).length !== 2) throw new Error(`${file} has no ${JSON.stringify(from)} to change.`);
    return source.replace(from, to);
  };
}
