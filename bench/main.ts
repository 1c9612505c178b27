/**
 * `npm run bench`: every bench, one after the other, each in a process of its own. `npm run bench -- up lag --quick` runs these
 * two, with small sizes. Whatever else is given goes to each of them.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const benches = [
  "start",
  "lag",
  "size",
  "longList",
  "answers",
  "preview",
  "up",
  "plugin",
  "many",
  "journal",
  "quota",
  "grants",
  "emulator",
];

const words = process.argv.slice(2);
const named = benches.filter((name) => words.includes(name));
const options = words.filter((word) => !benches.includes(word));

const failed: string[] = [];
for (const name of named.length > 0 ? named : benches) {
  console.log(`\n── ${name} ──`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, ["--import", "tsx", file, ...options], { stdio: "inherit" });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nThese did not come to their end: ${failed.join(", ")}`);
  process.exitCode = 1;
}
