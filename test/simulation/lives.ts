import type { VirtualClock } from "./clock";
import { listFeatures } from "./corpus/features";
import { live, type Lived, type LifeOptions } from "./life";
import { shrink } from "./shrink";
import { toDecisions, inWords, Tape, type Decisions } from "./tape";

export interface LivesOptions extends LifeOptions {
  /** The seed of each life. */
  readonly seeds: Iterable<number>;
  /** Default: as long as the lives take. */
  readonly seconds?: number;
  readonly stopAtFirst?: boolean;
}

/** The result of many lives. */
export interface Lives {
  readonly count: number;
  readonly requests: number;
  readonly virtualMs: number;
  readonly seconds: number;
  /** The features of all lives together. */
  readonly features: ReadonlySet<string>;
  /** How many lives broke a promise that the documents do not give, by the reason. */
  readonly gaps: ReadonlyMap<string, number>;
  /** The first life of each kind of break. */
  readonly broken: ReadonlyMap<string, { readonly seeds: readonly number[]; readonly lived: Lived }>;
}

/** Seconds of real time, also while the clocks of this process are virtual. */
const secondsNow = () => Number(process.hrtime.bigint()) / 1e9;

export async function liveMany(clock: VirtualClock, options: LivesOptions): Promise<Lives> {
  const { seeds, seconds = Infinity, stopAtFirst = false } = options;
  const beganSeconds = secondsNow();
  const features = new Set<string>();
  const gaps = new Map<string, number>();
  const broken = new Map<string, { seeds: number[]; lived: Lived }>();
  let [count, requests, virtualMs] = [0, 0, 0];
  for (const seed of seeds) {
    if (secondsNow() - beganSeconds >= seconds || (stopAtFirst && broken.size > 0)) break;
    const lived = await live(clock, Tape.drawn(seed), options);
    count += 1;
    requests += lived.requests;
    virtualMs += lived.virtualMs;
    for (const feature of listFeatures(lived)) features.add(feature);
    if (lived.gap !== undefined) gaps.set(lived.gap, (gaps.get(lived.gap) ?? 0) + 1);
    if (lived.broken === undefined) continue;
    const key = `${lived.cast}: ${lived.broken.promise}: ${lived.broken.detail.replace(/\d+/g, "#").slice(0, 160)}`;
    broken.set(key, { seeds: [...(broken.get(key)?.seeds ?? []), seed], lived: broken.get(key)?.lived ?? lived });
  }
  return { count, requests, virtualMs, seconds: secondsNow() - beganSeconds, features, gaps, broken };
}

/** So many seeds that follow each other. */
export function* listSeeds(from: number, count = Infinity): Generator<number> {
  for (let index = 0; index < count; index++) yield from + index;
}

/** The fewest decisions that break the promise that this life has broken, and the life that they make. */
export async function shortest(clock: VirtualClock, lived: Lived, options: LifeOptions): Promise<Lived> {
  const { broken } = lived;
  if (broken === undefined) return lived;
  const few = await shrink(lived.decided, async (decisions: Decisions) => {
    const again = await live(clock, Tape.play(decisions), options);
    return again.broken?.promise === broken.promise ? again.decided : undefined;
  });
  return live(clock, Tape.play(toDecisions(few)), options);
}

/** The stories of the lives that broke a promise, each shrunk, with the command that keeps it. */
export async function tellStories(clock: VirtualClock, { broken }: Lives, options: LifeOptions): Promise<string> {
  const stories: string[] = [];
  for (const { seeds, lived } of broken.values()) {
    const keep = `npm run simulate -- --seed ${String(seeds[0])} --keep NAME`;
    stories.push(`${tellStory(await shortest(clock, lived, options))}\nTo keep it: ${keep}`);
  }
  return stories.join("\n\n");
}

/** The story of a life: its decisions, and their result. */
export function tellStory({ decided, lines, broken, gap }: Lived): string {
  const end = broken === undefined ? (gap ?? "Every promise holds.") : `broken: ${broken.promise}\n${broken.detail}`;
  return [...decided.map(inWords), "", ...lines, "", end].join("\n");
}

/** One line on how much was lived, and what was found. */
export function summarize({ count, requests, virtualMs, seconds, gaps, broken }: Lives): string {
  const each = (total: number) => total / Math.max(1, count);
  return [
    `${String(count)} lives in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second; each has ${each(requests).toFixed(0)} requests and ${(each(virtualMs) / 3_600_000).toFixed(1)} virtual hours`,
    ...[...gaps].map(([says, times]) => `  not guaranteed, ${String(times)} times: ${says}`),
    ...[...broken].map(([key, { seeds }]) => `  BROKEN ${key}\n    seeds ${seeds.slice(0, 8).join(" ")}`),
  ].join("\n");
}
