import * as snapshots from "../../../provider/src/compute/endpoints/snapshots";
import { snapshot } from "../../../provider/src/resources/snapshot/definition";
import { context, requestId, wholeBody, type ContractRows } from "../contractRow";

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

/** What each function of `endpoints/snapshots.ts` sends. */
export const rows: ContractRows = {
  insertSnapshot: [
    {
      rpc: "Snapshots.Insert",
      variables: { project: "p-1" },
      call: (client) => snapshots.insertSnapshot(client, "p-1", wholeBody(snapshot, sample), requestId, context),
    },
  ],
  listSnapshots: [
    {
      rpc: "Snapshots.List",
      variables: { project: "p-1" },
      call: (client) => snapshots.listSnapshots(client, "p-1", context).next(),
    },
  ],
  getSnapshot: [
    {
      rpc: "Snapshots.Get",
      variables: { project: "p-1", snapshot: "s-1" },
      call: (client) => snapshots.getSnapshot(client, "p-1", "s-1", context),
    },
  ],
  deleteSnapshot: [
    {
      rpc: "Snapshots.Delete",
      variables: { project: "p-1", snapshot: "s-1" },
      call: (client) => snapshots.deleteSnapshot(client, "p-1", "s-1", requestId, context),
    },
  ],
  setSnapshotLabels: [
    {
      rpc: "Snapshots.SetLabels",
      variables: { project: "p-1", resource: "s-1" },
      call: (client) =>
        snapshots.setSnapshotLabels(client, "p-1", "s-1", { labels: { a: "" }, labelFingerprint: "AA==" }, context),
    },
  ],
};
