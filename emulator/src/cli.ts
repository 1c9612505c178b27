#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_PROJECT, isLoopback, setupCommands } from "./server/clientEnvironment";
import { HELP, readCommandLine, type CommandLine } from "./commandLine";
import { startEmulator, type Emulator, type EmulatorOptions, type StoredObject } from "./index";
import { splitPath } from "./basics/links";
import { packageFolder } from "./basics/packageFolder";
import { messageFrom, toPrintable } from "./basics/printable";

async function main(): Promise<void> {
  let commandLine: CommandLine;
  try {
    commandLine = readCommandLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\nFor all options: npx --no-install pulumi-gce-emulator --help\n`);
    process.exitCode = 2;
    return;
  }
  const { options, shows } = commandLine;
  if (shows !== undefined) {
    process.stdout.write(shows === "help" ? HELP : `${packageVersion()}\n`);
    return;
  }
  let emulator: Emulator;
  try {
    emulator = await startEmulator(options);
  } catch (error) {
    process.stderr.write(`${explain(error, options.host, options.port)}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(instructions(emulator, options));
  if (!isLoopback(options.host)) {
    process.stderr.write(
      `It listens on ${options.host}: anyone who can reach this machine can see and change everything in it.\n`,
    );
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(emulator));
}

/** How to point a Pulumi program at an emulator, and what there is to refer to. */
function instructions(emulator: Emulator, { dataFile }: EmulatorOptions): string {
  const { url, endpoint, objects } = emulator;
  const stored = ["projects/", "locations/"].flatMap((root) => objects.list(root));
  const overview =
    dataFile === undefined
      ? stored.length > 0 && describeObjects(stored)
      : `It keeps its data in ${dataFile}, now ${String(stored.length)} objects.`;
  return `The Compute Engine emulator listens on ${url}

Point a Pulumi program at it:

${setupCommands(endpoint)
  .map((line) => `  ${line}`)
  .join("\n")}

With the provider plugin, the keys begin with gce: in place of gcp:.

${overview === false ? "" : `${overview}\n\n`}See what it does, break it, change things behind the program's back: ${url}
Point Terraform, gcloud, and the client libraries at it: ${url}/_emulator/connect
Stop with Ctrl-C.
`;
}

/** Of a collection with more objects than this only the first is named: that is a file of the user. */
const NAMED = 10;

/** Names what was planted, in the spelling in which a program can refer to it: one line for each object, or for many. */
function describeObjects(objects: readonly StoredObject[]): string {
  const root = `projects/${DEFAULT_PROJECT}/`;
  const byCollection = new Map<string, string[]>();
  for (const { path } of objects) {
    const { parent, name } = splitPath(path.startsWith(root) ? path.slice(root.length) : path);
    byCollection.set(parent, [...(byCollection.get(parent) ?? []), name]);
  }
  const parents = new Set(
    objects.flatMap(({ object }) => (typeof object.parentId === "string" ? [object.parentId] : [])),
  );
  // Operations are asked for by their parent, and instances by their group.
  const listed = [...byCollection].filter(([parent]) => !/(^|\/)(operations|managedInstances)$/.test(parent));
  return [
    `Planted in ${DEFAULT_PROJECT}:\n`,
    ...listed.map(([parent, [first = "", ...others]]) =>
      others.length < NAMED
        ? `  ${parent}/${[first, ...others].join(", ")}`
        : `  ${parent}/${first} and ${String(others.length)} more`,
    ),
    ...[...parents].map((parent) => `  operations of ${parent}`),
  ].join("\n");
}

async function stop(emulator: Emulator): Promise<void> {
  try {
    await emulator.close();
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n`);
    process.exitCode = 1;
  }
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
  return manifest.version;
}

function explain(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${String(port)} of ${host} is taken. Give another one with --port, or --port 0 for any free one.`;
    case "EACCES":
      return `Port ${String(port)} of ${host} is not available to this user. Give another one with --port.`;
    default:
      return `The emulator could not start: ${toMessage(error)}`;
  }
}

function toMessage(error: unknown): string {
  return toPrintable(messageFrom(error));
}

void main();
