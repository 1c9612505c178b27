import { seedOfRun } from "../../tools/tests/seed";

/**
 * Whether the run of today tries a case, by its index: one of so many parts each day, another one the next day, and all of
 * them in `npm run test:long`. For tables of cases that differ little, each of which costs much.
 */
export function isTriedToday(
  index: number,
  parts: number,
  environment: NodeJS.ProcessEnv = process.env,
  nowMs = Date.now(),
): boolean {
  return environment.PULUMI_GCE_LONG === "1" || (index + seedOfRun(environment, nowMs)) % parts === 0;
}
