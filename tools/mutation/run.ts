/**
 * `npm run test:mutation`: small mistakes are made in the provider, one at a time, and the tests are to find each.
 * `-- --seed 7` takes another sample, `--count 80` a larger one of each room, `--room fields` one room, `--all` every
 * mutant of all rooms, `--record` keeps the score as the one that later runs may not fall below.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { spoken } from "../tests/estimate";
import { hunt, type Judged } from "./hunt";
import { testsImporting } from "./importers";
import { mutationsOf } from "./operators";
import { filesOf, rooms } from "./rooms";
import { candidatesOf, sampleOf } from "./sample";
import { losses, mutationReport, percent, scoreOf, type RecordedScore } from "./score";
import type { PlacedMutant } from "./workCopy";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const scoreFile = fileURLToPath(new URL("score.json", import.meta.url));
const reportFile = `${root}/test-results/mutation.md`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    room: { type: "string", multiple: true },
    all: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
const startMs = performance.now();
const seed = Number(values.seed);
const count = values.all ? Infinity : Number(values.count);
const chosenRooms = rooms.filter(({ name }) => values.room?.includes(name) ?? true);
if (chosenRooms.length === 0) throw new Error(`--room takes one of ${rooms.map(({ name }) => name).join(", ")}.`);

const roomOf = new Map<number, string>();
const mutants: PlacedMutant[] = [];
for (const room of chosenRooms) {
  const candidates = filesOf(room, root).flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, "utf8");
    return candidatesOf(file, text, mutationsOf(text));
  });
  const sample = sampleOf(candidates, count, seed);
  console.log(`${room.name}: ${String(sample.length)} of ${String(candidates.length)} mutants, seed ${String(seed)}`);
  for (const candidate of sample) {
    roomOf.set(mutants.length, room.name);
    mutants.push({ ...candidate, id: mutants.length });
  }
}

const unitTests = testsImporting(treeOf("test/unit"), new Set(mutants.map(({ file }) => file)), root);
const allProtocolTests = treeOf("test/protocol");
const protocolTestsOf = ({ id }: PlacedMutant) =>
  values.all ? allProtocolTests : (chosenRooms.find(({ name }) => name === roomOf.get(id))?.protocolTests ?? []);

// Only an orderly end stops the lanes and removes their copies.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    process.exit(1);
  });
}
const { judged, unusable } = await hunt(root, mutants, unitTests, protocolTestsOf, (line) => {
  console.log(`${spoken(performance.now() - startMs)}: ${line}`);
});

const byRoom = new Map<string, Judged[]>(
  chosenRooms.map(({ name }) => [name, judged.filter(({ mutant }) => roomOf.get(mutant.id) === name)]),
);
mkdirSync(dirname(reportFile), { recursive: true });
writeFileSync(reportFile, mutationReport(byRoom, unusable, seed));

const score: RecordedScore = {
  seed,
  count: Number(values.count),
  rooms: Object.fromEntries([...byRoom].map(([name, ofRoom]) => [name, scoreOf(ofRoom)])),
};
for (const [name, ofRoom] of Object.entries(score.rooms)) {
  console.log(`${name}: the tests find ${String(ofRoom.found)} of ${String(ofRoom.of)} mutants, ${percent(ofRoom)}`);
}
console.log(
  `Those that no test finds are in test-results/mutation.md. Seed ${String(seed)}, ${spoken(performance.now() - startMs)}.`,
);

const isComparable = !values.all;
if (values.record && isComparable) {
  writeFileSync(scoreFile, `${JSON.stringify(score, undefined, 2)}\n`);
} else if (isComparable && existsSync(scoreFile)) {
  const lost = losses(score, JSON.parse(readFileSync(scoreFile, "utf8")) as RecordedScore);
  for (const line of lost) console.error(line);
  process.exitCode = lost.length === 0 ? 0 : 1;
}

function treeOf(folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`)
    .sort();
}
