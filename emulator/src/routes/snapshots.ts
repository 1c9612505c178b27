import {
  defineCollection,
  deleteObject,
  existing,
  getObject,
  insertObject,
  listObjects,
  validBody,
} from "../collection";
import { customerKeyField, withoutSecrets } from "../customerKeys";
import { listQuery, mutationQuery, type Call, type Endpoint } from "../endpoint";
import { NAME_PATTERN } from "../identifiers";
import { mergeObject, type JsonObject, type Resource } from "../json";
import { checkLabelFingerprint, checkLabels, labelFingerprint, labelsField } from "../labels";
import { commonOutputFields, output, type Fields, type Reference } from "../schema";
import { completeFromSource, KEY_FIELDS } from "../snapshotSource";
import { updateObject } from "../update";

const text = { type: "string" } as const;
const DISKS = ["projects/{project}/zones/{zone}/disks/{disk}", "projects/{project}/regions/{region}/disks/{disk}"];
const disk: Reference = { to: DISKS, mustExist: true };
const regionDisk: Reference = { to: "projects/{project}/regions/{region}/disks/{disk}", mustExist: true };

/** Snapshots of disks. */
export const snapshots = defineCollection({
  path: "projects/{project}/global/snapshots/{snapshot}",
  kind: "compute#snapshot",
  listKind: "compute#snapshotList",
  fields: {
    ...commonOutputFields,
    name: { type: "string", required: true, pattern: NAME_PATTERN },
    description: text,
    sourceDisk: { type: "string", reference: disk },
    sourceInstantSnapshot: {
      type: "string",
      reference: {
        to: "projects/{project}/zones/{zone}/instantSnapshots/{instantSnapshot}",
        mustExist: true,
      },
    },
    sourceDiskForRecoveryCheckpoint: { type: "string", reference: regionDisk },
    snapshotEncryptionKey: customerKeyField,
    sourceDiskEncryptionKey: customerKeyField,
    sourceInstantSnapshotEncryptionKey: customerKeyField,
    labels: labelsField,
    // On insert there are no labels yet that it could be a fingerprint of.
    labelFingerprint: output({ type: "bytes" }),
    storageLocations: { type: "list", items: { type: "string", pattern: /^[a-z][a-z0-9-]*$/ } },
    chainName: { type: "string", pattern: NAME_PATTERN },
    snapshotType: { type: "string", values: ["ARCHIVE", "STANDARD"], default: "STANDARD" },
    guestFlush: { type: "boolean", inputOnly: true },
    // A hint for the placement and no property of the snapshot: nothing in the specification says that it comes back.
    locationHint: { type: "string", inputOnly: true },
    status: output(text),
    sourceDiskId: output(text),
    sourceInstantSnapshotId: output(text),
    diskSizeGb: output({ type: "int64" }),
    storageBytes: output({ type: "int64" }),
    storageBytesStatus: output(text),
    downloadBytes: output({ type: "int64" }),
    creationSizeBytes: output({ type: "int64" }),
    licenses: output({ type: "list", items: text }),
    licenseCodes: output({ type: "list", items: { type: "int64" } }),
    guestOsFeatures: output({ type: "list", items: { type: "object", fields: { type: text } } }),
    architecture: output(text),
    enableConfidentialCompute: output({ type: "boolean" }),
    autoCreated: output({ type: "boolean" }),
    sourceSnapshotSchedulePolicy: output(text),
    sourceSnapshotSchedulePolicyId: output(text),
    satisfiesPzi: output({ type: "boolean" }),
    satisfiesPzs: output({ type: "boolean" }),
  },
  quota: {
    name: "snapshots",
    metricName: "compute.googleapis.com/snapshots",
    limitName: "SNAPSHOTS-per-project",
    dimensions: { region: "global" },
  },
  complete: completeFromOutside,
});

const setLabelsFields: Fields = { labels: labelsField, labelFingerprint: { type: "bytes" } };

function completeFromOutside(object: Resource): Resource {
  return KEY_FIELDS.reduce(withoutSecrets, {
    status: "READY",
    snapshotType: "STANDARD",
    ...object,
    labelFingerprint: labelFingerprint(object.labels),
  });
}

function insert(call: Call): JsonObject {
  let checkpointDisk: unknown;
  return insertObject(call, snapshots, {
    complete(body) {
      checkpointDisk = body.sourceDiskForRecoveryCheckpoint;
      // No source shows that field in an answer.
      return mergeObject(completeFromSource(call, body), { sourceDiskForRecoveryCheckpoint: null });
    },
    // The service shows a snapshot from the moment it accepts it.
    stages: {
      accepted: { status: "CREATING" },
      midway: { status: "UPLOADING" },
      done: {
        status: "READY",
        storageBytes: "1048576",
        storageBytesStatus: "UP_TO_DATE",
        downloadBytes: "1049600",
        creationSizeBytes: "1048576",
      },
    },
    operationTarget: (snapshot) => operationTarget(snapshot, checkpointDisk),
  });
}

/** The operation works on the source disk: for an instant snapshot the disk that it was taken of, when it is known. */
function operationTarget(snapshot: Resource, checkpointDisk: unknown): { targetLink: string; targetId: string } {
  const { sourceDisk, sourceInstantSnapshot, sourceInstantSnapshotId } = snapshot;
  const disk = sourceDisk ?? checkpointDisk;
  return typeof disk === "string"
    ? { targetLink: disk, targetId: String(snapshot.sourceDiskId) }
    : { targetLink: String(sourceInstantSnapshot), targetId: String(sourceInstantSnapshotId) };
}

function setLabels(call: Call): JsonObject {
  const snapshot = existing(call, snapshots);
  const { value } = validBody(call, setLabelsFields, "insert");
  checkLabels(value.labels, "resource.labels");
  checkLabelFingerprint(value.labelFingerprint, snapshot.resource.labelFingerprint);
  return updateObject(call, snapshot, {
    apply: (current) => ({
      ...mergeObject(current, { labels: null }),
      ...(value.labels === undefined ? {} : { labels: value.labels }),
      labelFingerprint: labelFingerprint(value.labels),
    }),
  });
}

/** The methods of snapshots. */
export const snapshotEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/compute/v1/projects/{project}/global/snapshots",
    query: mutationQuery,
    body: snapshots.fields,
    operationType: "insert",
    permissions: ["compute.snapshots.create"],
    handle: insert,
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/global/snapshots",
    query: listQuery,
    permissions: ["compute.snapshots.list"],
    handle: (call) => listObjects(call, snapshots),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/global/snapshots/{snapshot}",
    permissions: ["compute.snapshots.get"],
    handle: (call) => getObject(call, snapshots),
  },
  {
    method: "DELETE",
    path: "/compute/v1/projects/{project}/global/snapshots/{snapshot}",
    query: mutationQuery,
    operationType: "delete",
    permissions: ["compute.snapshots.delete"],
    handle: (call) => deleteObject(call, snapshots, { status: "DELETING" }),
  },
  {
    method: "POST",
    path: "/compute/v1/projects/{project}/global/snapshots/{resource}/setLabels",
    body: setLabelsFields,
    operationType: "setLabels",
    permissions: ["compute.snapshots.setLabels"],
    handle: setLabels,
  },
];
