/**
 * `npm run check`: format, lint, imports, types and prose beside each other. What one prints is shown when it ends, whole; each one that
 * fails fails this.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { spoken } from "./estimate";

const checks = ["check:format", "check:lint", "check:imports", "check:types", "check:prose"];

async function passes(script: string): Promise<boolean> {
  const startMs = performance.now();
  const child = spawn("npm", ["run", "--silent", script], {
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const outcome = code === 0 ? "passed" : "FAILED";
  console.log(`${script}: ${outcome} in ${spoken(performance.now() - startMs)}`);
  process.stdout.write(code === 0 ? "" : printed.join(""));
  return code === 0;
}

const outcomes = await Promise.all(checks.map(passes));
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
