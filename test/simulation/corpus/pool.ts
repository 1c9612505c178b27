import type { VirtualClock } from "../clock";
import { live, type Lived } from "../life";
import { Tape } from "../tape";
import { Blocks } from "./blocks";
import { listFeatures } from "./features";

/** A life that can be chosen. */
export interface PoolLife {
  readonly seed: number;
  readonly cast: Lived["cast"];
  /** About as many milliseconds as it takes. Measured ones would be others at every choice. */
  readonly cost: number;
  /** A number for each thing that it meets, decides or runs. */
  readonly features: readonly number[];
}

/** Lives these lives, and notes the features of each. One that breaks a promise is left out: it is for `--keep`, and a mend. */
export async function livePool(clock: VirtualClock, seeds: Iterable<number>): Promise<PoolLife[]> {
  const blocks = new Blocks();
  const lives: { readonly seed: number; readonly lived: Lived; readonly reports: ReturnType<Blocks["take"]> }[] = [];
  blocks.take();
  for (const seed of seeds) {
    const lived = await live(clock, Tape.drawn(seed));
    const reports = blocks.take();
    if (lived.broken === undefined) lives.push({ seed, lived: { ...lived, lines: [] }, reports });
    else console.log(`Seed ${String(seed)} breaks a promise: npm run simulate -- --seed ${String(seed)} --keep NAME`);
    if (lives.length % 100 === 0) console.log(`${String(lives.length)} lives are lived.`);
  }
  const numbers = new Map<string, number>();
  const toNumber = (feature: string) => {
    const number = numbers.get(feature) ?? numbers.size;
    numbers.set(feature, number);
    return number;
  };
  return lives.map(({ seed, lived, reports }) => {
    const features = [...listFeatures(lived), ...listDecisions(lived), ...blocks.list(reports)];
    return {
      seed,
      cast: lived.cast,
      cost: 10 + 1.5 * lived.requests,
      features: [...new Set(features.map(toNumber))],
    };
  });
}

/** The kinds of the decisions, whatever their numbers. */
function listDecisions({ decided }: Lived): string[] {
  return decided.map(({ label, option }) => `${label}: ${option}`.replace(/\d+/g, "#"));
}
