import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { ended } from "../support/stack";
import { folderForTest } from "../support/untilTestEnds";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** As its npm script does; not by the command of tsx, which kills what is slow to end after an interrupt. */
const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;

/** Runs the demo as its npm script does, but for the build, and looks for what it has left behind. */
async function demo(interruptAt?: string): Promise<{ code: number; output: string }> {
  const temporary = folderForTest();
  const child = spawn(process.execPath, ["--import", loader, "examples/demo.ts"], {
    cwd: repository,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let isInterrupted = false;
  child.stdout.on("data", (part: Buffer) => {
    if (isInterrupted || interruptAt === undefined || !part.toString().includes(interruptAt)) return;
    isInterrupted = child.kill("SIGINT");
  });
  const run = await ended(child);
  expect(readdirSync(temporary).filter((name) => name.startsWith("pulumi-gce-demo-"))).toEqual([]);
  const url = /listens on (http:\S+\d)/.exec(run.output)?.[1] ?? expect.fail("The emulator never listened.");
  await expect(fetch(url)).rejects.toThrow();
  return run;
}

it("npm run demo applies the quickstart, changes what other teams own and puts it back, and leaves nothing", async () => {
  const { code, output } = await demo();
  expect(code, output).toBe(0);
  for (const shown of [
    ...["Open this address while the demo runs", "+ 5 created", "5 unchanged", "+-1 to replace"],
    ...["+ 3 created", "✓ The group has this setting, and keeps all others.", "✓ The service has one backend more."],
    ...["✓ The group has both.", "fixed: 5 => 9", "~ 2 updated"],
    ...["swaps the firewall policy baseline-1 for baseline-2 in one step", "fixed: 9 => 5", "~ 3 updated"],
    ...["✓ The setting is right, and the other one stays.", "✓ The backend is back, behind those of others."],
    ...["one request swaps them.", "- 8 deleted", "✓ No route is left.", "✓ The group has its earlier value"],
    ...["✓ The service has the backends of others.", "API calls 12 "],
  ])
    expect(output).toContain(shown);
  const [, up = "", steps = ""] =
    /Duration: (\d+)s[^]*created +4 routes in ([\d.]+) s from the first request to the last answer/.exec(output) ?? [];
  // The operations take a second, and the CLI counts from its own start on.
  expect(Number(steps)).toBeGreaterThanOrEqual(1);
  expect(Number(steps)).toBeLessThan(Number(up) + 1);
});

it("npm run demo cleans up after an interrupt, and says with its exit code that it did not finish", async () => {
  const { code, output } = await demo("pulumi up: four routes");
  expect(code, output).toBe(130);
  expect(output).toContain("Interrupted.");
});
