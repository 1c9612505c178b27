import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
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
    plugins: [withFurtherKinds(furtherKinds())],
  });
}

/** The folders of further kinds: each has a `definition.ts`, and the class in a file of its own name. */
function furtherKinds(): string[] {
  return readdirSync(kinds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(kinds, entry.name, "definition.ts")))
    .map(({ name }) => name);
}

function withFurtherKinds(names: readonly string[]): Plugin {
  const registry = join(provider, "src/engine/steps/registry.ts");
  const index = join(provider, "src/index.ts");
  const file = (name: string, part: string) => JSON.stringify(join(kinds, name, part));
  const extended: Readonly<Record<string, string>> = {
    [registry]: [
      `import { registry as own } from ${JSON.stringify(`${registry}?own`)};`,
      `export { loadKind } from ${JSON.stringify(`${registry}?own`)};`,
      ...names.map((name, at) => `import * as definitions${String(at)} from ${file(name, "definition.ts")};`),
      `const further = [${names.map((_name, at) => `...Object.values(definitions${String(at)})`).join(", ")}];`,
      "export const registry = { ...own, ...Object.fromEntries(further.map((one) => [one.kind, () => one])) };",
    ].join("\n"),
    [index]: [
      `export * from ${JSON.stringify(`${index}?own`)};`,
      ...names.map((name) => `export * from ${file(name, `${name}.ts`)};`),
    ].join("\n"),
  };
  return {
    name: "further-kinds",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\?own$/ }, ({ path }) => ({ path: path.slice(0, -"?own".length), suffix: "?own" }));
      onLoad({ filter: /(registry|index)\.ts$/ }, ({ path, suffix }) => {
        const contents = suffix === "?own" ? undefined : extended[path];
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: repository };
      });
    },
  };
}
