import { isLocationName } from "../../names/names";
import { output, outputAs, type FieldTable } from "../../lifecycle/schema/field";
import { ownKeyField, sourceKeyField } from "./definition/encryptionKeys";
import { setKind } from "../../fields/collections";
import { exactlyOne } from "../../fields/exactlyOne";
import type { Problem } from "../../fields/kind";
import { linkKind } from "../../fields/links";
import { booleanKind, locationKind, resourceNameKind, textKind, wordKind } from "../../fields/scalars";
import { isUnknown } from "../../fields/unknown";
import { isValues, text, type Values } from "../../fields/values";
import { labelsField } from "../labels";
import { ownedObject } from "../ownedObject";

/** The places of a source. A bare name is one of a zone, also where only a region is configured. */
const sourceScopes = { scopes: ["zone", "region"], nameScopes: ["zone"] } as const;

const storageLocationKind = textKind("a storage location", (value) =>
  isLocationName(value) ? undefined : "a region or multi-region of Cloud Storage, such as eu or europe-west1",
);

const checkpointDiskKind = linkKind({ collection: "disks", scopes: ["region"] });

const fields: FieldTable = {
  description: { kind: textKind(), change: "replace" },
  // The service shows the disk of an instant snapshot or checkpoint, too.
  sourceDisk: { kind: linkKind({ collection: "disks", ...sourceScopes }), change: "replace", serverDefaulted: true },
  sourceInstantSnapshot: { kind: linkKind({ collection: "instantSnapshots", ...sourceScopes }), change: "replace" },
  sourceDiskForRecoveryCheckpoint: {
    kind: checkpointDiskKind,
    change: "replace",
    unprovable: (_declared, _actual, { sourceDisk }) =>
      sourceDisk === undefined
        ? "is missing from the service's answers, so nobody can tell whether it is the same disk"
        : undefined,
  },
  zone: { kind: locationKind("zone"), change: "completes", completes: ["sourceDisk", "sourceInstantSnapshot"] },
  chainName: { kind: resourceNameKind, change: "replace" },
  locationHint: { kind: textKind(), change: "createOnly" },
  // The specification does not show the values. It is left out of answers where it is the usual one.
  snapshotType: {
    kind: wordKind("ARCHIVE", "STANDARD"),
    change: "replace",
    default: "STANDARD",
    serverDefaulted: true,
  },
  guestFlush: { kind: booleanKind, change: "createOnly" },
  labels: labelsField,
  storageLocations: { kind: setKind(storageLocationKind), change: "replace", serverDefaulted: true },
  snapshotEncryptionKey: ownKeyField,
  sourceDiskEncryptionKey: sourceKeyField,
  sourceInstantSnapshotEncryptionKey: sourceKeyField,
  status: output,
  snapshotEncryptionKeySha256: output,
  sourceDiskId: output,
  sourceInstantSnapshotId: output,
  diskSizeGb: outputAs("int64"),
  storageBytes: outputAs("int64"),
  storageBytesStatus: output,
  downloadBytes: outputAs("int64"),
  creationSizeBytes: outputAs("int64"),
  licenses: outputAs({ list: "text" }),
  licenseCodes: outputAs({ list: "int64" }),
  guestOsFeatures: outputAs({ list: { members: { type: "text" } } }),
  architecture: output,
  enableConfidentialCompute: outputAs("boolean"),
  autoCreated: outputAs("boolean"),
  sourceSnapshotSchedulePolicy: output,
  sourceSnapshotSchedulePolicyId: output,
  satisfiesPzs: outputAs("boolean"),
  satisfiesPzi: outputAs("boolean"),
};

const sources = ["sourceDisk", "sourceInstantSnapshot", "sourceDiskForRecoveryCheckpoint"] as const;

/** A snapshot of a disk (specification, "Snapshot" and endpoint 11). */
export const snapshot = ownedObject({
  kind: "Snapshot",
  noun: "a snapshot",
  collection: { name: "snapshots", scope: "global", permissions: { insert, delete: ["compute.snapshots.delete"] } },
  fields,
  argumentAliases: {
    disk: "sourceDisk",
    source: "sourceDisk",
    storageLocation: "storageLocations",
    type: "snapshotType",
    chain: "chainName",
    kmsKeyName: "snapshotEncryptionKey: { kmsKeyName }",
    rawKey: "snapshotEncryptionKey: { rawKey }",
  },
  constraints: {
    "gcp.resourceLocations": "storageLocations",
    "gcp.restrictNonCmekServices": "snapshotEncryptionKey.kmsKeyName",
    "gcp.restrictCmekCryptoKeyProjects": "snapshotEncryptionKey.kmsKeyName",
  },
  timeoutMs: 60 * 60_000,
  secretOutputs: ["snapshotEncryptionKey", "sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"],
  problems: (inputs) => [
    ...exactlyOne(inputs, sources, { needs: "A snapshot needs a source", has: "A snapshot has exactly one source" }),
    ...keysWithoutTheirSource(inputs),
    ...furtherLocations(inputs),
  ],

  derived: ({ snapshotEncryptionKey: key, sourceDiskForRecoveryCheckpoint: actual }, known, context) => {
    const declared = known.sourceDiskForRecoveryCheckpoint;
    return {
      // No source shows that the service answers it: what the program gave is kept.
      sourceDiskForRecoveryCheckpoint:
        actual ?? (declared === undefined ? undefined : checkpointDiskKind.canonical(declared, context)),
      snapshotEncryptionKeySha256: isValues(key) ? key.sha256 : undefined,
    };
  },

  stage({ status }) {
    if (status === "CREATING" || status === "UPLOADING") return "making";
    return status === "DELETING" ? "leaving" : "complete";
  },

  unusable: ({ status }) => (status === "FAILED" ? { field: "status", reason: "its status is FAILED" } : undefined),

  // The target of the operation is the source, so that only the status tells.
  isLeftover: ({ status }) => status === "FAILED",

  replacementWarning: (_olds, _news, deletedFirst) =>
    deletedFirst
      ? "replacing it deletes the snapshot and its data before the new one exists, because its name is fixed. To make the new one first, leave out name, or change it as well."
      : undefined,
});

/** The specification shows none for the endpoint itself, only those of the fields. */
function insert(body: Values): string[] {
  const disk = body.sourceDisk ?? body.sourceDiskForRecoveryCheckpoint;
  return [
    "compute.snapshots.create",
    ...(disk === undefined ? [] : ["compute.disks.createSnapshot"]),
    ...(body.sourceInstantSnapshot === undefined ? [] : ["compute.instantSnapshots.useReadOnly"]),
    ...(body.labels === undefined ? [] : ["compute.snapshots.setLabels"]),
  ];
}

/** The service has a list, and takes one location in it. */
function furtherLocations({ storageLocations: locations }: Values): Problem[] {
  if (!Array.isArray(locations) || locations.length < 2) return [];
  const reason = `storageLocations has ${String(locations.length)} locations, and a snapshot is in one. Keep one of them, or declare a snapshot for each.`;
  return [{ property: "storageLocations", reason }];
}

/** A key for a source that the snapshot does not have. */
function keysWithoutTheirSource(inputs: Values): Problem[] {
  const isInstant = text(inputs, "sourceInstantSnapshot") !== undefined;
  const isDisk = sources.some((name) => name !== "sourceInstantSnapshot" && inputs[name] !== undefined);
  const [key, other] = isInstant
    ? (["sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"] as const)
    : (["sourceInstantSnapshotEncryptionKey", "sourceDiskEncryptionKey"] as const);
  // A source that is not known yet may turn out to be absent, as one of two kinds of source has to.
  if (inputs[key] === undefined || isUnknown(inputs[key]) || isInstant === isDisk) return [];
  const source = isInstant ? "sourceInstantSnapshot" : "a disk";
  return [{ property: key, reason: `${key} has no use here: the source is ${source}. Give ${other} instead.` }];
}
