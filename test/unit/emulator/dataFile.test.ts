import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../emulator/src/index";
import { startedEmulator, runEmulator } from "./commandLine";
import { emulatorForTest, OPERATIONS, ROUTES, send } from "./helpers";

const global = "projects/p/global";
const route = { network: "global/networks/default", destRange: "10.0.0.0/8", nextHopIp: "10.128.0.5" };

let dataFile: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
  dataFile = join(folder, "deep", "world.json");
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
});

/** What the file holds at this moment. */
function written(): { objects: Record<string, unknown>; operations: { name: string }[] } {
  return JSON.parse(readFileSync(dataFile, "utf8")) as ReturnType<typeof written>;
}

/** What a client can see of the world. */
async function seen(emulator: Emulator) {
  const operations = await send(emulator, "GET", OPERATIONS);
  return {
    objects: ["projects/", "locations/"].flatMap((root) => emulator.objects.list(root)),
    operations: operations.json,
  };
}

describe("an emulator with a data file", () => {
  it("continues where an earlier one stopped: objects, operations, request ids, projects", async () => {
    const first = await startEmulator({ dataFile, seed: { parts: ["groups", "catalogs"] } });
    const requestId = randomUUID();
    const insert = (emulator: Emulator) =>
      send(emulator, "POST", `${ROUTES}?requestId=${requestId}`, { body: { name: "r", ...route } });
    const begun = await insert(first);
    expect(begun.status).toBe(200);
    await send(first, "DELETE", "/projects/p/global/networks/default");
    await send(first, "POST", `${OPERATIONS}/${String(begun.json.name)}/wait`);
    first.objects.delete("projects/q/global/networks/default");
    const before = await seen(first);
    await first.close();

    const second = await emulatorForTest({ dataFile, seed: true });
    expect(await seen(second)).toEqual(before);
    expect(second.objects.get("projects/q/global/networks/default")).toBeUndefined();
    expect((await insert(second)).json.name).toBe(begun.json.name);
    const { id } = second.objects.put(`${global}/networks/new`, {});
    expect(BigInt(String(id))).toBeGreaterThan(BigInt(String(begun.json.id)));
  });

  it("does what still runs before it stops", async () => {
    const first = await startEmulator({ dataFile, latency: { defaultMs: 600_000 } });
    await send(first, "POST", ROUTES, { body: { name: "r", ...route } });
    await first.close();
    const second = await emulatorForTest({ dataFile });
    expect(second.objects.get(`${global}/routes/r`)).toMatchObject({ destRange: "10.0.0.0/8" });
    expect(second.operations()).toMatchObject([{ landed: true, operation: { status: "DONE", progress: 100 } }]);
  });

  it("finishes the instances that a group was making", async () => {
    const group = "projects/p/regions/r/instanceGroupManagers/g";
    const first = await startEmulator({ dataFile, latency: { instancesMs: 600_000 } });
    first.objects.put(group, { targetSize: 0 });
    first.finishOperations();
    await send(first, "PATCH", `/${group}`, {
      body: { targetSize: 2, fingerprint: first.objects.get(group)?.fingerprint },
    });
    await expect.poll(() => first.objects.get(group)?.currentActions).toMatchObject({ creating: 2 });
    await first.close();
    const second = await emulatorForTest({ dataFile });
    expect(second.objects.get(group)).toMatchObject({ currentActions: { none: 2 }, status: { isStable: true } });
  });

  it("writes changes while it runs, and nothing when nothing has changed", async () => {
    const emulator = await emulatorForTest({ dataFile });
    await expect.poll(() => existsSync(dataFile), { timeout: 10_000 }).toBe(true);
    emulator.objects.put(`${global}/networks/web`, {});
    await expect.poll(() => Object.keys(written().objects), { timeout: 10_000 }).toContain(`${global}/networks/web`);
    const before = readFileSync(dataFile, "utf8");
    await emulator.close();
    expect(readFileSync(dataFile, "utf8")).toBe(before);
    expect(readdirSync(join(dataFile, ".."))).toEqual(["world.json"]);
  });

  it("plants its seed after a reset, which the file then has", async () => {
    const emulator = await startEmulator({ dataFile, objects: { [`${global}/networks/web`]: {} } });
    emulator.objects.put(`${global}/networks/other`, {});
    await emulator.reset();
    await emulator.close();
    const networks = Object.keys(written().objects).filter((path) => path.includes("/networks/"));
    expect(networks).toEqual([`${global}/networks/default`, `${global}/networks/web`]);
  });

  it.each<[string, string, RegExp]>([
    ["of another version", '{"format":"pulumi-gce-emulator","version":99}', /format version 99.*reads version 1/],
    ["of somebody else", '{"name":"package"}', /is not a data file of the emulator/],
    ["that is cut off", '{"format":"pulumi-gce-emu', /is not JSON/],
    ["with parts missing", '{"format":"pulumi-gce-emulator","version":1}', /is damaged/],
  ])("leaves a file alone %s, says so, and does not start", async (_which, text, message) => {
    const file = join(dataFile, "..", "..", "world.json");
    writeFileSync(file, text);
    await expect(startEmulator({ dataFile: file })).rejects.toThrow(message);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it("takes an empty file for a new one", async () => {
    const file = join(dataFile, "..", "..", "world.json");
    writeFileSync(file, "");
    const emulator = await startEmulator({ dataFile: file, objects: { [`${global}/networks/web`]: {} } });
    await emulator.close();
    expect(readFileSync(file, "utf8")).toContain(`${global}/networks/web`);
  });
});

describe("two emulators with one data file", () => {
  const begin = (options: EmulatorOptions = {}) => startEmulator({ dataFile, ...options });

  it("cannot run at one time: the second says who has it", async () => {
    const first = await begin();
    await expect(begin()).rejects.toThrow(`is in use by the emulator with the process number ${String(process.pid)}`);
    await first.close();
    await (await begin()).close();
  });

  it.each<[string, object, number, boolean]>([
    ["of a process that is gone", { pid: 2 ** 30, host: hostname() }, 0, true],
    ["of another machine that was there just now", { pid: 1, host: "another" }, 0, false],
    ["of another machine that has been silent for a minute", { pid: 1, host: "another" }, 60, true],
    ["that was cut off, a minute ago", {}, 60, true],
  ])("are separated by a lock: one %s", async (_whose, holder, ageSeconds, isTaken) => {
    await (await begin()).close();
    writeFileSync(`${dataFile}.lock`, JSON.stringify(holder));
    const then = new Date(Date.now() - ageSeconds * 1000);
    utimesSync(`${dataFile}.lock`, then, then);
    if (isTaken) await (await begin()).close();
    else await expect(begin()).rejects.toThrow("is in use by the emulator with the process number 1 on another");
  });

  it("never both write: one whose lock was taken leaves the file as it is", async () => {
    const first = await begin();
    await expect.poll(() => existsSync(dataFile), { timeout: 10_000 }).toBe(true);
    writeFileSync(`${dataFile}.lock`, JSON.stringify({ pid: 7, host: "another", nonce: "x" }));
    const before = readFileSync(dataFile, "utf8");
    first.objects.put(`${global}/networks/web`, {});
    await expect(first.close()).rejects.toThrow("process number 7 on another");
    expect(readFileSync(dataFile, "utf8")).toBe(before);
    expect(readFileSync(`${dataFile}.lock`, "utf8")).toContain("another");
  });
});

describe("a data file of the command line", () => {
  it("has everything after SIGTERM", async () => {
    const { child, url, ended } = await startedEmulator("--data", dataFile, "--latency", "600000");
    const body = JSON.stringify({ name: "r", ...route });
    const headers = { authorization: "Bearer t", "content-type": "application/json" };
    await fetch(`${url}/compute/v1${ROUTES}`, { method: "POST", body, headers });
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(written().objects).toHaveProperty([`${global}/routes/r`]);
    const { output } = await startedEmulator("--data", dataFile);
    expect(output()).toContain(`It keeps its data in ${dataFile}, now 2 objects.`);
    const second = runEmulator("--port", "0", "--data", dataFile);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("is in use by the emulator with the process number");
  });

  it("is complete after kill -9 in the middle of writes, and the emulator continues", async () => {
    const stored = () => (existsSync(dataFile) ? Object.keys(written().objects).length : 0);
    let before = 0;
    for (let round = 0; round < 3; round += 1) {
      const { child, url, ended } = await startedEmulator("--data", dataFile);
      const put = async (index: number) => {
        const path = `projects/p/global/networks/n-${String(round)}-${String(index)}`;
        await fetch(`${url}/_emulator/objects/${path}`, {
          method: "PUT",
          body: `{"description":"${"x".repeat(2_000)}"}`,
        });
      };
      let index = 0;
      const writing = (async () => {
        for (;;) await Promise.all(Array.from({ length: 50 }, () => put((index += 1))));
      })();
      writing.catch(() => undefined);
      await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(before);
      before = stored();
      // Whoever is in the middle of a write has the file beside it.
      await expect.poll(() => existsSync(`${dataFile}.tmp`), { timeout: 30_000, interval: 1 }).toBe(true);
      child.kill("SIGKILL");
      await ended;
      expect(stored()).toBeGreaterThanOrEqual(before);
      before = stored();
    }
    const emulator = await emulatorForTest({ dataFile });
    expect(emulator.objects.list("projects/")).toHaveLength(before);
    expect(existsSync(`${dataFile}.tmp`)).toBe(false);
  });

  it("has no half of an operation that was running when it was killed", async () => {
    const { child, url, ended } = await startedEmulator("--data", dataFile, "--latency", "600000");
    const headers = { authorization: "Bearer t", "content-type": "application/json" };
    const disk = "projects/p/zones/z/disks/d";
    await fetch(`${url}/_emulator/objects/${disk}`, { method: "PUT", body: "{}" });
    const body = JSON.stringify({ name: "s", sourceDisk: disk });
    const inserted = await fetch(`${url}/compute/v1/projects/p/global/snapshots`, { method: "POST", body, headers });
    const { name } = (await inserted.json()) as { name: string };
    const hasWritten = () => existsSync(dataFile) && written().operations.some((operation) => operation.name === name);
    await expect.poll(hasWritten, { timeout: 30_000 }).toBe(true);
    child.kill("SIGKILL");
    await ended;
    const emulator = await emulatorForTest({ dataFile });
    expect(emulator.objects.get("projects/p/global/snapshots/s")).toBeUndefined();
    const operation = await send(emulator, "GET", `${OPERATIONS}/${name}`);
    expect(operation.json).toMatchObject({
      status: "DONE",
      httpErrorStatusCode: 500,
      error: { errors: [{ message: expect.stringContaining("has changed nothing") as string }] },
    });
    const again = await send(emulator, "POST", "/projects/p/global/snapshots", {
      body: { name: "s", sourceDisk: disk },
    });
    expect(again.status).toBe(200);
  });
});
