/**
 * `npm run simulate`: lives of stacks in virtual time, until a promise breaks. `-- --seconds 600` lives that long, `--seed 7` tells
 * one life in full, shrunk to the decisions that break it, and `--keep NAME` writes these to a file that every test run plays again.
 * `--seeds FILE` lives those of a file, such as `test/simulation/corpus/corpus.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { VirtualClock } from "./clock";
import { isRate } from "./families";
import { listCasts } from "./kinds/every";
import { live } from "./life";
import { listSeeds, liveMany, shortest, tellStories, tellStory, summarize } from "./lives";
import { toDecisions, Tape, type Decisions } from "./tape";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    play: { type: "string" },
    keep: { type: "string" },
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    seconds: { type: "string" },
    lives: { type: "string", default: "Infinity" },
    kinds: { type: "string" },
    raise: { type: "string", default: "" },
    "stop-at-first": { type: "boolean", default: false },
  },
});
const clock = VirtualClock.install();
const options = {
  raised: values.raise.split(",").filter(isRate),
  ...(values.kinds === undefined ? {} : { casts: listCasts(values.kinds.split(",")) }),
};

if (values.seed !== undefined || values.play !== undefined) {
  const tape =
    values.play === undefined
      ? Tape.drawn(Number(values.seed))
      : Tape.play((JSON.parse(readFileSync(values.play, "utf8")) as { decisions: Decisions }).decisions);
  const lived = await shortest(clock, await live(clock, tape, options), options);
  console.log(tellStory(lived));
  if (values.keep !== undefined && lived.broken !== undefined) {
    const record = { broke: lived.broken.promise, says: lived.broken.detail, decisions: toDecisions(lived.decided) };
    writeFileSync(new URL(`kept/${values.keep}.json`, import.meta.url), `${JSON.stringify(record, undefined, 2)}\n`);
  }
  process.exit(lived.broken === undefined ? 0 : 1);
} else {
  const stopAtFirst = values["stop-at-first"];
  const seeds =
    values.seeds === undefined
      ? listSeeds(Number(values.from), Number(values.lives))
      : (JSON.parse(readFileSync(values.seeds, "utf8")) as { seeds: readonly number[] }).seeds;
  const seconds = Number(values.seconds ?? (values.seeds === undefined ? 60 : Infinity));
  const lives = await liveMany(clock, { ...options, seeds, seconds, stopAtFirst });
  console.log(summarize(lives));
  // The hunt for defects wants no story: it takes longer than the lives.
  if (!stopAtFirst) console.log(await tellStories(clock, lives, options));
  process.exit(lives.broken.size === 0 ? 0 : 1);
}
