import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../pulumi/cache";

/** What each file of the tests took when it last ran, kept outside the work tree: a fresh clone knows it too. */
export function recordedTimesFile(environment: NodeJS.ProcessEnv): string {
  return join(cacheFolder(environment), "test-times.json");
}

/** Empty where nothing was recorded, or nothing that can be read. */
export function readTimes(path: string): Map<string, number> {
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"));
    const entries = Object.entries(read ?? {});
    return new Map(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
  } catch {
    return new Map();
  }
}

/** Keeps what the files of a run took, beside what is known of others. Where nothing can be kept, nothing is. */
export function recordTimes(path: string, tookMs: ReadonlyMap<string, number>): void {
  const all = new Map([...readTimes(path), ...[...tookMs].map(([file, ms]) => [file, Math.round(ms)] as const)]);
  const temporary = `${path}.${String(process.pid)}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, JSON.stringify(Object.fromEntries(all), undefined, 1));
    renameSync(temporary, path);
  } catch {
    // A run is not worth less for it: the next one has no estimate.
  }
}
