const dayMs = 24 * 60 * 60 * 1000;

/** More random values, more rounds and whole tables: what the nightly workflow has time for. */
export const isLong = process.env.PULUMI_GCE_LONG === "1";

/** What random tests choose by: the day, so that every day tries something else, or what `PULUMI_GCE_SEED` says. */
export function chooseSeed({ PULUMI_GCE_SEED: wanted = "" }: NodeJS.ProcessEnv, nowMs = Date.now()): number {
  const seed = wanted === "" ? Math.floor(nowMs / dayMs) : Number(wanted);
  if (!Number.isInteger(seed)) throw new Error(`PULUMI_GCE_SEED must be a whole number, and is "${wanted}".`);
  return seed;
}
