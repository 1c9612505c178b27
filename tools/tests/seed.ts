const dayMs = 24 * 60 * 60 * 1000;

/** The variable that repeats the random choices of another day. */
export const seedVariable = "PULUMI_GCE_SEED";

/** What random tests choose by: the day, so that every day tries something else, or what {@link seedVariable} says. */
export function seedOfRun(environment: NodeJS.ProcessEnv, nowMs = Date.now()): number {
  const { [seedVariable]: wanted } = environment;
  if (wanted === undefined || wanted === "") return Math.floor(nowMs / dayMs);
  const seed = Number(wanted);
  if (!Number.isInteger(seed)) throw new Error(`${seedVariable} must be a whole number, and is "${wanted}".`);
  return seed;
}

/** What repeats the random choices of this run. */
export function spokenSeed(environment: NodeJS.ProcessEnv): string {
  const seed = String(seedOfRun(environment));
  return `Seed of the random tests: ${seed}. ${seedVariable}=${seed} repeats what they chose.`;
}
