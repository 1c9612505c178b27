/**
 * `npm run test:defects`: brings each fixed defect back in a copy of the sources, and the simulator has to find it there.
 * `-- --seconds 60` looks that long for each at most, `--from 7` takes another first seed, `--only swap` the defects with that word.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { seedOfRun } from "../support/seed";
import { broughtBack, defects, type Defect } from "./defects";
import { defectReport, endOf, type Hunted } from "./huntReport";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = join(root, "test-results");
// Inside of the repository, so that the copies find its packages.
const copies = join(results, "defects");
const copied = ["provider/src", "provider/package.json", "test/simulation"];

/** A run that finds nothing ends by itself at the end of its time. */
const graceSeconds = 60;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    from: { type: "string", default: String(seedOfRun(process.env)) },
    only: { type: "string", default: "" },
  },
});
const seconds = Number(values.seconds);
const wanted = defects.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));

/** Looks for a broken promise in a copy of the sources; without a defect there is none to be found. */
async function hunted(place: string, name: string, kinds: readonly string[], defect?: Defect): Promise<Hunted> {
  const copy = join(copies, place);
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
  if (defect !== undefined) {
    const file = join(copy, "provider/src", defect.file);
    writeFileSync(file, broughtBack(readFileSync(file, "utf8"), defect));
  }
  const startMs = performance.now();
  const { code, output } = await simulated(copy, kinds);
  const end = { ...endOf(code, output), name, kinds, seconds: (performance.now() - startMs) / 1000 };
  rmSync(copy, { recursive: true });
  console.log(`${end.end} after ${end.seconds.toFixed(1)} s: ${name}${end.promise === "" ? "" : ` (${end.promise})`}`);
  if (end.end === "failed") console.log(output.slice(-2000));
  return end;
}

async function simulated(copy: string, kinds: readonly string[]): Promise<{ code: number | null; output: string }> {
  const main = join(copy, "test/simulation/main.ts");
  const budget = ["--seconds", values.seconds, "--from", values.from, "--stop-at-first"];
  const args = ["--import", "tsx", main, "--kinds", kinds.join(","), ...budget];
  const timeout = (seconds + graceSeconds) * 1000;
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], timeout });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

const startMs = performance.now();
rmSync(copies, { recursive: true, force: true });
mkdirSync(copies, { recursive: true });
// What breaks a promise without a defect would be found with each of them.
const allKinds = [...new Set(wanted.flatMap(({ kinds }) => kinds))];
const clean = await hunted("none", "no defect", allKinds);
const found: Hunted[] = [];
const waiting = wanted.entries();
const lane = async () => {
  for (const [index, defect] of waiting) found[index] = await hunted(String(index), defect.name, defect.kinds, defect);
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
rmSync(copies, { recursive: true });

const report = defectReport(found, Number(values.from));
writeFileSync(join(results, "defects.md"), report);
const tookSeconds = (performance.now() - startMs) / 1000;
console.log(`\n${report}\nThis took ${tookSeconds.toFixed(0)} s; the table is in test-results/defects.md.`);
if (clean.end !== "missed")
  console.error("The simulator does not run clean without a defect: the table proves nothing.");
process.exitCode = clean.end === "missed" && found.every(({ end }) => end === "found") ? 0 : 1;
