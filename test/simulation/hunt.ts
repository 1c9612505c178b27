/**
 * `npm run test:defects`: brings each fixed defect back in a copy of the sources, and the simulator has to find it there.
 * `-- --seconds 60` looks that long for each at most, `--from 7` takes another first seed, `--only swap` the defects with that word.
 * `--corpus` lives the lives of `npm test`, as they are, and has to find what they found when they were chosen.
 */
import { parseArgs } from "node:util";
import { chooseSeed } from "../support/seed";
import { corpus, corpusFile } from "./corpus/corpus";
import { defects } from "./defects";
import { hunt, inLanes } from "./defects/hunting";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    from: { type: "string", default: String(chooseSeed(process.env)) },
    only: { type: "string", default: "" },
    corpus: { type: "boolean", default: false },
  },
});
const isMissed = (name: string) => values.corpus && corpus.misses.includes(name);
const wanted = defects.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()) && !isMissed(name));

const lives = (kinds: readonly string[], needs: readonly string[] = []) =>
  values.corpus
    ? ["--seeds", corpusFile]
    : ["--kinds", kinds.join(","), "--raise", needs.join(","), "--seconds", values.seconds, "--from", values.from];

// A life that breaks a promise without a defect would be found with each of them.
const clean = await hunt({}, lives([...new Set(wanted.flatMap(({ kinds }) => kinds))]));
let found = 0;
await inLanes(wanted, async (defect) => {
  const { end } = await hunt({ defect, name: defect.name }, lives(defect.kinds, defect.needs));
  if (end === "found") found += 1;
});

console.log(
  `\nFound: ${String(found)} of ${String(wanted.length)}, ${values.corpus ? "by the lives of `npm test`" : `from seed ${values.from}`}.`,
);
if (clean.end !== "missed") console.error("The simulator does not run clean without a defect: this proves nothing.");
process.exitCode = clean.end === "missed" && found === wanted.length ? 0 : 1;
