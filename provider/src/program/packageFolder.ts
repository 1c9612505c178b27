import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { withoutColors } from "../messages/inspection";
import { beforeInstall, installCommand } from "../messages/installation";
import { command } from "../messages/shell";
import { breakIntoSentences } from "../messages/text";
import { entry } from "./loader";

/** Where the code of a program runs. */
export interface ProgramLocation {
  /** The script that Node runs. */
  readonly script: string | undefined;
  /** The working directory: the program's folder, where the SDK runs the program. */
  readonly program: string;
  /** The folder of this package's code; `undefined` in a bundle of ES modules. */
  readonly own: string | undefined;
}

let cached: { readonly folder: string | undefined } | undefined;

/** The same for this process, which asks for each resource. */
export function ownPackageFolder(): string | undefined {
  cached ??= {
    folder: packageFolder({
      script: process.argv[1],
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
export function packageFolder({ script, program, own }: ProgramLocation): string | undefined {
  // Elsewhere, as with the Automation API or a test runner, the provider's folder is not that of this process.
  if (script === undefined || !/[\\/]cmd[\\/]run([\\/]|$)/.test(script)) return undefined;
  if ([program, script].some((folder) => findEntry(folder) !== undefined)) return undefined;
  const copy = own && findEntry(own);
  const holder = copy && listFoldersAround(own).findLast((folder) => findEntry(folder) === copy);
  const path = holder && relative(program, holder);
  // Between two drives of Windows, no path is relative.
  if (path === undefined || isAbsolute(path)) throw notInstalled(program);
  return path.split(sep).join("/");
}

/** The file of this package's entry that Node finds from a folder. */
function findEntry(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "_")).resolve(entry);
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
  return withoutColors(
    new pulumi.RunError(
      breakIntoSentences(
        "Pulumi's provider process loads pulumi-gce from node_modules, where this program does not have it. " +
          "Leave it out of a bundle, such as by --external:pulumi-gce of esbuild. " +
          `${beforeInstall}Run: ${command("cd", program)} && ${installCommand}`,
      ),
    ),
  );
}
