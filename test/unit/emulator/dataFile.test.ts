import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { startedEmulator, startedOnSmallDisk } from "./commandLine";
import { emulatorForTest, OPERATIONS, routeBody, ROUTES, send } from "./helpers";
import { folderForTest } from "../../support/untilTestEnds";

const global = "projects/p/global";
const group = "projects/p/regions/r/instanceGroupManagers/g";

let dataFile: string;

beforeEach(() => {
  dataFile = join(folderForTest(), "deep", "world.json");
});

const network = `${global}/networks/n`;

/** A file of an empty emulator, but for these members. */
function damaged(members: object): string {
  const empty = { projects: [], rollouts: [], objects: {}, operations: [], requestIds: [] };
  return JSON.stringify({ format: "pulumi-gce-emulator", version: 1, ...empty, ...members });
}

/** The content of the file at this moment. */
function readWritten(): { objects: Record<string, unknown>; operations: { name: string }[] } {
  return JSON.parse(readFileSync(dataFile, "utf8")) as ReturnType<typeof readWritten>;
}

/** The part of the world that a client can see. */
async function readVisible(emulator: Emulator) {
  const operations = await send(emulator, "GET", OPERATIONS);
  return {
    objects: ["projects/", "locations/"].flatMap((root) => emulator.objects.list(root)),
    operations: operations.json,
  };
}

describe("an emulator with a data file", () => {
  it("continues where an earlier one stopped: objects, operations, request ids, projects, instances", async () => {
    const first = await startEmulator({
      dataFile,
      seed: { parts: ["references"] },
      latency: { instancesMs: 600_000, byType: { insert: 600_000 } },
    });
    const requestId = randomUUID();
    const insert = (emulator: Emulator) =>
      send(emulator, "POST", `${ROUTES}?requestId=${requestId}`, { body: routeBody() });
    const begun = await insert(first);
    const { fingerprint } = first.objects.put(group, { targetSize: 1 });
    await send(first, "PATCH", `/${group}`, { body: { targetSize: 2, fingerprint } });
    first.objects.delete("projects/q/global/networks/default");
    // A running operation is done before the end.
    first.finishOperations();
    expect(first.objects.get(group)).toMatchObject({ currentActions: { none: 1, creating: 1 } });
    const atEnd = await readVisible(first);
    await first.close();

    const second = await emulatorForTest({ dataFile, seed: true, latency: { instancesMs: 600_000 } });
    expect(await readVisible(second)).toEqual(atEnd);
    expect(second.objects.get(`${global}/routes/r`)).toBeDefined();
    expect(second.objects.get("projects/q/global/networks/default")).toBeUndefined();
    expect((await insert(second)).json.name).toBe(begun.json.name);
    const { id } = second.objects.put(`${global}/networks/new`, {});
    expect(BigInt(String(id))).toBeGreaterThan(BigInt(String(begun.json.id)));
  });

  const isDamaged = /world.json is damaged: .*\. Restore a copy/;

  it.each<[string, string, RegExp]>([
    ["of another version", damaged({ version: 99 }), /format version 99.*reads version 1/],
    ["of a version for a terminal", damaged({ version: "\u001b[31m\u202e" }), /version "\\u001b\[31m\\u\{202e\}"/],
    ["of a version that is no text", damaged({ version: { toString: 1 } }), /has no format version/],
    ["of somebody else", '{"name":"package"}', /is not a data file of the emulator/],
    ["that is cut off", '{"format":"pulumi-gce-emu', /is not JSON/],
    ["with no parts", damaged({ projects: undefined }), /world.json is damaged: it has no projects\. Restore/],
    ["with a part that is none", damaged({ objects: [] }), /is damaged: it has no objects\. Restore a copy/],
    ["with an object that is none", damaged({ objects: { [network]: null } }), isDamaged],
    ["with an operation that is none", damaged({ operations: [null] }), isDamaged],
  ])("leaves a file alone %s, says so, and does not start", async (_which, text, message) => {
    const file = join(dataFile, "..", "..", "world.json");
    writeFileSync(file, text);
    await expect(startEmulator({ dataFile: file })).rejects.toThrow(message);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("leaves a complete file after kill -9, with no half of an operation that was running", async () => {
    const { child, url, ended } = await startedEmulator("--data", dataFile, "--latency", "600000");
    const headers = { authorization: "Bearer t", "content-type": "application/json" };
    const disk = "projects/p/zones/z/disks/d";
    await fetch(`${url}/_emulator/objects/${disk}`, { method: "PUT", body: "{}" });
    const body = JSON.stringify({ name: "s", sourceDisk: disk });
    const inserted = await fetch(`${url}/compute/v1/projects/p/global/snapshots`, { method: "POST", body, headers });
    const { name } = (await inserted.json()) as { name: string };
    const hasWritten = () =>
      existsSync(dataFile) && readWritten().operations.some((operation) => operation.name === name);
    await expect.poll(hasWritten).toBe(true);
    child.kill("SIGKILL");
    await ended;
    const emulator = await emulatorForTest({ dataFile });
    expect(emulator.objects.get(disk)).toBeDefined();
    expect(emulator.objects.get("projects/p/global/snapshots/s")).toBeUndefined();
    expect((await send(emulator, "GET", `${OPERATIONS}/${name}`)).json).toMatchObject({
      status: "DONE",
      httpErrorStatusCode: 500,
      error: { errors: [{ message: expect.stringContaining("has changed nothing") as string }] },
    });
  });

  it("has everything after SIGTERM", async () => {
    const { child, url, ended } = await startedEmulator("--data", dataFile, "--latency", "600000");
    const headers = { authorization: "Bearer t", "content-type": "application/json" };
    await fetch(`${url}/compute/v1${ROUTES}`, { method: "POST", body: JSON.stringify(routeBody()), headers });
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(readWritten().objects).toHaveProperty([`${global}/routes/r`]);
    const { output } = await startedEmulator("--data", dataFile);
    expect(output()).toContain(`It keeps its data in ${dataFile}, now 2 objects.`);
  });

  it("keeps the last whole snapshot when its disk is full, says so once, and writes again when there is room", async () => {
    const large = `${global}/networks/large`;
    const { child, url, output, ended } = await startedOnSmallDisk(64, "--data", dataFile);
    const put = (path: string, object: object) =>
      fetch(`${url}/_emulator/objects/${path}`, { method: "PUT", body: JSON.stringify(object) });
    const hasWritten = (path: string) => existsSync(dataFile) && Object.hasOwn(readWritten().objects, path);
    await put(`${global}/networks/first`, {});
    await expect.poll(() => hasWritten(`${global}/networks/first`)).toBe(true);
    const first = readFileSync(dataFile, "utf8");
    await put(large, { description: "x".repeat(200_000) });
    await expect.poll(output).toContain(`cannot write its data to ${dataFile}: file too large (EFBIG, write).`);
    expect(readFileSync(dataFile, "utf8")).toBe(first);

    await fetch(`${url}/_emulator/objects/${large}`, { method: "DELETE" });
    await put(`${global}/networks/second`, {});
    await expect.poll(() => hasWritten(`${global}/networks/second`)).toBe(true);
    const second = readFileSync(dataFile, "utf8");
    await put(large, { description: "x".repeat(200_000) });
    child.kill("SIGTERM");
    expect(await ended).toBe(1);
    expect(output()).toContain("The newest changes are lost.");
    expect(output().match(/and the emulator tries again/g)).toHaveLength(1);
    expect(readFileSync(dataFile, "utf8")).toBe(second);
    expect(readdirSync(dirname(dataFile))).toEqual(["world.json"]);
    const emulator = await emulatorForTest({ dataFile });
    expect(emulator.objects.get(`${global}/networks/second`)).toBeDefined();
  });
});
