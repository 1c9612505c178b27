import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/src/index";
import { bundledScript } from "./bundledScript";
import { withHotPlugins } from "./hotPlugin/hotPlugin";
import { loopbackServer } from "./loopbackServer";
import { quickRuns } from "./pulumiEnvironment";
import { ended, type Run } from "./stack";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;

const main = "acceptance/main.ts";

/** What belongs to the owner of a run, and is to be in no recording. */
export const owner = {
  project: "ada-s-own-project",
  organization: "481516234200",
  maps: ["ada-s-first-map", "ada-s-second-map"],
  token: "ya29.ada-s-own-token",
  person: "ada.lovelace@corp.example",
} as const;

/** A service for runs of acceptance, and the folder that they keep. */
export interface AcceptanceGround {
  readonly emulator: Emulator;
  /** Starts `npm run acceptance` with these options. */
  start(...options: readonly string[]): Promise<ChildProcess>;
  /** The same to its end, with provider processes that are lent: their start is not the subject. */
  run(...options: readonly string[]): Promise<Run>;
  /** The same as the command does it: it compiles as it loads. */
  runFromSource(...options: readonly string[]): Promise<Run>;
  /** Prefixes of the runs that have begun and not ended clean. */
  begun(): string[];
  /** A file of the run with that prefix. */
  read(prefix: string, file: string): string;
  /** Paths of what is left of runs, at the service. */
  left(): string[];
  /** The requests that Resource Manager had, by what they asked about. */
  readonly asked: Map<string, readonly string[]>;
  close(): Promise<void>;
}

/** An emulator, and a Resource Manager by which the owner has all permissions but those that are denied. */
export async function acceptanceGround(
  options: EmulatorOptions = {},
  denied: readonly string[] = [],
): Promise<AcceptanceGround> {
  const emulator = await startEmulator(options);
  emulator.tokens({ [owner.token]: { user: owner.person } });
  const asked = new Map<string, readonly string[]>();
  const manager = await loopbackServer((request, response) => {
    void text(request).then((body) => {
      const { permissions } = JSON.parse(body) as { permissions: string[] };
      asked.set(request.url ?? "", permissions);
      const isOwner = request.headers.authorization === `Bearer ${owner.token}`;
      const granted = permissions.filter((name) => !denied.includes(name));
      response.writeHead(isOwner ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify({ permissions: granted }));
    });
  });
  const parent = join(repository, "test-results", "acceptance");
  mkdirSync(parent, { recursive: true });
  const output = mkdtempSync(join(parent, "runs-"));
  const environment = { ...process.env, ...quickRuns, GOOGLE_OAUTH_ACCESS_TOKEN: owner.token };
  const spawned = (script: readonly string[], more: readonly string[], env: NodeJS.ProcessEnv) => {
    const service = ["--endpoint", emulator.endpoint, "--resource-manager-endpoint", manager.origin];
    const args = [...script, "--output", output, "--project", owner.project, ...service, ...more];
    return spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  };
  const lent = (script: readonly string[], more: readonly string[]) =>
    withHotPlugins({ folder: output, environment }, (env) => ended(spawned(script, more, env)));
  return {
    emulator,
    asked,
    start: async (...more) => spawned([await bundledScript(main)], more, environment),
    run: async (...more) => lent([await bundledScript(main)], more),
    runFromSource: (...more) => lent(["--import", loader, join(repository, main)], more),
    begun: () =>
      readdirSync(output).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : [])),
    read: (prefix, file) => readFileSync(join(output, prefix, file), "utf8"),
    left: () =>
      ["projects/", "locations/global/firewallPolicies/"]
        .flatMap((root) => emulator.objects.list(root))
        .filter(({ path, object }) => `${path} ${String(object.shortName)}`.includes("gceacc-"))
        .map(({ path }) => path),
    async close() {
      await manager.close();
      await emulator.close();
      rmSync(output, { recursive: true, force: true });
    },
  };
}

/** The prefix that a run prints first. */
export function prefixIn(output: string): string {
  const prefix = /begins with (gceacc-[a-z0-9]{8})/.exec(output)?.[1];
  if (prefix === undefined) throw new Error(`The run printed no prefix:\n${output}`);
  return prefix;
}

/** Starts `npm run acceptance:compare` of a file. */
export function compareFile(file: string): Promise<Run> {
  const args = ["--import", loader, join(repository, "acceptance", "compare.ts"), file];
  return ended(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }));
}
