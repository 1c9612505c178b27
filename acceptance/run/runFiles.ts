import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { AcceptanceOptions } from "../options";
import type { Place } from "../service/service";

/** A run that has begun and not ended clean: what it takes to delete what it has made. */
export interface BegunRun extends Place {
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
    prefix,
    project,
    region,
    zone,
    parent,
    endpoint: endpoint.href,
    process: { id: process.pid, host: hostname() },
    startedAt: new Date().toISOString(),
  };
  writeFileSync(fileOf(output, prefix), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Nothing of the run is left. */
export function forgetRun(output: string, prefix: string): void {
  rmSync(fileOf(output, prefix), { force: true });
  for (const name of ["program", "state"]) rmSync(join(output, prefix, name), { recursive: true, force: true });
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

function fileOf(output: string, prefix: string): string {
  return join(output, `${prefix}.json`);
}
