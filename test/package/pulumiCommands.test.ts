import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi/toolchain";
import { installation, textOf, tools, tsx } from "../support/toolchainFakes";

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pulumi-cli-"));
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    child.kill("SIGKILL");
  }
  await rm(folder, { recursive: true, force: true });
});

describe("the commands", () => {
  /** Runs one of the two scripts with a complete fake installation first on PATH. */
  async function start(name: string, args: string[], body: string, changes: NodeJS.ProcessEnv = {}) {
    const directory = await installation(folder, "official", "3.245.0", [], body);
    const environment = { ...process.env, ...changes, PATH: `${directory}${delimiter}${process.env.PATH ?? ""}` };
    const child = spawn(process.execPath, ["--import", pathToFileURL(tsx).href, join(tools, name), ...args], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    return { child, directory };
  }

  it("print the one directory, and only that, on stdout", async () => {
    const { child, directory } = await start("path.ts", [], "exit 0");
    expect(await textOf(child)).toBe(`${directory}\n`);
    expect(child.exitCode).toBe(0);
  });

  it("run the CLI with its arguments and end with its exit code", async () => {
    const { child } = await start("run.ts", ["up", "a b"], 'for a in "$@"; do echo "[$a]"; done; exit 7');
    expect(await textOf(child)).toBe("[up]\n[a b]\n");
    expect(child.exitCode).toBe(7);
  });

  it("run it in the folder npm was called from, when npm started it", async () => {
    const called = join(folder, "called");
    await mkdir(called);
    const npm = { INIT_CWD: called, npm_lifecycle_script: "tsx tools/pulumi/run.ts" };
    expect(await textOf((await start("run.ts", ["up"], "pwd", npm)).child)).toBe(`${called}\n`);
    const other = { INIT_CWD: called, npm_lifecycle_script: "vitest run" };
    expect(await textOf((await start("run.ts", ["up"], "pwd", other)).child)).toBe(`${folder}\n`);
  });

  it("hand signals on to the CLI and wait for its end", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const body = `trap 'echo ${signal}; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const { child } = await start("run.ts", ["up"], body);
      const text = textOf(child);
      await once(child.stdout as NonNullable<typeof child.stdout>, "data");
      child.kill(signal);
      expect(await text).toBe(`ready\n${signal}\n`);
      expect(child.exitCode).toBe(9);
    }
  });

  it("put the directory in front of PATH for users of the API", () => {
    const toolchain = { directory: "/d", command: "/d/pulumi", version: "3.245.0", source: "go" } as const;
    expect(pulumiEnvironment(toolchain, { PATH: "/usr/bin", OTHER: "1" })).toEqual({
      PATH: `/d${delimiter}/usr/bin`,
      OTHER: "1",
      PULUMI_SKIP_UPDATE_CHECK: "1",
    });
    expect(pulumiEnvironment(toolchain, {}).PATH).toBe("/d");
  });
});
