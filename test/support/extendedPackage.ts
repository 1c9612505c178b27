import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { bundleOptions } from "../../tools/package/bundle";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const provider = join(repository, "provider");
const kinds = join(repository, "test", "kinds");

/**
 * A folder of a program that finds this package with the kinds that live in a folder of `test/kinds`: what somebody has
 * who adds a resource to the package.
 */
export const extendedFolder = join(repository, "test-results", "extended");

/**
 * Bundles the package as it is published, with a registry and an index that have the further kinds as well: once, before
 * the first test that starts a provider process with it.
 */
export async function setup(): Promise<void> {
  const folder = join(extendedFolder, "node_modules", "pulumi-gce");
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(provider, "package.json"), join(folder, "package.json"));
  await build({
    ...bundleOptions(provider),
    sourcemap: false,
    outdir: join(folder, "lib"),
    plugins: [withFurtherKinds(furtherKinds(), await extendedKindFiles(furtherKinds()))],
  });
}

/** The folders of further kinds: each has a `definition.ts`, and the class in a file of its own name. */
function furtherKinds(): string[] {
  return readdirSync(kinds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(kinds, entry.name, "definition.ts")))
    .map(({ name }) => name);
}

/** The files that are written of the kinds, with the further ones. */
async function extendedKindFiles(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // Not at the top: tests import this file for the folder alone.
  const [{ kindFiles }, scan] = await Promise.all([
    import("../../tools/kinds/files"),
    import("../../tools/kinds/scan"),
  ]);
  const modules = names.map((name) => `../../test/kinds/${name}/definition`);
  const further = await Promise.all(modules.map((module) => scan.readDefinitions(module)));
  return kindFiles([...scan.kinds, ...further.flat()]);
}

function withFurtherKinds(names: readonly string[], files: ReadonlyMap<string, string>): Plugin {
  const index = join(provider, "src/index.ts");
  const extended = new Map(files).set(
    index,
    [
      `export * from ${JSON.stringify(`${index}?own`)};`,
      ...names.map((name) => `export * from ${JSON.stringify(join(kinds, name, `${name}.ts`))};`),
    ].join("\n"),
  );
  return {
    name: "further-kinds",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\?own$/ }, ({ path }) => ({ path: path.slice(0, -"?own".length), suffix: "?own" }));
      onLoad({ filter: /(registry|kinds|index)\.ts$/ }, ({ path, suffix }) => {
        const contents = suffix === "?own" ? undefined : extended.get(path);
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}
