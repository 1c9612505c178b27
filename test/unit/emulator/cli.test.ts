import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { emulatorForTest } from "./helpers";

const CLI = fileURLToPath(new URL("../../../emulator/dist/cli.js", import.meta.url));

/** Runs the command line in a process of its own, as it is built: as its npm script does. */
function run(...args: string[]): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let text = "";
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, output: () => text, ended };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("the command line", { timeout: 20_000 }, () => {
  it.each(["SIGINT", "SIGTERM"] as const)("tells how to use it, serves, and ends cleanly on %s", async (signal) => {
    const { child, output, ended } = run("--port", "0", "--latency", "60000");
    await until(() => output().includes("Ctrl-C"));
    const url = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(output())?.[0] ?? "";
    expect(output()).toContain(`pulumi config set gcp:computeCustomEndpoint ${url}/compute/v1`);
    expect(output()).toContain("pulumi config set gcp:project my-project");
    expect(output()).toContain("pulumi config set --secret gcp:accessToken anything");
    expect(output()).not.toContain("Planted");
    expect((await fetch(`${url}/_emulator`)).status).toBe(200);
    child.kill(signal);
    expect(await ended).toBe(0);
  });

  it("starts full of realistic objects with --seed", async () => {
    const { child, output, ended } = run("--port", "0", "--seed");
    await until(() => output().includes("Ctrl-C"));
    const url = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(output())?.[0] ?? "";
    const { objects } = (await (
      await fetch(`${url}/_emulator/objects?prefix=projects/my-project/global/networkProfiles/`)
    ).json()) as { objects: unknown[] };
    expect(objects).toHaveLength(360);
    for (const name of [
      "zones/us-central1-a/disks/database\n",
      "global/targetSslProxies/mail-proxy\n",
      "global/firewallPolicies/baseline-1, baseline-2, traffic-inspection\n",
      "regions/us-central1/instanceGroupManagers/search, storefront\n",
      "locations/global/firewallPolicies/123456789, 987654321\n",
      "and 359 more\n",
      "operations of organizations/123456789012\n",
    ])
      expect(output()).toContain(name);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it("says which port is taken and what to do", async () => {
    const { url } = await emulatorForTest();
    const { port } = new URL(url);
    const { output, ended } = run("--port", port);
    expect(await ended).toBe(1);
    expect(output()).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect(output()).toContain("--port 0");
  });

  it.each([
    [["--help"], 0, "Usage: npm run emulator"],
    [["--port", "many"], 2, "--port has to be a number"],
    [["--latency", "-1"], 2, "--latency"],
    [["--seed=7"], 2, "--seed"],
    [["--prot", "1"], 2, "--prot"],
  ])("answers %j with code %i", async (args, code, names) => {
    const { output, ended } = run(...args);
    expect(await ended).toBe(code);
    expect(output()).toContain(names);
  });
});
