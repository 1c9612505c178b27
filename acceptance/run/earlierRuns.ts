import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { AcceptanceOptions } from "../options";
import type { ProjectScope } from "../service/service";
import { abandonedPrefixes, cleanUp } from "./cleanup";
import { record, type Means } from "./recorded";

/** A run that has begun and not ended clean: what it takes to delete what it has made. */
interface BegunRun extends ProjectScope {
  readonly prefix: string;
  readonly endpoint: string;
  /** Who carries it out. */
  readonly process: { readonly id: number; readonly host: string };
  readonly startedAt: string;
}

/** Notes that a run begins, before it makes anything. */
export function noteRun({ project, region, zone, parent, prefix, endpoint, output }: AcceptanceOptions): void {
  mkdirSync(output, { recursive: true });
  const run: BegunRun = {
    ...{ prefix, project, region, zone, parent, endpoint: endpoint.href },
    process: { id: process.pid, host: hostname() },
    startedAt: new Date().toISOString(),
  };
  writeFileSync(join(output, `${prefix}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Nothing of the run is left. */
export function forgetRun(output: string, prefix: string): void {
  for (const name of [`${prefix}.json`, join(prefix, "program"), join(prefix, "state")])
    rmSync(join(output, name), { recursive: true, force: true });
}

/** Runs of the same project at the same endpoint that have begun and not ended. */
export function begunRuns({ output, project, endpoint }: AcceptanceOptions): BegunRun[] {
  if (!existsSync(output)) return [];
  return readdirSync(output)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(output, name), "utf8")) as BegunRun)
    .filter((run) => run.project === project && run.endpoint === endpoint.href);
}

/** Whether its process is still there. One on another machine may be. */
export function isUnderWay({ process: { id, host } }: BegunRun): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** How long a clean-up goes on without deleting anything. */
export const maxIdleMs = 5 * 60_000;

/** Deletes what the run with a prefix has left. Tells whether all of it is gone. */
export async function cleanRun(
  options: AcceptanceOptions,
  { prefix, ...place }: ProjectScope & { readonly prefix: string },
  { token, say }: Means,
): Promise<boolean> {
  say(`Everything that begins with ${prefix} is deleted`);
  const left = await record(options, { prefix, file: "clean.jsonl", token }, ({ service }) =>
    cleanUp(service(place), prefix, { say, maxIdleMs }),
  );
  for (const { path, why } of left) say(`  ${path} is still there: ${why}`);
  if (left.length > 0) return false;
  say(`Nothing is left of ${prefix}`);
  forgetRun(options.output, prefix);
  return true;
}

/**
 * Finishes what runs before this one have left: those that began on this machine and were killed, and any that began longer
 * ago than a run can last. It is no part of this run's recording.
 */
export async function cleanEarlierRuns(options: AcceptanceOptions, means: Means): Promise<void> {
  for (const run of begunRuns(options)) {
    const { id, host } = run.process;
    const where = `in process ${String(id)} of ${host}. If it is not, delete it with --clean.`;
    if (isUnderWay(run)) means.say(`${run.prefix} seems to be under way, ${where}`);
    else await cleanRun(options, run, means);
  }
  const { prefix, token } = { ...options, ...means };
  const abandoned = await record(options, { prefix, file: "clean.jsonl", token }, ({ service }) =>
    abandonedPrefixes(service(options), Date.now()),
  );
  for (const old of abandoned) await cleanRun(options, { ...options, prefix: old }, means);
}
