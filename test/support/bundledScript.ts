import { build, type OutputFile, type Plugin } from "esbuild";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inOneStep } from "./inOneStep";

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
  const { outputFiles } = await build({
    entryPoints: [join(repository, path)],
    outdir: parent,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    write: false,
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
  const folder = join(parent, hashOf(outputFiles));
  inOneStep(folder, (draft) => {
    for (const { path: file, contents } of outputFiles) writeFileSync(join(draft, basename(file)), contents);
  });
  return join(folder, `${basename(path, ".ts")}.mjs`);
}

/** One folder for each content, so that runs of the tests leave no more than that. */
function hashOf(files: readonly OutputFile[]): string {
  return createHash("sha256")
    .update(files.map(({ hash }) => hash).join())
    .digest("hex")
    .slice(0, 16);
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
