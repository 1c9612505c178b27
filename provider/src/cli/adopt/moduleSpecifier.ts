import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { toValues, type Values } from "../../fields/values";
import { parsed } from "../../http/json";

/** The Node.js that runs the program. */
export interface NodeRuntime {
  /** True if it runs TypeScript without a loader, which resolves no other file than the import names. */
  readonly runsTypeScript: boolean;
  /** Its variable `NODE_OPTIONS`. */
  readonly options: string | undefined;
}

/** The name by which the program of a folder imports a file: an ES module names the whole file, as it is when it runs. */
export function toSpecifier(file: string, folder: string, node: NodeRuntime): string {
  const path = relative(folder, file).replaceAll("\\", "/");
  const local = path.startsWith("../") ? path : `./${path}`;
  const [, stem = local, kind] = /^(.*)\.([cm]?)ts$/.exec(local) ?? [];
  if (kind === undefined) return local;
  const found = findPackage(dirname(resolve(file)));
  if (kind === "" && found?.content.type !== "module") return stem;
  return importsTypeScript(found, resolve(folder), node) ? local : `${stem}.${kind}js`;
}

interface Package {
  readonly folder: string;
  readonly content: Values;
}

/** The nearest package, which says the type of its modules. */
function findPackage(folder: string): Package | undefined {
  const content = readText(join(folder, "package.json"));
  if (content !== undefined) return { folder, content: toValues(parsed(content)) };
  const above = dirname(folder);
  return above === folder ? undefined : findPackage(above);
}

/** True if the compiler takes the name of a file in TypeScript, or if nothing else than Node.js itself reads the import. */
function importsTypeScript(
  { folder, content: { main } }: Package = { folder: "", content: {} },
  programFolder: string,
  { runsTypeScript, options = "" }: NodeRuntime,
): boolean {
  const [compiler, project] = [join(folder, "tsconfig.json"), join(programFolder, "Pulumi.yaml")].map(readText);
  if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(compiler ?? "")) return true;
  const isCompiled = typeof main === "string" && !/\.[cm]?ts$/.test(main);
  const loader = /--(?:import|require|(?:experimental-)?loader)\b/;
  const hasLoader = loader.test(options) || loader.test(project ?? "") || isInstalled("ts-node/esm", programFolder);
  return runsTypeScript && !isCompiled && !hasLoader;
}

/** Pulumi runs programs with the loader of `ts-node`, where it is installed. */
function isInstalled(name: string, folder: string): boolean {
  try {
    return createRequire(join(folder, "index.js")).resolve(name) !== "";
  } catch {
    return false;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
