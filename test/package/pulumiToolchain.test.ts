import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cacheFolder, obtain, type ToolchainBuilder } from "../../tools/pulumi/cache";
import { toolchainExecutables } from "../../tools/pulumi/executables";
import { goBuild } from "../../tools/pulumi/goBuild";
import { installer, probe } from "../../tools/pulumi/installer";
import { pathSearch } from "../../tools/pulumi/pathSearch";
import { Progress } from "../../tools/pulumi/progress";
import type { CachedSource } from "../../tools/pulumi/source";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { isAtLeast } from "../../tools/pulumi/versions";
import { loopbackServer } from "../support/loopbackServer";
import { installation, script, textOf, tools, tsx } from "../support/toolchainFakes";

let folder: string;
let cache: string;
let said: string[];
let progress: Progress;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pulumi-cli-"));
  cache = join(folder, "cache");
  await mkdir(cache);
  said = [];
  progress = new Progress({ write: (text) => said.push(text) }, 20);
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    child.kill("SIGKILL");
  }
  await rm(folder, { recursive: true, force: true });
});

/** A build that takes `milliseconds` and leaves `content` in every executable. */
function slowBuild(content: string, milliseconds = 0): ToolchainBuilder & { calls: number } {
  const build = async (directory: string) => {
    build.calls += 1;
    await sleep(milliseconds);
    for (const name of toolchainExecutables) {
      await script(join(directory, "bin", name), content);
    }
    return "3.245.0";
  };
  build.calls = 0;
  return build;
}

function source(name: "installer" | "go", changes: Partial<CachedSource> = {}): CachedSource {
  return {
    name,
    title: `the fake ${name}`,
    participle: "made up",
    key: `key-${name}`,
    switchedOff: undefined,
    obstacle: () => Promise.resolve(undefined),
    build: slowBuild(name),
    ...changes,
  };
}

const notOnPath = () => Promise.resolve({ rejected: "not on PATH" });
const search = (cached: readonly CachedSource[]) =>
  pulumiToolchain({ environment: { PULUMI_GCE_CACHE: cache }, progress, sources: { path: notOnPath, cached } });

/** Starts a process of its own that obtains `key`; its build is the JavaScript `body`. */
function obtainElsewhere(body: string): ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> } {
  const program = `
    const { obtain } = await import(${JSON.stringify(pathToFileURL(join(tools, "cache.ts")).href)});
    const { Progress } = await import(${JSON.stringify(pathToFileURL(join(tools, "progress.ts")).href)});
    const fs = await import("node:fs");
    const build = async (directory) => { ${body}; return "3.245.0"; };
    console.log((await obtain(${JSON.stringify(cache)}, "key", build, new Progress())).directory);`;
  const args = ["--import", pathToFileURL(tsx).href, "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  return child;
}

describe("the order in which a CLI is looked for", () => {
  it("takes the one on PATH before anything else", async () => {
    const directory = await installation(folder, "official", "3.245.0");
    const toolchain = await pulumiToolchain({
      environment: { PATH: directory, PULUMI_GCE_CACHE: cache },
      progress,
    });
    expect(toolchain).toEqual({ directory, command: join(directory, "pulumi"), version: "3.245.0", source: "path" });
    expect(said.join("")).toContain("using Pulumi 3.245.0 from PATH");
  });

  it("asks the installer before Go, and says why PATH was passed over", async () => {
    const go = source("go");
    const toolchain = await search([source("installer"), go]);
    expect(toolchain.source).toBe("installer");
    expect(toolchain.directory).toBe(join(cache, "key-installer", "bin"));
    expect(said.join("")).toContain("not from PATH: not on PATH");
  });

  it("builds with Go when the installer's host cannot be reached, or its installation fails", async () => {
    const unreachable = source("installer", { obstacle: () => Promise.resolve("no route") });
    expect((await search([unreachable, source("go", { key: "one" })])).source).toBe("go");
    expect(said.join("")).toContain("not from the fake installer: no route");
    const failing = source("installer", { build: () => Promise.reject(new Error("half a download")) });
    expect((await search([failing, source("go", { key: "two" })])).source).toBe("go");
    expect(said.join("")).toContain("not from the fake installer: half a download");
  });

  it("takes what is in the cache without asking any source again", async () => {
    await search([source("go")]);
    const mustNotBeAsked = () => Promise.reject(new Error("asked"));
    const toolchain = await search([
      source("installer", { obstacle: mustNotBeAsked }),
      source("go", { obstacle: mustNotBeAsked, build: mustNotBeAsked }),
    ]);
    expect(toolchain.source).toBe("go");
    expect(said.join("")).toContain("from the cache");
  });

  it("leaves out an installer that is switched off, with what it once installed", async () => {
    await search([source("installer")]);
    const off = source("installer", { switchedOff: "switched off" });
    expect((await search([off, source("go")])).source).toBe("go");
  });

  it("fails with one error that lists every attempt, its reason and what to do", async () => {
    const environment = { PATH: folder, PULUMI_GCE_CACHE: cache, PULUMI_GCE_CLI_INSTALLER: "off" };
    const error = await pulumiToolchain({ environment, progress }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toBe(
      [
        "No Pulumi CLI could be found or made. What was tried:",
        "  1. PATH: there is no pulumi on PATH",
        "  2. the official installer: switched off by PULUMI_GCE_CLI_INSTALLER=off",
        "  3. a build with Go: there is no go on PATH",
        "Install Pulumi 3.245.0 or newer (https://www.pulumi.com/docs/install/) so that pulumi is on PATH,",
        "or Go 1.25.8 or newer (https://go.dev/dl/), with which it is built here by itself.",
      ].join("\n"),
    );
  });

  it("says nothing when asked to be quiet and there is nothing to wait for", async () => {
    const directory = await installation(folder, "official", "3.245.0");
    await pulumiToolchain({ environment: { PATH: directory, PULUMI_GCE_CACHE: cache }, progress, quiet: true });
    expect(said).toEqual([]);
  });
});

describe("a pulumi on PATH", () => {
  const onPath = (...folders: string[]) => pathSearch({ PATH: folders.join(delimiter) }, cache)(progress);

  it("is rejected when it is older than the minimum", async () => {
    const directory = await installation(folder, "old", "3.100.0");
    expect(await onPath(directory)).toEqual({
      rejected: `${join(directory, "pulumi")} is version 3.100.0, older than 3.245.0`,
    });
  });

  it("is rejected without the language host or the launcher", async () => {
    for (const missing of toolchainExecutables.slice(1)) {
      const directory = await installation(folder, `without-${missing}`, "3.250.0", [missing]);
      expect(await onPath(directory)).toEqual({
        rejected: `${join(directory, "pulumi")} is version 3.250.0, but ${missing} is neither beside it nor on PATH`,
      });
    }
  });

  it("is rejected when it fails, or gives no version", async () => {
    await script(join(folder, "failing", "pulumi"), "echo broken >&2; exit 3");
    expect(await onPath(join(folder, "failing"))).toEqual({
      rejected: expect.stringMatching(/does not tell its version.*exit code 3\nbroken/) as unknown,
    });
    await script(join(folder, "silent", "pulumi"), "exit 0");
    expect(await onPath(join(folder, "silent"))).toEqual({
      rejected: expect.stringContaining('gives "" as its version') as unknown,
    });
  });

  it("is linked into one folder with a launcher that is elsewhere on PATH", async () => {
    const cli = await installation(folder, "cli", "3.250.0", ["pulumi-resource-pulumi-nodejs"]);
    const rest = await installation(folder, "rest", "3.250.0", ["pulumi"]);
    const found = await onPath(cli, rest);
    const directory = "directory" in found ? found.directory : "";
    expect((await readdir(directory)).sort()).toEqual([...toolchainExecutables].sort());
    expect(await onPath(cli, rest)).toEqual({ directory, version: "3.250.0" });
  });

  it("is judged by numbers, and a prerelease comes before its release", () => {
    expect(isAtLeast("v3.1000.0", "3.245.0")).toBe(true);
    expect(isAtLeast("3.244.9", "3.245.0")).toBe(false);
    expect(isAtLeast("3.245.0-alpha.1", "3.245.0")).toBe(false);
    expect(isAtLeast("3.246.0-dev.0", "3.245.0")).toBe(true);
    expect(isAtLeast("go version go1.26rc1 linux/amd64", "1.25.8")).toBe(true);
    expect(isAtLeast("none", "3.245.0")).toBeUndefined();
  });
});

describe("the sources themselves", () => {
  it("know that Go is too old", async () => {
    await script(join(folder, "bin", "go"), "echo go version go1.22.1 linux/amd64");
    const obstacle = await goBuild({ PATH: join(folder, "bin") }).obstacle();
    expect(obstacle).toContain('is too old: "go version go1.22.1 linux/amd64", and 1.25.8 is needed');
  });

  it("accept a Go that is new enough", async () => {
    await script(join(folder, "bin", "go"), "echo go version go1.25.8 linux/amd64");
    expect(await goBuild({ PATH: join(folder, "bin") }).obstacle()).toBeUndefined();
  });

  it("know that the installer is switched off", () => {
    expect(installer({ PULUMI_GCE_CLI_INSTALLER: "off" }).switchedOff).toContain("PULUMI_GCE_CLI_INSTALLER=off");
    expect(installer({}).switchedOff).toBeUndefined();
  });

  it("give up quickly on a host that refuses, is silent, or answers with an error", async () => {
    let answer = false;
    const { origin, close } = await loopbackServer((_request, response) => {
      if (answer) {
        response.writeHead(403).end();
      }
    });
    const url = `${origin}/install.sh`;
    expect(await probe(url, 100)).toContain("does not answer within 0.1 s");
    answer = true;
    expect(await probe(url, 1000)).toContain("answers with status 403");
    await close();
    expect(await probe(url, 1000)).toContain("cannot be reached");
  });
});

describe("the cache", () => {
  it("is outside the work tree, in the folder of the environment or of the platform", () => {
    expect(cacheFolder({ PULUMI_GCE_CACHE: "/a", XDG_CACHE_HOME: "/b", HOME: "/c" }, "linux")).toBe("/a");
    expect(cacheFolder({ XDG_CACHE_HOME: "/b", HOME: "/c" }, "linux")).toBe("/b/pulumi-gce");
    expect(cacheFolder({ HOME: "/c" }, "linux")).toBe("/c/.cache/pulumi-gce");
    expect(cacheFolder({ HOME: "/c" }, "darwin")).toBe("/c/Library/Caches/pulumi-gce");
  });

  it("builds once for two who ask at the same time, and the second sees that it waits", async () => {
    const build = slowBuild("x", 400);
    const [one, two] = await Promise.all([
      obtain(cache, "key", build, progress),
      obtain(cache, "key", build, progress),
    ]);
    expect(build.calls).toBe(1);
    expect(one).toEqual(two);
    expect(said.join("")).toMatch(/waiting for process \d+, which gets the same CLI: 0 s/);
    expect(await readdir(cache)).toEqual(["key"]);
  });

  it("builds once for two processes", async () => {
    const log = JSON.stringify(join(folder, "log"));
    const body = `
      fs.appendFileSync(${log}, "built\\n");
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const name of ${JSON.stringify(toolchainExecutables)}) fs.writeFileSync(directory + "/bin/" + name, "x")`;
    const directories = await Promise.all([textOf(obtainElsewhere(body)), textOf(obtainElsewhere(body))]);
    expect(directories).toEqual([`${cache}/key/bin\n`, `${cache}/key/bin\n`]);
    expect(await readFile(join(folder, "log"), "utf8")).toBe("built\n");
  });

  it("is not broken by a build that is killed in the middle, and the next one succeeds and tidies up", async () => {
    const child = obtainElsewhere(`
      fs.writeFileSync(directory + "/bin/pulumi", "half");
      console.log("building");
      await new Promise((resolve) => setTimeout(resolve, 60000))`);
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "close");
    expect((await readdir(cache)).map((name) => name.replace(/-\d.*/, "")).sort()).toEqual([
      "key.building",
      "key.lock",
    ]);

    const made = await obtain(cache, "key", slowBuild("whole"), progress);
    expect(await readFile(join(made.directory, "pulumi"), "utf8")).toContain("whole");
    expect(said.join("")).toContain(`process ${String(child.pid)}, which held it, is gone`);
    expect(await readdir(cache)).toEqual(["key"]);
  });

  it("takes over a lock whose process id was given to another process", async () => {
    const lock = join(cache, "key.lock");
    await writeFile(lock, JSON.stringify({ token: "old", pid: process.pid, host: hostname() }));
    const longAgo = new Date(Date.now() - 10 * 60_000);
    await utimes(lock, longAgo, longAgo);
    await obtain(cache, "key", slowBuild("x"), progress);
    expect(said.join("")).toContain("its holder gave no sign of life for 600 s");
    expect(await readdir(cache)).toEqual(["key"]);
  });

  it("keeps the result of the first when two build in spite of the lock", async () => {
    const fast = slowBuild("winner");
    const made = await obtain(
      cache,
      "key",
      async (directory) => {
        await rm(join(cache, "key.lock"));
        await obtain(cache, "key", fast, progress);
        return await slowBuild("loser")(directory, progress);
      },
      progress,
    );
    expect(await readFile(join(made.directory, "pulumi"), "utf8")).toContain("winner");
    expect(await readdir(cache)).toEqual(["key"]);
  });

  it("does not trust an entry with a file that was cut short", async () => {
    const { directory } = await obtain(cache, "key", slowBuild("whole"), progress);
    await writeFile(join(directory, "pulumi"), "");
    const made = await obtain(cache, "key", slowBuild("again"), progress);
    expect(await readFile(join(made.directory, "pulumi"), "utf8")).toContain("again");
    expect(await readdir(cache)).toEqual(["key"]);
  });

  it("is left as it was by a build that fails", async () => {
    const failing = () => Promise.reject(new Error("no space"));
    await expect(obtain(cache, "key", failing, progress)).rejects.toThrow("no space");
    expect(await readdir(cache)).toEqual([]);
  });
});

describe("progress", () => {
  it("is a line per interval in a log, with seconds and what is being done", async () => {
    await progress.during("building", async (tell) => {
      tell("12 packages");
      await sleep(70);
    });
    expect(said[0]).toBe("pulumi-gce: building\n");
    expect(said[1]).toBe("pulumi-gce: building: 0 s, 12 packages\n");
    expect(said.at(-1)).toBe("pulumi-gce: building: 0 s, 12 packages, done\n");
  });

  it("is one line kept up to date on a terminal", async () => {
    const terminal = new Progress({ isTTY: true, write: (text) => said.push(text) }, 20);
    await terminal.during("building", () => sleep(70));
    const clear = "\r\u001b[2K";
    expect(said[0]).toBe(`${clear}pulumi-gce: building: 0 s`);
    expect(said.at(-1)).toBe(`${clear}pulumi-gce: building: 0 s, done\n`);
    expect(said.filter((text) => text.endsWith("\n"))).toHaveLength(1);
  });
});
