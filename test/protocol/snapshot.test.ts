import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { requestIdPattern } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { failureOf, project } from "../support/routeProvider";
import {
  kind,
  root,
  zone,
  disk,
  instant,
  id,
  rawKey,
  wrappedKey,
  digest,
  logged,
  plain,
  deleting,
  inserting,
  reading,
  startSnapshotProvider,
} from "../support/snapshotProvider";

describe("create", () => {
  it("sends every field in the service's spelling, waits, reads back, and keeps what the service has", async () => {
    const { provider, inputs, emulator, requests, sent } = await startSnapshotProvider();
    const kmsKeyName = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
    const made = await provider.create(
      await inputs({
        name: "s",
        description: "before the migration",
        sourceDisk: "d",
        zone: "us-central1-a",
        chainName: "nightly",
        locationHint: "near",
        snapshotType: "ARCHIVE",
        guestFlush: true,
        labels: { env: "dev", empty: "" },
        storageLocations: ["eu"],
        snapshotEncryptionKey: { kmsKeyName, kmsKeyServiceAccount: "s@p.iam.gserviceaccount.com" },
        deletionPolicy: "ABANDON",
      }),
    );
    expect(requests()).toEqual([...inserting, reading]);
    const { query, body } = sent("/snapshots");
    expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
    expect(body).toEqual({
      name: "s",
      description: "before the migration",
      sourceDisk: root + disk,
      chainName: "nightly",
      locationHint: "near",
      snapshotType: "ARCHIVE",
      guestFlush: true,
      labels: { env: "dev", empty: "" },
      storageLocations: ["eu"],
      snapshotEncryptionKey: { kmsKeyName, kmsKeyServiceAccount: "s@p.iam.gserviceaccount.com" },
    });
    const object = emulator.objects.get(id) ?? {};
    expect(made).toEqual({
      id,
      outs: {
        __provider: loader(kind),
        project,
        name: "s",
        description: "before the migration",
        sourceDisk: root + disk,
        chainName: "nightly",
        snapshotType: "ARCHIVE",
        labels: { env: "dev", empty: "" },
        effectiveLabels: { env: "dev", empty: "" },
        labelFingerprint: object.labelFingerprint,
        storageLocations: ["eu"],
        snapshotEncryptionKey: {
          kmsKeyName: `${kmsKeyName}/cryptoKeyVersions/1`,
          kmsKeyServiceAccount: "s@p.iam.gserviceaccount.com",
        },
        kind: "compute#snapshot",
        numericId: object.id,
        creationTimestamp: object.creationTimestamp,
        selfLink: root + id,
        status: "READY",
        sourceDiskId: emulator.objects.get(disk)?.id,
        diskSizeGb: "20",
        storageBytes: "1048576",
        storageBytesStatus: "UP_TO_DATE",
        downloadBytes: "1049600",
        creationSizeBytes: "1048576",
        licenseCodes: ["7"],
        architecture: "X86_64",
        deletionPolicy: "ABANDON",
      },
    });
  });

  it.each([
    ["an instant snapshot", { sourceInstantSnapshot: `https://compute.googleapis.com/compute/v1/${instant}` }, instant],
    ["an instant snapshot by name", { sourceInstantSnapshot: "i", zone: "us-central1-a" }, instant],
    ["a disk of another project", { sourceDisk: "projects/other/zones/z/disks/d" }, "projects/other/zones/z/disks/d"],
    [
      "a disk of a region",
      { sourceDisk: "regions/europe-west1/disks/d" },
      `projects/${project}/regions/europe-west1/disks/d`,
    ],
    [
      "a recovery checkpoint",
      { sourceDiskForRecoveryCheckpoint: "regions/europe-west1/disks/d" },
      `projects/${project}/regions/europe-west1/disks/d`,
    ],
  ])("of %s sends it as a full URL, and a second look sees no change", async (_what, source, path) => {
    const { provider, inputs, emulator, sent } = await startSnapshotProvider();
    if (!path.startsWith(zone)) emulator.objects.put(path, {});
    const checked = await inputs({ name: "s", ...source });
    const { outs } = await provider.create(checked);
    const [field = ""] = Object.keys(source);
    expect(sent("/snapshots").body).toEqual({ name: "s", [field]: root + path });
    expect(outs).toMatchObject({ [field]: root + path, status: "READY" });
    expect(await provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(await provider.diff(id, outs, checked)).toMatchObject({ changes: false });
  });

  it.each([
    ["rawKey", rawKey],
    ["rsaEncryptedKey", wrappedKey],
  ])(
    "sends a key given as %s, keeps its hash in the clear, and sees no changed key after a refresh",
    async (member, key) => {
      const { provider, inputs, sent, emulator } = await startSnapshotProvider(
        {},
        { diskEncryptionKey: { [member]: key } },
      );
      const checked = await inputs({
        ...plain,
        snapshotEncryptionKey: { [member]: key },
        sourceDiskEncryptionKey: { [member]: key },
      });
      const { outs } = await provider.create(checked);
      expect(sent("/snapshots").body).toMatchObject({
        snapshotEncryptionKey: { [member]: logged(key) },
        sourceDiskEncryptionKey: { [member]: logged(key) },
      });
      expect(outs.snapshotEncryptionKeySha256).toBe(digest(key));
      expect(outs.snapshotEncryptionKey).toEqual({ sha256: digest(key), [member]: key });
      expect(await provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
      expect(await provider.diff(id, outs, checked)).toMatchObject({ changes: false });

      // Somebody else's snapshot under the same name, with another key.
      emulator.objects.patch(id, { snapshotEncryptionKey: { sha256: "b3RoZXI=" } });
      const read = await provider.read(id, outs);
      expect(read.props).toMatchObject({ snapshotEncryptionKey: { sha256: "b3RoZXI=" } });
      expect(JSON.stringify(read.props.snapshotEncryptionKey)).not.toContain(key);
      expect(await provider.diff(id, read.props, checked)).toMatchObject({ replaces: ["snapshotEncryptionKey"] });
    },
  );

  it("removes a key from the messages of the service", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    const message = `Invalid value for field 'resource.snapshotEncryptionKey.rawKey': '${rawKey}'.`;
    emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 400, reason: "invalid", message } });
    const error = await failureOf(provider.create(await inputs({ ...plain, snapshotEncryptionKey: { rawKey } })));
    expect(error.message).toContain("rawKey': '[secret]'");
    expect(provider.said.filter((said) => !said.startsWith("{")).join("\n")).not.toContain(rawKey);
  });

  it("of a disk that needs its key says so, and records nothing", async () => {
    const { provider, inputs } = await startSnapshotProvider({}, { diskEncryptionKey: { rawKey } });
    const { message, partial } = await failureOf(provider.create(await inputs(plain)));
    expect(message).toContain('gce:Snapshot "s": insert failed: HTTP 400 resourceIsEncryptedWithCustomerEncryptionKey');
    expect(message).toContain("Nothing was created.");
    expect(partial).toBeUndefined();
  });

  it.each([
    [plain, "compute.snapshots.create, compute.disks.createSnapshot."],
    [
      { name: "s", sourceInstantSnapshot: instant, labels: { a: "" } },
      "compute.snapshots.create, compute.instantSnapshots.useReadOnly, compute.snapshots.setLabels.",
    ],
  ])("that may not be made says which permissions %j needs", async (args, permissions) => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message } = await failureOf(provider.create(await inputs(args)));
    expect(message).toContain(`The caller needs ${permissions}`);
  });

  it("adds the default labels, and the attribution only when asked", async () => {
    const config = { "gcp:defaultLabels": '{"team":"net","env":"dev"}', "gcp:addPulumiAttributionLabel": "true" };
    const { made, labels } = await startSnapshotProvider({ config });
    const { outs } = await made({ ...plain, labels: { env: "prod" } });
    const all = { "goog-pulumi-provisioned": "true", team: "net", env: "prod" };
    expect(labels()).toEqual(all);
    expect(outs).toMatchObject({ labels: all, effectiveLabels: all });
  });

  it("shows the progress of a long operation", async () => {
    const { provider, inputs, requests } = await startSnapshotProvider({ latency: { defaultMs: 17_000 } });
    await provider.create(await inputs(plain));
    expect(requests()).toEqual(["POST snapshots", "POST wait", "GET operation", reading]);
    const [first, second] = provider.logs.map(({ message }) => message);
    expect(first).toMatch(/^gce:Snapshot "s": insert is running at the service, [5-7]s of at most 1h$/);
    expect(second).toMatch(/insert is running at the service, \d\d %, 1[5-7]s of at most 1h/);
  });
});

describe("an existing snapshot", () => {
  const there = { sourceDisk: root + disk, labels: { theirs: "1" } };

  it("is taken over only with adoptExisting and if it matches, apart from labels of others", async () => {
    const { provider, inputs, emulator, told } = await startSnapshotProvider();
    emulator.objects.put(id, there);
    const { message } = await failureOf(provider.create(await inputs(plain)));
    expect(message).toContain("an object of that name exists already");
    expect(message).toContain("set adoptExisting: true");
    const adopting = await inputs({ ...plain, guestFlush: true, locationHint: "x", adoptExisting: true });
    const { outs } = await provider.create(adopting);
    expect(outs).toMatchObject({ numericId: emulator.objects.get(id)?.id, effectiveLabels: { theirs: "1" } });
    expect(outs).not.toHaveProperty("labels");
    expect(told().join()).toContain("The resource adopted it");
  });

  it.each([
    [{ sourceDisk: `${zone}/disks/other` }, `sourceDisk is "${root}${disk}" at the service`],
    [{ labels: { a: "1" } }, 'labels is not set at the service and {"a":"1"} in the program'],
    [
      { snapshotEncryptionKey: { rawKey } },
      'snapshotEncryptionKey is not set at the service and {"rawKey":"[secret]"}',
    ],
  ])("that differs from %j is refused, and the difference is named", async (changes, words) => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.objects.put(`${zone}/disks/other`, {});
    emulator.objects.put(id, there);
    const adopting = await inputs({ ...plain, ...changes, adoptExisting: true });
    const { message, partial } = await failureOf(provider.create(adopting));
    expect(message).toContain(words);
    expect(partial).toBeUndefined();
  });

  it("with a raw key is taken over by its hash, and with a wrapped key is refused because nothing proves a match", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.objects.put(id, { ...there, snapshotEncryptionKey: { rawKey } });
    const args = (key: Properties) => inputs({ ...plain, snapshotEncryptionKey: key, adoptExisting: true });
    const { message } = await failureOf(provider.create(await args({ rsaEncryptedKey: wrappedKey })));
    expect(message).toContain("snapshotEncryptionKey is a wrapped key");
    expect(message).toContain("It cannot be taken over.");
    expect((await failureOf(provider.create(await inputs({ ...plain, adoptExisting: true })))).message).toContain(
      "snapshotEncryptionKey is",
    );
    expect((await provider.create(await args({ rawKey }))).outs.snapshotEncryptionKeySha256).toBe(digest(rawKey));
  });

  it("that is FAILED is not taken over", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.objects.put(id, { ...there, status: "FAILED" });
    const { message, partial } = await failureOf(provider.create(await inputs({ ...plain, adoptExisting: true })));
    expect(message).toContain("its status is FAILED");
    expect(message).toContain("It cannot be taken over.");
    expect(partial).toBeUndefined();
  });

  it("that is being deleted is waited for, and not taken over", async () => {
    const { provider, inputs, emulator, requests } = await startSnapshotProvider();
    const { id: old } = emulator.objects.put(id, { ...there, status: "DELETING" });
    const made = provider.create(await inputs({ ...plain, adoptExisting: true }));
    while (!requests().includes(reading)) await new Promise((resolve) => setTimeout(resolve, 20));
    emulator.objects.delete(id);
    expect((await made).outs).toMatchObject({ status: "READY" });
    expect((await made).outs.numericId).not.toBe(old);
  });

  it.each([id, `${project}/s`, "s", root + id])("is read by the id %s", async (given) => {
    const { provider, emulator } = await startSnapshotProvider();
    emulator.objects.put(id, { ...there, snapshotEncryptionKey: { rawKey } });
    const { props, ...read } = await provider.read(given, { __provider: loader(kind) });
    expect(read).toEqual({ id, inputs: undefined });
    expect(props).toMatchObject({
      name: "s",
      project,
      effectiveLabels: { theirs: "1" },
      snapshotEncryptionKeySha256: digest(rawKey),
    });
    expect(props).not.toHaveProperty("labels");
  });
});

describe("read and delete", () => {
  it("show values that change by themselves, without drift", async () => {
    const { made, provider, emulator } = await startSnapshotProvider();
    const { outs } = await made({ ...plain, storageLocations: ["eu"] });
    emulator.objects.patch(id, { storageBytes: "9007199254740993", storageBytesStatus: "UPDATING" });
    const read = await provider.read(id, outs);
    expect(read.inputs).toBeUndefined();
    expect(read.props).toMatchObject({ storageBytes: "9007199254740993", storageBytesStatus: "UPDATING" });
  });

  it("give a blank id for a missing snapshot, which counts as deleted", async () => {
    const { made, provider, emulator, requests } = await startSnapshotProvider();
    const { outs } = await made();
    await provider.delete(id, outs);
    expect(requests()).toEqual(deleting);
    const { query } = emulator.requests()[1] ?? {};
    expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
    expect(await provider.read(id, outs)).toMatchObject({ id: "" });
    await provider.delete(id, outs);
  });

  it("leave a snapshot that PREVENT or ABANDON names", async () => {
    const { made, provider, requests, there } = await startSnapshotProvider();
    const { outs } = await made();
    const { message } = await failureOf(provider.delete(id, { ...outs, deletionPolicy: "PREVENT" }));
    expect(message).toContain("deletionPolicy is PREVENT");
    await provider.delete(id, { ...outs, deletionPolicy: "ABANDON" });
    expect(requests()).toEqual([]);
    expect(there()?.status).toBe("READY");
  });
});
