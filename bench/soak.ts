/**
 * `npm run soak`: twenty minutes of creating, updating and deleting through the provider process. Memory, sockets and
 * timers must not grow. `npm run soak -- 5` takes five minutes.
 */
import { soak } from "../test/support/soak";

const minutes = Number(process.argv[2] ?? 20);
const sampleEverySeconds = 15;

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const { heapGrowth, heapMedian, grownResources, samples } = await soak(
  minutes * 60_000,
  Math.max(10, Math.round((minutes * 60) / sampleEverySeconds)),
  ({ lives, heapUsed, external, rss, resources }) => {
    const open = Object.entries(resources).map(([type, count]) => `${type} ${String(count)}`);
    console.log(
      `${String(lives).padStart(7)} lives  heap ${megabytes(heapUsed)}  outside ${megabytes(external)}  rss ${megabytes(rss)}  ${open.join(", ")}`,
    );
  },
);
const lives = samples.at(-1)?.lives ?? 0;
const grown = heapGrowth > heapMedian / 10;
console.log(`
soak of ${String(minutes)} minutes: ${String(lives)} resources made, changed and deleted
  memory growth     ${megabytes(heapGrowth)} of ${megabytes(heapMedian)} (goal: a tenth at most), ${(heapGrowth / lives).toFixed(0)} bytes a resource
  more of           ${grownResources.join(", ") || "nothing"} (goal: nothing)`);
process.exitCode = grown || grownResources.length > 0 ? 1 : 0;
