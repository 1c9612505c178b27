/**
 * `npm run build`: makes the files that are published, in `provider/lib`, after `tsc` has made declarations.
 *
 * One file for each entry of `provider/package.json`, with everything inside but the packages that a user installs with
 * this one. What is ES modules only is inside as well: test runners such as jest, and Yarn's Plug'n'Play, cannot `require` it.
 *
 * Options: `--declarations` rolls the types of `pulumi-gce` up into one file. Without it, which saves a second, that file
 * points to the declarations of `tsc`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync, type BuildOptions } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Makes what runs of the package in `folder`, the `provider` of a work tree. */
export function bundleCode(folder: string): void {
  const { metafile, outputFiles } = bundled(folder);
  for (const { path, contents } of outputFiles) write(path, contents);
  write(join(folder, "lib/licenses.txt"), Buffer.from(licences(folder, Object.keys(metafile.inputs))));
}

/** The files of the bundle, and what of the sources is in them. */
export function bundled(folder: string) {
  return buildSync({ ...bundleOptions(folder), metafile: true, write: false });
}

/** How the bundle is made of the sources. */
export function bundleOptions(folder: string) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  return {
    absWorkingDir: folder,
    entryPoints: entries(manifest).map((entry) => `src/${entry}`),
    outbase: "src",
    outdir: "lib",
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.19",
    external: [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), "pulumi-gce"],
    // `import()` inside of jest's sandbox fails, and `require` of the packages that stay outside does not.
    supported: { "dynamic-import": false },
    sourcemap: true,
    // A program under ts-node reads the map at its start: with the sources inside it is four times as long.
    sourcesContent: false,
    logLevel: "warning",
  } as const satisfies BuildOptions;
}

/** Makes its types, of the declarations of `tsc`. */
async function bundleTypes(folder: string, isRolledUp: boolean): Promise<void> {
  write(join(folder, "lib/engine/entry.d.ts"), readFileSync(join(folder, "dist/engine/entry.d.ts")));
  const types = isRolledUp ? await rolledUp(join(folder, "dist/index.d.ts")) : 'export * from "../dist/index";\n';
  write(join(folder, "lib/index.d.ts"), Buffer.from(types));
}

/** The sources of the files that the manifest names: each is below `src` where the file is below `lib`. */
function entries({ exports, bin }: Manifest): string[] {
  const exported = Object.values(exports).map((entry) => (typeof entry === "string" ? entry : entry.default));
  return [...exported, ...Object.values(bin)]
    .map((path) => /^\.\/lib\/(.+)\.js$/.exec(path)?.[1])
    .filter((path) => path !== undefined)
    .map((path) => `${path}.ts`);
}

async function rolledUp(input: string): Promise<string> {
  const rolled = await rollup({ input, plugins: [dts()], external: /^@pulumi\// });
  const { output } = await rolled.generate({ format: "es" });
  await rolled.close();
  return output[0].code;
}

/** The licences of the packages that are inside. */
function licences(folder: string, inputs: readonly string[]): string {
  const packages = inputs.map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  const texts = [...new Set(packages)].filter((path) => path !== undefined).map((path) => licence(join(folder, path)));
  return ["These packages are inside the files of this folder.", ...texts.sort()].join("\n\n");
}

function licence(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined)
    throw new Error(`${String(name)} has no licence beside it: it cannot be put into the bundle.`);
  return `${String(name)} ${String(version)}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

/** Leaves a file alone that is as it should be: a process may be reading it. */
function write(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = fileURLToPath(new URL("../../provider", import.meta.url));
  bundleCode(folder);
  await bundleTypes(folder, process.argv.includes("--declarations"));
}
