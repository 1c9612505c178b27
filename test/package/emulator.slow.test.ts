import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocalRegistry, type LocalRegistry } from "../support/localRegistry";
import { repository } from "../support/markdown";
import { packedPackage } from "../support/packedPackage";
import { temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);

/** A program of a user: everything that it names is public. */
const program = `
import * as nodeTest from "node:test";
import { startEmulator, clientEnvironment, type Emulator, type EmulatorOptions, type Fault } from "pulumi-gce-emulator";
import { useEmulator } from "pulumi-gce-emulator/testing";

export const declareTests = (): Emulator => useEmulator(nodeTest, { seed: true, environmentProject: "p" });
export const unavailable: Fault = { kind: "status", status: 503 };
const options: EmulatorOptions = { latency: { defaultMs: 0 } };
const emulator = await startEmulator(options);
const { GOOGLE_COMPUTE_CUSTOM_ENDPOINT: endpoint = "" } = clientEnvironment(emulator.endpoint);
const network = await fetch(endpoint + "projects/p/global/networks/default", { headers: { authorization: "Bearer t" } });
const { name } = (await network.json()) as { name: string };
console.log(JSON.stringify({ name, stored: emulator.objects.list("projects/p/").length }));
await emulator.close();
`;

describe("the emulator's packed package", () => {
  const folder = temporaryFolder();
  const project = join(folder, "project");
  let registry: LocalRegistry;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    registry = await startLocalRegistry({ "pulumi-gce-emulator": packedPackage("emulator") });
    // A cache of its own: npx keeps what it has installed, and would run the package of an earlier run.
    environment = { ...process.env, ...registry.environment, npm_config_cache: join(folder, "cache") };
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "users", private: true, type: "module" }));
    await run("npm", ["install", "--silent", "--no-audit", "pulumi-gce-emulator"], { cwd: project, env: environment });
  });

  afterAll(async () => {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("runs by npx in an empty folder, and stops at Ctrl-C", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const npx = spawn("npx", ["--yes", "pulumi-gce-emulator", "--port", "0"], {
      cwd: empty,
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const ended = once(npx, "close");
    let said = "";
    for await (const chunk of npx.stdout) {
      said += String(chunk);
      if (said.includes("Ctrl-C")) break;
    }
    const [url = ""] = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(said) ?? [];
    expect(await (await fetch(`${url}/_emulator`)).json()).toMatchObject({ status: "ok" });
    const page = await (await fetch(`${url}/`, { headers: { accept: "text/html" } })).text();
    for (const [, asset = ""] of page.matchAll(/(?:src|href)="(\/_emulator\/[^"]+)"/g))
      expect((await fetch(`${url}${asset}`)).status, asset).toBe(200);
    // A collection that is not modelled is served by the description, which is a file of the package.
    const firewalls = await fetch(`${url}/compute/v1/projects/p/global/firewalls`, {
      headers: { authorization: "Bearer t" },
    });
    expect(await firewalls.json()).toMatchObject({ kind: "compute#firewallList" });
    // As a terminal does: every process of the command is told.
    process.kill(-(npx.pid ?? 0), "SIGINT");
    await ended;
    await expect(fetch(url)).rejects.toThrow();
  });

  it("is imported, typed and used by strict TypeScript programs, and required by CommonJS", async () => {
    writeFileSync(join(project, "program.mts"), program);
    const types = ["--types", "node", "--typeRoots", join(repository, "node_modules/@types")];
    const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"];
    const options = ["--target", "es2022", "--lib", "es2022", "--module", "node16", ...types, ...strict];
    const compiler = join(repository, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [compiler, ...options, "program.mts"], { cwd: project });
    const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({ name: "default", stored: 1 });
    const script = `const names = (entry) => Object.keys(require("pulumi-gce-emulator" + entry)).sort();
      console.log(JSON.stringify([names(""), names("/testing")]));`;
    const required = await run(process.execPath, ["--input-type=commonjs", "-e", script], { cwd: project });
    expect(JSON.parse(required.stdout)).toEqual([["clientEnvironment", "output", "startEmulator"], ["useEmulator"]]);
  });

  it("brings no other package, and names the licences of what is inside", () => {
    const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as { packages: object };
    expect(Object.keys(lock.packages)).toEqual(["", "node_modules/pulumi-gce-emulator"]);
    const licences = readFileSync(join(project, "node_modules/pulumi-gce-emulator/lib/licenses.txt"), "utf8");
    for (const name of ["ipaddr.js", "preact", "re2js"]) expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
  });
});
