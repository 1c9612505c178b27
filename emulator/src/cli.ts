#!/usr/bin/env node
import { parseArgs } from "node:util";
import { startEmulator, type Emulator } from "./emulator";
import { SEED_DEFAULTS } from "./seeds/options";
import { seedOverview } from "./seeds/overview";
import { setupCommands } from "./setup";

const DEFAULT_PORT = 8461;
const OBJECTS_README = "emulator/README.md";

const HELP = `A local Compute Engine v1 for the endpoints that pulumi-gce calls.

Usage: npm run emulator -- [options]

  --port N       port to listen on (default ${String(DEFAULT_PORT)}; 0 takes any free one)
  --host H       address to listen on (default 127.0.0.1)
  --allow-host N a name under which it may be asked for anything, besides addresses and localhost;
                 can be given several times
  --latency MS   how long operations take (default 0)
  --seed         start with realistic objects of everything that programs read, refer to or change
                 in part, and say their names
  --help         this text
`;

/** What the command line asks for; a text is what is wrong with it. */
export function readCommandLine(
  args: readonly string[],
): { port: number; host: string; allowedHosts: string[]; latencyMs: number; seed: boolean; help: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: String(DEFAULT_PORT) },
        host: { type: "string", default: "127.0.0.1" },
        "allow-host": { type: "string", multiple: true, default: [] },
        latency: { type: "string", default: "0" },
        seed: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const port = Number(values.port);
    const latencyMs = Number(values.latency);
    if (!/^[0-9]+$/.test(values.port) || port > 65535) {
      return `--port has to be a number from 0 to 65535, not '${values.port}'.`;
    }
    if (!/^[0-9]+$/.test(values.latency)) {
      return `--latency has to be a number of milliseconds, not '${values.latency}'.`;
    }
    const { host, "allow-host": allowedHosts, seed, help } = values;
    return { port, host, allowedHosts, latencyMs, seed, help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** How to point a Pulumi program at an emulator, and what there is to refer to. */
function instructions({ url, endpoint, objects }: Emulator): string {
  const planted = ["projects/", "locations/"].flatMap((root) => objects.list(root));
  return `The Compute Engine emulator listens on ${url}

Point a Pulumi program at it:

${setupCommands(endpoint)
  .map((line) => `  ${line}`)
  .join("\n")}

${planted.length === 0 ? "" : `${seedOverview(planted, SEED_DEFAULTS.project)}\n\n`}See what it does, break it, change things behind the program's back: ${url}
More can be put there: ${OBJECTS_README} says how. Stop with Ctrl-C.
`;
}

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2));
  if (typeof options === "string") {
    process.stderr.write(`${options}\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const { port, host, allowedHosts, latencyMs, seed } = options;
  let emulator: Emulator;
  try {
    const latency = { defaultMs: latencyMs };
    emulator = await startEmulator({ port, host, allowedHosts, latency, ...(seed ? { seed } : {}) });
  } catch (error) {
    process.stderr.write(`${explain(error, host, port)}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(instructions(emulator));
  if (!isLoopback(host)) {
    process.stderr.write(
      `It listens on ${host}: whoever can reach this machine can see and change everything in it.\n`,
    );
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void emulator.close());
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

function explain(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${String(port)} of ${host} is taken. Give another one with --port, or --port 0 for any free one.`;
    case "EACCES":
      return `Port ${String(port)} of ${host} may not be used by this user. Give another one with --port.`;
    default:
      return `The emulator could not start on ${host}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

if (require.main === module) {
  void main();
}
