import fc from "fast-check";
import { isLong, chooseSeed } from "./seed";

/** How much more of each property a night tries. */
const factor = isLong ? 20 : 1;

/** For a property whose number of runs is not the usual hundred. */
export function runs(usual: number): number {
  return usual * factor;
}

// A failure names the seed and the path to it; the seed changes with the day.
fc.configureGlobal({ numRuns: runs(100), seed: chooseSeed(process.env) });

/** fast-check, as every property here takes it. */
export { fc };
