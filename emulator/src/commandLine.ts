import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { EmulatorOptions } from "./emulator";
import { readSeedFile, SEED_PARTS, type SeedPart } from "./controls/seeds/files";

const DEFAULT_PORT = 8461;
const EVERYTHING = "everything";

/** The text of `--help`. */
export const HELP = `A local Google Compute Engine v1.

Usage: npx --no-install pulumi-gce-emulator [options]

  --port N       port to listen on (default ${String(DEFAULT_PORT)}; 0 takes any free one)
  --host H       address to listen on (default 127.0.0.1; 0.0.0.0 in a container)
  --allow-host N another host name for requests, besides addresses and localhost; you can give this
                 option several times
  --latency MS   how long operations take (default 0)
  --data FILE    keep objects and operations in this file: it is read at the start, and written
                 while they change and at the end
  --seed [WHAT]  start with objects, if --data has none; you can give this option several times:
                   FILE.json    objects by their paths: { "objects": { "projects/p/…": { … } } }
                   ${EVERYTHING}   realistic objects of all of these parts (default)
${partLines()}
  --version      the version of this package
  --help         this text
`;

function partLines(): string {
  return Object.entries(SEED_PARTS)
    .map(([name, what]) => `                   ${name.padEnd(12)} ${what}`)
    .join("\n");
}

/** The options of the command line. */
export interface CommandLine {
  readonly options: EmulatorOptions & { readonly port: number; readonly host: string };
  readonly shows: "help" | "version" | undefined;
}

/** Reads the command line. Throws an error whose message says what is wrong with it. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: args.map((argument, index) =>
      argument === "--seed" && !hasValue(args[index + 1]) ? `--seed=${EVERYTHING}` : argument,
    ),
    options: {
      port: { type: "string", default: String(DEFAULT_PORT) },
      host: { type: "string", default: "127.0.0.1" },
      "allow-host": { type: "string", multiple: true, default: [] },
      latency: { type: "string", default: "0" },
      data: { type: "string" },
      seed: { type: "string", multiple: true, default: [] },
      version: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { host, "allow-host": allowedHosts, data: dataFile } = values;
  const port = wholeNumber("port", values.port, "a number from 0 to 65535", 65535);
  const defaultMs = wholeNumber("latency", values.latency, "a number of milliseconds", 2 ** 31 - 1);
  if (dataFile === "") throw new Error("--data has to be the path of a file.");
  return {
    options: {
      ...{ port, host, allowedHosts, latency: { defaultMs } },
      ...(dataFile === undefined ? {} : { dataFile }),
      ...readSeeds(values.seed),
    },
    shows: values.help ? "help" : values.version ? "version" : undefined,
  };
}

function hasValue(next: string | undefined): boolean {
  return next !== undefined && !next.startsWith("-");
}

function wholeNumber(name: string, text: string, what: string, maximum: number): number {
  if (!/^[0-9]+$/.test(text) || Number(text) > maximum) throw new Error(`--${name} has to be ${what}, not '${text}'.`);
  return Number(text);
}

/** Several seeds are planted together; of two files with the same object the later one counts. */
function readSeeds(seeds: readonly string[]): Pick<EmulatorOptions, "seed" | "objects"> {
  const parts = Object.keys(SEED_PARTS) as SeedPart[];
  const isNamed = (seed: string) => seed === EVERYTHING || parts.some((part) => part === seed);
  const files = seeds.filter((seed) => !isNamed(seed));
  for (const file of files) {
    if (!existsSync(file)) {
      const names = [EVERYTHING, ...parts].join(", ");
      throw new Error(`--seed has to be ${names} or the path of a JSON file; there is no file '${file}'.`);
    }
  }
  const named = seeds.includes(EVERYTHING) ? parts : parts.filter((part) => seeds.includes(part));
  return {
    ...(named.length === 0 ? {} : { seed: { parts: named } }),
    ...(files.length === 0
      ? {}
      : { objects: Object.fromEntries(files.flatMap((file) => Object.entries(readSeedFile(file)))) }),
  };
}
