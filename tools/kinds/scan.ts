import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";

/** A kind of resource, as the sources have it. */
export interface FoundKind {
  readonly definition: ResourceDefinition;
  /** The module of its definition, below `provider/src`, without `.ts`. */
  readonly module: string;
  /** The constant of that module. */
  readonly constant: string;
}

/** The sources of the provider. */
export const sources = fileURLToPath(new URL("../../provider/src", import.meta.url));

/**
 * Every kind of the package: a definition in a file of `provider/src/resources` itself, or below it in a file `definition.ts` or a folder
 * `definition/`, with a class of its name that `index.ts` exports. They come in the order of `index.ts`. Nobody writes a list of kinds.
 */
export const kinds: readonly FoundKind[] = await scan();

async function scan(): Promise<FoundKind[]> {
  const exported = readExportedValues();
  const files = readdirSync(join(sources, "resources"), { recursive: true, encoding: "utf8" });
  const modules = files.map((file) => `resources/${file.replaceAll("\\", "/")}`).filter(mayDefine);
  const found = await Promise.all(modules.map((file) => readDefinitions(file.replace(/\.ts$/, ""))));
  const place = ({ definition }: FoundKind) => exported.indexOf(definition.kind);
  return found
    .flat()
    .filter((kind) => place(kind) >= 0)
    .sort((left, right) => place(left) - place(right));
}

/** Classes are not loaded: they load the files that are written of the kinds. */
function mayDefine(file: string): boolean {
  return /\/definition(\/[^/]+)?\.ts$|^resources\/[^/]+\.ts$/.test(file);
}

/** The definitions that a module exports, by its path below `provider/src`, without `.ts`. */
export async function readDefinitions(module: string): Promise<FoundKind[]> {
  const url = pathToFileURL(join(sources, `${module}.ts`)).href;
  const constants = (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  return Object.entries(constants).flatMap(([constant, value]) =>
    isDefinition(value) ? [{ definition: value, module, constant }] : [],
  );
}

function isDefinition(value: unknown): value is ResourceDefinition {
  return typeof value === "object" && value !== null && "kind" in value && "schema" in value;
}

/** The names of `export { Route, type RouteArgs }` that are no types. */
function readExportedValues(): string[] {
  const index = readFileSync(join(sources, "index.ts"), "utf8");
  return [...index.matchAll(/(?<=[{,]\s*)\w+(?=\s*[,}])/g)].map(([name]) => name);
}
