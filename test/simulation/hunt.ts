/**
 * `npm run test:defects`: brings each fixed defect back in a copy of the sources, and the simulator has to find it there.
 * `-- --seconds 60` looks that long for each at most, `--from 7` takes another first seed, `--only swap` the defects with that word.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chooseSeed } from "../support/seed";
import { bringBack, defects } from "./defects";
import type { Defect } from "./defects/defect";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside of the repository, so that the copies find its packages.
const copies = join(root, "test-results", "defects");
const copied = ["provider/src", "provider/package.json", "test/simulation", "test/support/computeProto.ts"];

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    from: { type: "string", default: String(chooseSeed(process.env)) },
    only: { type: "string", default: "" },
  },
});
/** A run that finds nothing ends by itself at the end of its time. */
const timeout = (Number(values.seconds) + 60) * 1000;
const wanted = defects.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));

/** `found` a broken promise, `missed` the defect, or the run `failed` and tells nothing. */
type End = "found" | "missed" | "failed";

/** Looks for a broken promise in a copy of the sources; without a defect there is none to be found. */
async function hunt(place: string, name: string, kinds: readonly string[], defect?: Defect): Promise<End> {
  const copy = join(copies, place);
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
  if (defect !== undefined) {
    const file = join(copy, "provider/src", defect.file);
    writeFileSync(file, bringBack(readFileSync(file, "utf8"), defect));
  }
  const startMs = performance.now();
  const { code, output } = await simulated(copy, kinds, defect?.needs ?? []);
  const promise = /^broken: (.+)$/m.exec(output)?.[1];
  // A program that breaks down ends with 1 as well, and names no promise.
  const end = code === 1 && promise !== undefined ? "found" : code === 0 ? "missed" : "failed";
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${end} after ${seconds} s: ${name}${promise === undefined ? "" : ` (${promise})`}`);
  if (end === "failed") console.log(output.slice(-2000));
  rmSync(copy, { recursive: true });
  return end;
}

async function simulated(
  copy: string,
  kinds: readonly string[],
  needs: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const budget = ["--seconds", values.seconds, "--from", values.from, "--stop-at-first"];
  const lives = ["--kinds", kinds.join(","), "--raise", needs.join(",")];
  const args = ["--import", "tsx", join(copy, "test/simulation/main.ts"), ...lives, ...budget];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], timeout });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

rmSync(copies, { recursive: true, force: true });
// What breaks a promise without a defect would be found with each of them.
const clean = await hunt("none", "no defect", [...new Set(wanted.flatMap(({ kinds }) => kinds))]);
const ends: End[] = [];
const waiting = wanted.entries();
const lane = async () => {
  for (const [index, defect] of waiting) ends[index] = await hunt(String(index), defect.name, defect.kinds, defect);
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
rmSync(copies, { recursive: true, force: true });

const found = ends.filter((end) => end === "found").length;
console.log(`\nFound: ${String(found)} of ${String(wanted.length)}, from seed ${values.from}.`);
if (clean !== "missed") console.error("The simulator does not run clean without a defect: this proves nothing.");
process.exitCode = clean === "missed" && found === wanted.length ? 0 : 1;
