import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { withoutColors } from "../messages/inspection";
import { beforeInstall, installCommand } from "../messages/installation";
import { command } from "../messages/shell";
import { failureLines } from "../messages/text";
import { engineAddress } from "../names/engineAddress";
import { entry } from "./loader";

/** Where the code of a program, or of a component, runs. */
export interface ProgramLocation {
  /** The script that Node runs, and its arguments. */
  readonly command: readonly string[];
  /** The working directory: the program's folder, where the engine also starts components in a process of their own. */
  readonly program: string;
  /** The folder of this package's code; `undefined` in a bundle of ES modules. */
  readonly own: string | undefined;
}

let cached: { readonly folder: string | undefined } | undefined;

/** The same for this process, which asks for each resource. */
export function ownPackageFolder(): string | undefined {
  cached ??= {
    folder: packageFolder({
      command: process.argv.slice(1),
      program: process.cwd(),
      own: typeof __dirname === "undefined" ? undefined : __dirname,
    }),
  };
  return cached.folder;
}

/**
 * The folder that the loader has to name for a program that has this package only through another one: a component in a
 * folder beside the program, with packages of its own. It is relative to the program's, and so the same on every machine.
 *
 * @returns `undefined`: the loader finds this package without it
 * @throws {pulumi.RunError} no loader finds this package
 */
export function packageFolder({ command, program, own }: ProgramLocation): string | undefined {
  const isComponent = engineAddress(command) !== undefined;
  // Elsewhere, as with the Automation API or a test runner, the provider's folder is not that of this process.
  if (!isComponent && !/[\\/]cmd[\\/]run([\\/]|$)/.test(command[0] ?? "")) return undefined;
  const launcher = find("@pulumi/pulumi/cmd/dynamic-provider", program);
  if ([program, launcher].some((place) => place !== undefined && findEntry(place) !== undefined)) return undefined;
  // The engine keeps a component of this kind in a folder that differs by machine and version.
  if (isComponent) throw missingBesideComponent(program);
  const copy = own && findEntry(own);
  const holder = copy && listFoldersAround(own).findLast((folder) => findEntry(folder) === copy);
  const path = holder && relative(program, holder);
  // Between two drives of Windows, no path is relative.
  if (path === undefined || isAbsolute(path)) throw notInstalled(program);
  return path.split(sep).join("/");
}

/** The file of this package's entry that Node finds from a folder. */
function findEntry(folder: string): string | undefined {
  return find(entry, folder);
}

function find(module: string, folder: string): string | undefined {
  try {
    return createRequire(join(folder, "_")).resolve(module);
  } catch {
    return undefined;
  }
}

/** A folder and those around it, from the inside out. */
function listFoldersAround(folder: string): string[] {
  const around = dirname(folder);
  return around === folder ? [folder] : [folder, ...listFoldersAround(around)];
}

function notInstalled(program: string): pulumi.RunError {
  return refusal(
    "Pulumi's provider process loads pulumi-gce from node_modules, where this program does not have it. " +
      "Leave it out of a bundle, such as by --external:pulumi-gce of esbuild.",
    program,
  );
}

function missingBesideComponent(program: string): pulumi.RunError {
  return refusal(
    "Pulumi's provider process loads pulumi-gce from the folder of the program, which does not have it. " +
      "The packages of this component are in another folder, which that process does not see.",
    program,
  );
}

function refusal(reason: string, program: string): pulumi.RunError {
  const remedy = `${beforeInstall}Run: ${command("cd", program)} && ${installCommand}`;
  return withoutColors(new pulumi.RunError(failureLines([`${reason} ${remedy}`])));
}
