import type { AcceptanceOptions } from "../options";
import type { Place } from "../service/service";
import { abandonedPrefixes, cleanUp } from "./cleanup";
import { recorded, type Means } from "./recorded";
import { begunRuns, forgetRun, isUnderWay } from "./runFiles";

/** How long a clean-up goes on without deleting anything. */
export const patienceMs = 5 * 60_000;

/** Deletes what the run with a prefix has left. Tells whether all of it is gone. */
export async function cleanRun(
  options: AcceptanceOptions,
  { prefix, ...place }: Place & { readonly prefix: string },
  { token, say }: Means,
): Promise<boolean> {
  say(`Everything that begins with ${prefix} is deleted`);
  const left = await recorded(options, { prefix, file: "clean.jsonl", token }, ({ service }) =>
    cleanUp(service(place), prefix, { say, patienceMs }),
  );
  for (const { collection, name, why } of left) say(`  ${collection}/${name} is still there: ${why}`);
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
    if (isUnderWay(run))
      means.say(
        `${run.prefix} seems to be under way, in process ${String(id)} of ${host}. If it is not, delete it with --clean.`,
      );
    else await cleanRun(options, run, means);
  }
  const { prefix, token } = { ...options, ...means };
  const abandoned = await recorded(options, { prefix, file: "clean.jsonl", token }, ({ service }) =>
    abandonedPrefixes(service(options), Date.now()),
  );
  for (const old of abandoned) await cleanRun(options, { ...options, prefix: old }, means);
}
