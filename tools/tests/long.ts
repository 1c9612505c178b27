/**
 * `npm run test:long`: what is too long for `npm test`. Each step runs, whatever the ones before it came to; any that
 * fails fails this. `npm run test:long -- soak` runs the steps that are named.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { spoken } from "./estimate";

const steps: Readonly<Record<string, string>> = {
  // More crash rounds, more runs of each property and more fuzzed answers, and tables whole: what reads PULUMI_GCE_LONG.
  rounds:
    "vitest run --project unit --project simulation --project faults --project adversary --project browser --reporter=./tools/tests/tierReporter.ts",
  // More random lives of stacks, in Pulumi's engine and in the model of it.
  model: "vitest run --project engine test/engine/engineModel.test.ts --reporter=./tools/tests/tierReporter.ts",
  soak: "tsx bench/soak.ts",
  defects: "tsx test/simulation/hunt.ts",
};

async function passes([name, command]: readonly [string, string]): Promise<boolean> {
  console.log(`\n${name}: ${command}`);
  const startMs = performance.now();
  // The commands of this repository's packages are on the PATH of an npm script.
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, PULUMI_GCE_LONG: "1" } });
  const [code] = (await once(child, "exit")) as [number | null];
  outcomes.push(`${name}: ${code === 0 ? "passed" : "FAILED"} in ${spoken(performance.now() - startMs)}`);
  return code === 0;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => steps[name] === undefined);
const outcomes: string[] = [];
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}: the steps are ${Object.keys(steps).join(", ")}.`);
  process.exitCode = 1;
} else {
  for (const step of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(step[0])) continue;
    if (!(await passes(step))) process.exitCode = 1;
  }
  console.log(`\n${outcomes.join("\n")}`);
}
