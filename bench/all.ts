/**
 * `npm run bench`: every bench, one after the other, each in a process of its own. What is given after `--` goes to each:
 * `npm run bench -- --quick`.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const names = [
  "budget",
  "start",
  "provider",
  "lag",
  "size",
  "list",
  "preview",
  "up",
  "many",
  "many --journal",
  "quota",
  "grants",
  "emulator",
];
const failed: string[] = [];
for (const name of names) {
  const [bench = "", ...own] = name.split(" ");
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  if (!existsSync(file)) {
    console.error(`bench/${bench}.ts is not there; left out.`);
    failed.push(name);
    continue;
  }
  console.log(`\n── ${name} ──`);
  const given = ["--import", "tsx", file, ...own, ...process.argv.slice(2)];
  const run = spawn(process.execPath, given, { stdio: "inherit" });
  const code = await new Promise((resolve) => run.on("close", resolve));
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nThese did not come to their end: ${failed.join(", ")}`);
  process.exitCode = 1;
}
