import { createHash, randomBytes } from "node:crypto";
import { snapshot } from "../../provider/src/resources/snapshot/definition";
import { project } from "../support/routeProvider";
import type { KindCall, PlainCase, TestedKind } from "./kind";
import { disk, global, ownedCalls, ownObjectBudget } from "./parts/calls";
import { because } from "./parts/patches";

const plain: PlainCase = {
  arrange: (emulator, project) => {
    emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/d`, { sizeGb: "20" });
  },
  args: (number) => ({ name: `s${String(number)}`, sourceDisk: "d", zone: "us-central1-a" }),
  change: { labels: { team: "ours" } },
  bytes: 1360,
  budget: {
    ...ownObjectBudget,
    // The fingerprint of no labels is the same for each snapshot, so the first read tells whether it is the same one;
    // the answer does not show the new fingerprint.
    update: ["get", "setLabels", "wait", "get"],
  },
};

/** The key of every snapshot of the matrix. */
const key = randomBytes(32);
const rawKey = key.toString("base64");
const sha256 = createHash("sha256").update(key).digest("base64");
const rsaEncryptedKey = randomBytes(256).toString("base64");
const instant = disk.replace("/disks/d", "/instantSnapshots/i");

const path = `${global}/snapshots/s`;
const seed: KindCall["seed"] = (emulator) => void emulator.objects.put(disk, { sizeGb: "20" });
const declared = { name: "s", sourceDisk: disk, snapshotEncryptionKey: { rawKey }, labels: { env: "dev" } };
const [inserted, deleted] = ownedCalls({
  noun: "snapshot",
  subject: 'gce:Snapshot "s"',
  path,
  program: declared,
  seed,
  secret: rawKey,
  permissions: {
    insert: "all of compute.snapshots.create, compute.disks.createSnapshot and compute.snapshots.setLabels",
    delete: "compute.snapshots.delete",
  },
});
const calls: readonly KindCall[] = [
  inserted,
  deleted,
  {
    ...deleted,
    name: "snapshot setLabels",
    step: "up",
    before: declared,
    program: { ...declared, labels: { env: "prod", team: "net" } },
    request: { method: "POST", path: "/global/snapshots/s/setLabels$" },
    operationType: "setLabels",
    permission: "compute.snapshots.setLabels",
    failure: 'gce:Snapshot "s": setLabels failed: ',
    shown: ({ labels }) => labels,
    recorded: ({ labels }) => labels,
  },
];

const program = {
  name: "s",
  description: "ours",
  sourceDisk: disk,
  labels: { env: "dev", team: "net" },
  storageLocations: ["us"],
  snapshotType: "STANDARD",
  snapshotEncryptionKey: { kmsKeyName: `projects/${project}/locations/us/keyRings/ring/cryptoKeys/key` },
};

/** A value for every argument that is sent: a new argument needs one. */
const sample = {
  name: "s-1",
  description: "d",
  sourceDisk: "d-1",
  sourceInstantSnapshot: "i-1",
  sourceDiskForRecoveryCheckpoint: "d-1",
  chainName: "c",
  locationHint: "h",
  snapshotType: "STANDARD",
  guestFlush: true,
  labels: { a: "b" },
  storageLocations: ["eu"],
  snapshotEncryptionKey: { rawKey: "k", rsaEncryptedKey: "k" },
  sourceDiskEncryptionKey: { kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k" },
  sourceInstantSnapshotEncryptionKey: { kmsKeyServiceAccount: "s@p.iam.gserviceaccount.com" },
};

export const kind: TestedKind = {
  definition: snapshot,
  classFile: "provider/src/resources/snapshot/snapshot.ts",
  described: {
    message: "Snapshot",
    onlyInProto: {
      params: "The specification has no such field.",
      ...because(
        "The specification has no such field; only the service sets it.",
        ...["region", "snapshotGroupId", "snapshotGroupName"],
      ),
    },
    onlyInTable: {
      project: "Part of the path.",
      zone: "Completes a bare name of the source; never sent.",
      snapshotEncryptionKeySha256: "A member of snapshotEncryptionKey, shown apart because that is a secret.",
    },
  },
  sample,
  plain,
  calls,
  fullProgram: program,
  mistaken: [
    {
      sourceDisk: "zones/us-central1-f/disks/d",
      zone: "us-central1-a",
      labels: { Team: "Net" },
      storageLocations: ["EU"],
      snapshotEncryptionKey: {
        kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k",
        rawKey: Buffer.alloc(32).toString("base64"),
        kmsKeyServiceAccount: 5,
      },
      sourceInstantSnapshotEncryptionKey: { rawKey: Buffer.alloc(32).toString("base64") },
    },
    ...['labels["Team"]', 'labels["Team"]', "storageLocations[0]", "snapshotEncryptionKey.kmsKeyServiceAccount"],
    ...["snapshotEncryptionKey.kmsKeyName", "zone", "sourceInstantSnapshotEncryptionKey"],
  ],
  // A key for an instant snapshot needs more than one argument.
  unchangeable: ["sourceInstantSnapshotEncryptionKey"],
  furtherPrograms: [
    {
      program: { name: "s", sourceDisk: disk, snapshotEncryptionKey: { rawKey }, sourceDiskEncryptionKey: { rawKey } },
      others: { [disk]: { diskEncryptionKey: { sha256 } } },
    },
    { program: { name: "s", sourceDisk: disk, snapshotEncryptionKey: { rsaEncryptedKey } } },
    { program: { name: "s", sourceInstantSnapshot: instant }, others: { [instant]: { sourceDisk: disk } } },
  ],
};
