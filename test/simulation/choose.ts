/**
 * `npm run simulate:choose`: chooses the lives that `npm test` lives, and writes them to `corpus/corpus.json`. They have together
 * whatever the lives of a pool have, and find the fixed defects that any of the pool finds. `-- --lives 4000` takes a pool of that
 * size, and `--from 7` another first seed. The same sources give the same choice. It takes half an hour on two quiet cores.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VirtualClock } from "./clock";
import { corpusFile, type Corpus } from "./corpus/corpus";
import { cover } from "./corpus/cover";
import { livePool, type PoolLife } from "./corpus/pool";
import { defects } from "./defects";
import type { Defect } from "./defects/defect";
import { hunt, inLanes, root } from "./defects/hunting";
import { listCasts } from "./kinds/every";
import { liveMany, listSeeds } from "./lives";

const { values } = parseArgs({
  options: { from: { type: "string", default: "47000000" }, lives: { type: "string", default: "4000" } },
});
let clock = VirtualClock.install();
const pool = await livePool(clock, listSeeds(Number(values.from), Number(values.lives)));
clock.uninstall();
const misses: string[] = [];

/** Looks for the defect in the lives of its resources or functions, the cheapest ones first: the life that finds it. */
async function find(defect: Defect, lives: readonly PoolLife[]): Promise<PoolLife | undefined> {
  const casts = new Set<string>(listCasts(defect.kinds));
  const its = lives.filter(({ cast }) => casts.has(cast)).sort((one, other) => one.cost - other.cost);
  const folder = join(root, "test-results");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seeds-${String(defects.indexOf(defect))}.json`);
  writeFileSync(file, JSON.stringify({ seeds: its.map(({ seed }) => seed) }));
  const { end, seed } = await hunt({ defect, name: defect.name }, ["--seeds", file]);
  rmSync(file);
  return end === "found" ? its.find((life) => life.seed === seed) : undefined;
}

const chosen = new Set(cover(pool));
const byFeatures = [...chosen];
const others = pool.filter((life) => !chosen.has(life));
await inLanes(defects, async (defect) => {
  if ((await find(defect, byFeatures)) !== undefined) return;
  const life = await find(defect, others);
  if (life === undefined) misses.push(defect.name);
  else chosen.add(life);
});

const seeds = [...chosen].map(({ seed }) => seed).sort((one, other) => one - other);
clock = VirtualClock.install();
const { features, broken, count } = await liveMany(clock, { seeds });
if (broken.size > 0) throw new Error("A life of the corpus breaks a promise.");
const corpus: Corpus = { features: features.size, misses: misses.sort(), seeds };
writeFileSync(corpusFile, `${JSON.stringify(corpus, undefined, 2)}\n`);
const [all, ours] = [pool, [...chosen]].map((lives) => lives.reduce((sum, { cost }) => sum + cost, 0));
console.log(
  `${String(count)} lives of ${String(pool.length)}, which take ${((100 * (ours ?? 0)) / (all ?? 1)).toFixed(0)} % of the time.`,
);
console.log(`They find ${String(defects.length - misses.length)} of ${String(defects.length)} defects.`);
process.exit(0);
