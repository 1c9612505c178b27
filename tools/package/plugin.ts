/** The folder `lib/plugin` of the provider: what the engine starts for a program in any language. */
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { buildSync, type BuildOptions } from "esbuild";
import { packedSchema } from "../docs/packageMetadata";
import { forNode } from "./forNode";
import { write } from "./write";

/** The name by which the engine finds it in a folder, and on PATH. */
const executable = "lib/plugin/pulumi-resource-gce";
const entry = "src/engine/plugin/entry.ts";

/** On Windows the engine starts this one, as a file without an extension is no program there. */
const windowsScript = '@echo off\r\nnode "%~dp0pulumi-resource-gce" %*\r\n';

/**
 * An older Node fails later, in words that do not say why. The engine shows this, because the plugin ends before it
 * serves.
 */
const nodeCheck = `"use strict";
{
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error("pulumi-resource-gce needs Node.js 20.19 or newer on the PATH, and this is " + process.version + ".");
    process.exit(1);
  }
}`;

/**
 * The plugin as one file, where the package in `folder` has one. It runs from a folder of its own: no package is beside
 * it.
 */
export function bundlePlugin(folder: string) {
  if (!existsSync(join(folder, entry))) return [];
  const options = {
    absWorkingDir: folder,
    entryPoints: [entry],
    outfile: executable,
    ...forNode,
    banner: { js: `#!/usr/bin/env node\n${nodeCheck}` },
    // A third less to read at each start. Names stay, and so do lines, for the frames of an error.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: "none",
    metafile: true,
    write: false,
  } as const satisfies BuildOptions;
  return [buildSync(options)];
}

/** Puts beside the plugin what is not made of the sources, and lets the engine start it. */
export function addPluginFiles(folder: string): void {
  if (!existsSync(join(folder, entry))) return;
  write(join(folder, `${executable}.cmd`), Buffer.from(windowsScript));
  // A copy of the folder in a project of ES modules would be taken for one.
  write(join(folder, "lib/plugin/package.json"), Buffer.from('{ "type": "commonjs" }\n'));
  write(join(folder, "lib/plugin/schema.json"), Buffer.from(packedSchema(folder)));
  chmodSync(join(folder, executable), 0o755);
}
