import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, refusal, send, type Wire } from "./helpers";

const DISK = "projects/p/zones/us-central1-a/disks/d";
const INSTANT = "projects/p/zones/us-central1-a/instantSnapshots/i";
const SNAPSHOTS = "/projects/p/global/snapshots";
const SNAPSHOT = "projects/p/global/snapshots/s";

const rawKey = randomBytes(32).toString("base64");
const wrappedKey = randomBytes(256).toString("base64");
const digest = (key: string) => createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");

async function start(disk: Record<string, unknown> = {}): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(DISK, { sizeGb: "20", licenses: ["l"], licenseCodes: ["7"], ...disk });
  emulator.objects.put(INSTANT, { sourceDisk: DISK });
  return emulator;
}

const body = { name: "s", sourceDisk: DISK };

async function make(emulator: Emulator, fields: Record<string, unknown> = {}): Promise<Wire> {
  await operate(emulator, "POST", SNAPSHOTS, { body: { ...body, ...fields } });
  return (await send(emulator, "GET", `/${SNAPSHOT}`)).json;
}

describe("a snapshot", () => {
  it.each([
    ["nothing", undefined, undefined],
    ["a FAILED snapshot, when the fault says so,", { status: "FAILED" }, { name: "s", status: "FAILED" }],
  ])("leaves %s behind when its operation fails", async (_what, landsAs, left) => {
    const emulator = await start();
    const { json: refused } = await admin(emulator, "POST", "/faults", {
      fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }], ...(landsAs && { landsAs }) },
    });
    expect(refused).not.toHaveProperty("error");
    expect(await operate(emulator, "POST", SNAPSHOTS, { body })).toHaveProperty("error");
    const snapshot = emulator.objects.get(SNAPSHOT);
    if (left === undefined) {
      expect(snapshot).toBeUndefined();
    } else {
      expect(snapshot).toMatchObject(left);
      expect((await refusal(emulator, "POST", SNAPSHOTS, { body })).status).toBe(409);
    }
  });
});

describe("encryption keys", () => {
  it.each([
    ["rawKey", rawKey],
    ["rsaEncryptedKey", wrappedKey],
  ])("given as %s come back as a digest and are found nowhere", async (member, key) => {
    const emulator = await start({ diskEncryptionKey: { [member]: key } });
    expect(emulator.objects.get(DISK)).toMatchObject({ diskEncryptionKey: { sha256: digest(key) } });
    const keys = { snapshotEncryptionKey: { [member]: key }, sourceDiskEncryptionKey: { [member]: key } };
    expect(await make(emulator, keys)).toMatchObject({
      snapshotEncryptionKey: { sha256: digest(key) },
      sourceDiskEncryptionKey: { sha256: digest(key) },
    });
    await send(emulator, "POST", SNAPSHOTS, { text: `{"snapshotEncryptionKey": {"${member}": "${key}"` });
    await send(emulator, "POST", SNAPSHOTS, { body: { [member]: [key], name: { [member]: { key } } } });
    await send(emulator, "POST", SNAPSHOTS, {
      text: JSON.stringify({ x: { [member]: key } }).replace("Key", "\\u004bey"),
    });
    const { json: log } = await admin(emulator, "GET", "/requests");
    const everything = JSON.stringify([log, emulator.objects.list(), emulator.operations(), emulator.history(DISK)]);
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(key.slice(0, 20));
    const shown = `sha256:${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
    expect(emulator.requests()[0]?.body).toMatchObject({ snapshotEncryptionKey: { [member]: shown } });
  });

  it.each([
    ["disk", { sourceDisk: DISK }, "sourceDiskEncryptionKey"],
    [
      "instant snapshot's disk",
      { sourceDisk: undefined, sourceInstantSnapshot: INSTANT },
      "sourceInstantSnapshotEncryptionKey",
    ],
  ])("of the source's %s have to come with the request", async (_what, source, field) => {
    const emulator = await start({ diskEncryptionKey: { sha256: digest(rawKey) } });
    const without = await refusal(emulator, "POST", SNAPSHOTS, { body: { ...body, ...source } });
    expect(without).toMatchObject({ status: 400, reason: "resourceIsEncryptedWithCustomerEncryptionKey" });
    const wrong = { [field]: { rawKey: randomBytes(32).toString("base64") } };
    const refused = await refusal(emulator, "POST", SNAPSHOTS, { body: { ...body, ...source, ...wrong } });
    expect(refused).toMatchObject({ status: 400, reason: "invalid" });
    expect(await make(emulator, { ...source, [field]: { rawKey } })).toMatchObject({
      [field]: { sha256: digest(rawKey) },
    });
  });
});
