import { build, type Plugin } from "esbuild";
import { readFile } from "node:fs/promises";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

const bundles = new Map<string, Promise<string>>();

/**
 * A script of the repository, compiled once for all processes that run it. A process that compiles as it loads needs a
 * second compiler thread, and reads each file of each package for the compiler's sake.
 *
 * Packages stay outside, so the file is in the repository, where it finds them. What a source says of its own place is
 * true of the bundle, too.
 */
export function bundledScript(path: string): Promise<string> {
  const bundle = bundles.get(path) ?? make(path);
  bundles.set(path, bundle);
  return bundle;
}

async function make(path: string): Promise<string> {
  const parent = join(repository, "test-results", "bundles");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "b-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  await build({
    entryPoints: [join(repository, path)],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What a script imports late stays late.
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    // A folder, which tsx finds and Node.js does not.
    alias: { "@pulumi/pulumi/automation": "@pulumi/pulumi/automation/index.js" },
    logLevel: "error",
    plugins: [ownPlace],
  });
  return join(folder, `${basename(path, ".ts")}.mjs`);
}

const ownPlace: Plugin = {
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
      const source = await readFile(path, "utf8");
      const contents = source.replaceAll(/import\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof places) =>
        JSON.stringify(places[name]),
      );
      return { loader: "ts", contents };
    });
  },
};
