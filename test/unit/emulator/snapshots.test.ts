import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, refusal, ROOT, send, tick, until, wait, type Wire } from "./helpers";

const DISK = "projects/p/zones/us-central1-a/disks/d";
const INSTANT = "projects/p/zones/us-central1-a/instantSnapshots/i";
const SNAPSHOTS = "/projects/p/global/snapshots";
const SNAPSHOT = "projects/p/global/snapshots/s";
const SET_LABELS = `/${SNAPSHOT}/setLabels`;

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
  it("is made of a disk and takes over what it knows", async () => {
    const emulator = await start();
    const snapshot = await make(emulator, { description: "d", guestFlush: true, locationHint: "x", chainName: "c" });
    expect(snapshot).toEqual({
      kind: "compute#snapshot",
      id: expect.stringMatching(/^[0-9]+$/),
      creationTimestamp: expect.any(String),
      name: "s",
      description: "d",
      status: "READY",
      chainName: "c",
      snapshotType: "STANDARD",
      sourceDisk: ROOT + DISK,
      sourceDiskId: emulator.objects.get(DISK)?.id,
      diskSizeGb: "20",
      licenses: ["l"],
      licenseCodes: ["7"],
      architecture: "X86_64",
      storageLocations: ["us"],
      storageBytes: "1048576",
      storageBytesStatus: "UP_TO_DATE",
      downloadBytes: "1049600",
      creationSizeBytes: "1048576",
      labelFingerprint: expect.stringMatching(/^[A-Za-z0-9+/]{11}=$/),
      selfLink: ROOT + SNAPSHOT,
    });
    const { json: page } = await send(emulator, "GET", `${SNAPSHOTS}?filter=status%3DREADY`);
    expect(page).toMatchObject({ kind: "compute#snapshotList", items: [snapshot] });
  });

  it.each([
    ["an instant snapshot", { sourceInstantSnapshot: `https://compute.googleapis.com/compute/v1/${INSTANT}` }],
    ["a recovery checkpoint", { sourceDiskForRecoveryCheckpoint: "projects/p/regions/europe-west1/disks/r" }],
  ])("is made of %s", async (_what, source) => {
    const emulator = await start();
    emulator.objects.put("projects/p/regions/europe-west1/disks/r", {});
    const snapshot = await make(emulator, { sourceDisk: undefined, ...source });
    expect(snapshot.status).toBe("READY");
    const isInstant = "sourceInstantSnapshot" in source;
    expect(snapshot).toMatchObject(
      isInstant
        ? { sourceInstantSnapshot: ROOT + INSTANT, sourceDisk: ROOT + DISK, storageLocations: ["us"] }
        : { diskSizeGb: "10", storageLocations: ["eu"] },
    );
    expect(emulator.operations().at(-1)?.operation.targetLink).toBe(
      isInstant ? ROOT + DISK : `${ROOT}projects/p/regions/europe-west1/disks/r`,
    );
  });

  it("may be made of a disk in another project, which the operation points at", async () => {
    const emulator = await start();
    const other = "projects/other/zones/australia-southeast1-b/disks/d";
    const { id } = emulator.objects.put(other, {});
    const { json } = await send(emulator, "POST", SNAPSHOTS, { body: { ...body, sourceDisk: ROOT + other } });
    expect(json).toMatchObject({ operationType: "insert", targetLink: ROOT + other, targetId: id });
    await wait(emulator, json);
    expect(emulator.objects.get(SNAPSHOT)).toMatchObject({ storageLocations: ["australia-southeast1"] });
  });

  it("shows how far it is from the moment it is accepted", async () => {
    const emulator = await start();
    emulator.latency({ defaultMs: 1_500 });
    const { json: running } = await send(emulator, "POST", SNAPSHOTS, { body });
    expect(emulator.objects.get(SNAPSHOT)).toMatchObject({ status: "CREATING" });
    expect((await refusal(emulator, "POST", SNAPSHOTS, { body })).status).toBe(409);
    expect((await refusal(emulator, "DELETE", `/${SNAPSHOT}`)).reason).toBe("resourceNotReady");
    await until(async () => (await send(emulator, "GET", `/${SNAPSHOT}`)).json.status === "UPLOADING");
    await wait(emulator, running);
    expect(emulator.history(SNAPSHOT).map(({ object }) => object?.status)).toEqual(["CREATING", "UPLOADING", "READY"]);
    const { json: removal } = await send(emulator, "DELETE", `/${SNAPSHOT}`);
    expect(emulator.objects.get(SNAPSHOT)).toMatchObject({ status: "DELETING" });
    await wait(emulator, removal);
    expect((await send(emulator, "GET", `/${SNAPSHOT}`)).status).toBe(404);
  });

  it("is not touched any more when a reset comes in the middle", async () => {
    const emulator = await start();
    emulator.latency({ defaultMs: 40 });
    await send(emulator, "POST", SNAPSHOTS, { body });
    await emulator.reset();
    await tick(60);
    expect(emulator.objects.get(SNAPSHOT)).toBeUndefined();
  });

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

  it("is as it was when its deletion fails", async () => {
    const emulator = await start();
    const before = await make(emulator);
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }] } });
    expect(await operate(emulator, "DELETE", `/${SNAPSHOT}`)).toHaveProperty("error");
    expect(emulator.objects.get(SNAPSHOT)).toEqual(before);
  });

  it("counts once against the quota while it is being made", async () => {
    const emulator = await start();
    emulator.latency({ defaultMs: 60 });
    emulator.quota({ snapshots: 2 });
    const inserts = ["a", "b", "c"].map((name) => send(emulator, "POST", SNAPSHOTS, { body: { ...body, name } }));
    const done = await Promise.all((await Promise.all(inserts)).map(({ json }) => wait(emulator, json)));
    // Which one comes last is up to the connections.
    expect(done.map(({ httpErrorStatusCode }) => httpErrorStatusCode).sort()).toEqual([403, undefined, undefined]);
    expect(emulator.objects.list("projects/p/global/snapshots")).toHaveLength(2);
  });

  it.each([
    [{ sourceDisk: undefined }, 400, "Exactly one source"],
    [{ sourceInstantSnapshot: INSTANT }, 400, "sourceDisk and sourceInstantSnapshot"],
    [{ sourceDisk: "zones/us-central1-a/disks/gone" }, 404, "projects/p/zones/us-central1-a/disks/gone"],
    [{ sourceDisk: "d" }, 400, "resource.sourceDisk"],
    [{ sourceDisk: undefined, sourceInstantSnapshot: DISK }, 400, "resource.sourceInstantSnapshot"],
    [{ name: "S" }, 400, "resource.name"],
    [{ chainName: "-" }, 400, "resource.chainName"],
    [{ snapshotType: "FAST" }, 400, "resource.snapshotType"],
    [{ storageLocations: ["US"] }, 400, "resource.storageLocations[0]"],
    [{ labels: { Env: "x" } }, 400, "resource.labels"],
    [{ labels: { "1a": "x" } }, 400, "resource.labels"],
    [{ labels: { a: "X" } }, 400, 'resource.labels["a"]'],
    [{ labels: { a: "x".repeat(64) } }, 400, 'resource.labels["a"]'],
    [{ labels: { [`a${"b".repeat(63)}`]: "" } }, 400, "resource.labels"],
    [{ labels: Object.fromEntries(Array.from({ length: 65 }, (_v, i) => [`k${String(i)}`, ""])) }, 400, "65 labels"],
    [{ kmsKeyName: "k" }, 400, "kmsKeyName"],
    [{ sourceDiskEncryptionKey: { rawKey } }, 400, "not protected"],
    [{ sourceInstantSnapshotEncryptionKey: { rawKey } }, 400, "no source for it"],
    [{ snapshotEncryptionKey: { sha256: "x" } }, 400, "Exactly one of rawKey"],
    [{ snapshotEncryptionKey: { rawKey, rsaEncryptedKey: wrappedKey } }, 400, "rawKey and rsaEncryptedKey"],
    [{ snapshotEncryptionKey: { rawKey: rawKey.slice(4) } }, 400, "32 bytes"],
    [{ snapshotEncryptionKey: { rawKey: wrappedKey } }, 400, "32 bytes"],
    [{ snapshotEncryptionKey: { rsaEncryptedKey: rawKey } }, 400, "256 bytes"],
    [{ snapshotEncryptionKey: { rawKey: `${rawKey.slice(0, -2)}-=` } }, 400, "resource.snapshotEncryptionKey.rawKey"],
    [{ snapshotEncryptionKey: { kmsKeyName: "key" } }, 400, "cryptoKeys"],
  ])("is refused with %j", async (fields, status, names) => {
    const emulator = await start();
    const answer = await send(emulator, "POST", SNAPSHOTS, { body: { ...body, ...fields } });
    expect(answer.status).toBe(status);
    expect(answer.message).toContain(names);
    expect(answer.text).not.toContain(rawKey.slice(4, 20));
  });

  it("takes labels of any script, and empty values", async () => {
    const emulator = await start();
    const labels = { größe: "", 環境: "本番", a_b: "1-2" };
    expect(await make(emulator, { labels })).toMatchObject({ labels });
  });

  it.each([
    ["compute.disks.createSnapshot", {}],
    ["compute.snapshots.setLabels", { labels: { a: "b" } }],
    ["compute.instantSnapshots.useReadOnly", { sourceDisk: undefined, sourceInstantSnapshot: INSTANT }],
    ["compute.snapshots.create", {}],
  ])("needs %s", async (permission, fields) => {
    const emulator = await start();
    emulator.tokens({ "test-token": { deniedPermissions: [permission] } });
    const refused = await refusal(emulator, "POST", SNAPSHOTS, { body: { ...body, ...fields } });
    expect(refused).toMatchObject({ status: 403, reason: "forbidden" });
    expect(refused.message).toContain(permission);
  });

  it("needs a token that may use the project of its disk", async () => {
    const emulator = await start();
    emulator.objects.put("projects/other/zones/z/disks/d", {});
    emulator.tokens({ "test-token": { projects: ["p"] } });
    const sourceDisk = "projects/other/zones/z/disks/d";
    expect((await refusal(emulator, "POST", SNAPSHOTS, { body: { ...body, sourceDisk } })).status).toBe(403);
    expect((await send(emulator, "POST", SNAPSHOTS, { body })).status).toBe(200);
  });
});

describe("labels of a snapshot", () => {
  it("are replaced with a current fingerprint, which changes with them", async () => {
    const emulator = await start();
    const before = await make(emulator, { labels: { a: "1" } });
    const { labelFingerprint } = before;
    const done = await operate(emulator, "POST", SET_LABELS, { body: { labels: { b: "2" }, labelFingerprint } });
    expect(done).toMatchObject({ operationType: "setLabels", status: "DONE", targetLink: ROOT + SNAPSHOT });
    const after = emulator.objects.get(SNAPSHOT);
    expect(after).toMatchObject({ labels: { b: "2" } });
    expect(after?.labelFingerprint).not.toBe(labelFingerprint);
    const last = { labelFingerprint: after?.labelFingerprint };
    await operate(emulator, "POST", SET_LABELS, { body: last });
    expect(emulator.objects.get(SNAPSHOT)).not.toHaveProperty("labels");
  });

  it.each([{ labelFingerprint: "AAAAAAAAAAA=" }, {}])("stay as they are with the fingerprint %j", async (fields) => {
    const emulator = await start();
    await make(emulator);
    const { status, reason, json } = await send(emulator, "POST", SET_LABELS, { body: { labels: {}, ...fields } });
    expect([status, reason]).toEqual([412, "conditionNotMet"]);
    expect(json.error).toMatchObject({ errors: [{ location: "If-Match", locationType: "header" }] });
  });

  it("have another fingerprint after they were changed by somebody else", async () => {
    const emulator = await start();
    const { labelFingerprint } = await make(emulator);
    emulator.objects.patch(SNAPSHOT, { labels: { theirs: "1" } });
    const refused = await refusal(emulator, "POST", SET_LABELS, { body: { labels: {}, labelFingerprint } });
    expect(refused.status).toBe(412);
  });

  it("take no requestId", async () => {
    const emulator = await start();
    const { labelFingerprint } = await make(emulator);
    const path = `${SET_LABELS}?requestId=5f0c9a3e-1111-4222-8333-123456789abc`;
    const refused = await refusal(emulator, "POST", path, { body: { labels: {}, labelFingerprint } });
    expect(refused.status).toBe(400);
    expect(refused.message).toContain("requestId");
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

  it("of a KMS come back with the version that was used", async () => {
    const emulator = await start();
    const kmsKeyName = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
    const kmsKeyServiceAccount = "s@p.iam.gserviceaccount.com";
    const snapshot = await make(emulator, { snapshotEncryptionKey: { kmsKeyName, kmsKeyServiceAccount } });
    expect(snapshot.snapshotEncryptionKey).toEqual({
      kmsKeyName: `${kmsKeyName}/cryptoKeyVersions/1`,
      kmsKeyServiceAccount,
    });
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

describe("disks and instant snapshots", () => {
  it("are read and listed after they were put", async () => {
    const emulator = await start();
    emulator.objects.put("projects/p/regions/r/disks/d", {});
    const { json: disk } = await send(emulator, "GET", `/${DISK}`);
    expect(disk).toMatchObject({
      kind: "compute#disk",
      status: "READY",
      zone: `${ROOT}projects/p/zones/us-central1-a`,
    });
    expect((await send(emulator, "GET", "/projects/p/zones/us-central1-a/disks")).json.items).toEqual([disk]);
    const { json: regional } = await send(emulator, "GET", "/projects/p/regions/r/disks/d");
    expect(regional).toMatchObject({ region: `${ROOT}projects/p/regions/r` });
    expect((await send(emulator, "GET", "/projects/p/regions/r/disks")).json.items).toEqual([regional]);
    const { json: instant } = await send(emulator, "GET", `/${INSTANT}`);
    expect(instant).toMatchObject({ sourceDisk: ROOT + DISK, sourceDiskId: disk.id, diskSizeGb: "20" });
    const { json: page } = await send(emulator, "GET", "/projects/p/zones/us-central1-a/instantSnapshots");
    expect(page.items).toEqual([instant]);
  });
});
