/**
 * `npm run build`: makes the files that are published, in `provider/lib` and `emulator/lib`, after `tsc` has made declarations.
 *
 * One file for each entry of a `package.json`, with everything inside but the packages that a user installs with
 * it. What is ES modules only is inside as well: test runners such as jest, and Yarn's Plug'n'Play, cannot `require` it.
 * The plugin, which runs from a folder of its own, has all of them inside.
 *
 * Arguments: the folders of the packages, by default both. `--declarations` rolls the types of each entry up into one file.
 * Without it, which saves seconds, that file points to the declarations of `tsc`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync, type BuildOptions } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { forNode } from "./forNode";
import { addPluginFiles, bundlePlugin } from "./plugin";
import { write } from "./write";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Makes what runs of the package in `folder`, the `provider` or the `emulator` of a work tree. */
function bundleCode(folder: string): void {
  const bundles = [bundleEntry(folder), ...bundlePage(folder), ...bundlePlugin(folder)];
  for (const { path, contents } of bundles.flatMap(({ outputFiles }) => outputFiles)) write(path, contents);
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  write(join(folder, "lib/licenses.txt"), Buffer.from(licences(folder, inputs)));
  addPluginFiles(folder);
}

/** The files of the bundle, and what of the sources is in them. */
function bundleEntry(folder: string) {
  return buildSync({ ...bundleOptions(folder), metafile: true, write: false });
}

/** How the bundle is made of the sources. */
export function bundleOptions(folder: string) {
  const manifest = readManifest(folder);
  const { name, dependencies, peerDependencies } = manifest;
  return {
    absWorkingDir: folder,
    entryPoints: entries(manifest).map((entry) => `src/${entry}.ts`),
    outbase: "src",
    outdir: "lib",
    ...forNode,
    // An entry that imports the main one, by the name of the package or by its file, leaves it where it is.
    external: [...Object.keys({ ...dependencies, ...peerDependencies }), name, "./index"],
    sourcemap: true,
    // A program under ts-node reads the map at its start: with the sources inside it is four times as long.
    sourcesContent: false,
  } as const satisfies BuildOptions;
}

/** The emulator's console: its page as it is, and its modules, which a browser loads as one. */
function bundlePage(folder: string) {
  const page = "src/console/page";
  if (!existsSync(join(folder, page))) return [];
  const settings = { bundle: true, format: "esm", target: "es2023", write: false, metafile: true } as const;
  const entryPoints = ["main.tsx", "console.css", "index.html", "connect.txt"].map((file) => `${page}/${file}`);
  const loader = { ".html": "copy", ".txt": "copy" } as const;
  const output = { outdir: "lib/console", logLevel: "warning" } as const;
  return [buildSync({ ...settings, ...output, absWorkingDir: folder, entryPoints, loader })];
}

/** Makes its types, of the declarations of `tsc`. */
async function bundleTypes(folder: string, isRolledUp: boolean): Promise<void> {
  const writeDeclarations = (entry: string) => readFileSync(join(folder, `dist/${entry}.d.ts`), "utf8");
  const exported = listExportEntries(readManifest(folder));
  const modules = exported.filter((entry) => !/^export = /m.test(writeDeclarations(entry)));
  for (const entry of exported) {
    // What is no ES module cannot be exported anew, and refers to no other file of ours.
    const text = modules.includes(entry) ? `export * from "../dist/${entry}";\n` : writeDeclarations(entry);
    if (!isRolledUp || !modules.includes(entry)) write(join(folder, `lib/${entry}.d.ts`), Buffer.from(text));
  }
  const files = isRolledUp ? await rollUp(folder, modules) : [];
  for (const { fileName, code } of files) write(join(folder, "lib", fileName), Buffer.from(code));
}

async function rollUp(folder: string, modules: readonly string[]) {
  const input = Object.fromEntries(modules.map((entry) => [entry, join(folder, `dist/${entry}.d.ts`)]));
  const rolled = await rollup({ input, plugins: [dts()], external: /^(@pulumi\/|node:)/ });
  const { output } = await rolled.generate({ format: "es", entryFileNames: "[name].d.ts" });
  await rolled.close();
  return output.filter((file) => file.type === "chunk");
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** The sources of the files that the manifest names, without `.ts`: each is below `src` where the file is below `lib`. */
function entries(manifest: Manifest): string[] {
  return [...listExportEntries(manifest), ...Object.values(manifest.bin).flatMap(findEntry)];
}

function listExportEntries({ exports }: Manifest): string[] {
  return Object.values(exports).flatMap((entry) => findEntry(typeof entry === "string" ? entry : entry.default));
}

function findEntry(path: string): string[] {
  const [, entry] = /^\.\/lib\/(.+)\.js$/.exec(path) ?? [];
  return entry === undefined ? [] : [entry];
}

/** The licences of the packages that are inside. */
function licences(folder: string, inputs: readonly string[]): string {
  const packages = inputs.map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  const texts = [...new Set(packages)].filter((path) => path !== undefined).map((path) => licence(join(folder, path)));
  return ["These packages are inside the files of this folder.", ...texts.sort()].join("\n\n");
}

function licence(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const text = licenceFile(folder) ?? readReadmeChapter(folder);
  if (text === undefined)
    throw new Error(`${String(name)} has no licence beside it: it cannot be put into the bundle.`);
  return `${String(name)} ${String(version)}\n\n${text.trim()}\n`;
}

function licenceFile(folder: string): string | undefined {
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return file === undefined ? undefined : readFileSync(join(folder, file), "utf8");
}

/** The last chapter of a README, where that is the licence. */
function readReadmeChapter(folder: string): string | undefined {
  const file = readdirSync(folder).find((each) => /^readme/i.test(each));
  return file === undefined ? undefined : /^#* *licen[cs]e$[^]*/im.exec(readFileSync(join(folder, file), "utf8"))?.[0];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [named, options] = [false, true].map((wanted) =>
    process.argv.slice(2).filter((argument) => argument.startsWith("--") === wanted),
  );
  for (const name of named?.length === 0 ? ["provider", "emulator"] : (named ?? [])) {
    const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    bundleCode(folder);
    await bundleTypes(folder, options?.includes("--declarations") === true);
  }
}
