import { mutationQuery, type Call, type Endpoint, type QueryFields } from "../endpoint";
import { invalidField, notFound } from "../../basics/errors";
import { leftOut, officialOwnFields } from "../generic/officialFields";
import { NAME_PATTERN } from "../../basics/identifiers";
import { mergeObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fullUrl, operationScope, PathTemplate, resolveLink, splitPath, stripRoot } from "../../basics/links";
import { projectCollection } from "../objects/projectCollection";
import type { Change } from "../../world/operation";
import type { Reference } from "../../basics/schema";
import { completeFromSource } from "./snapshotSource";

export const DISKS = [
  "projects/{project}/zones/{zone}/disks/{disk}",
  "projects/{project}/regions/{region}/disks/{disk}",
];
export const INSTANT_SNAPSHOT = "projects/{project}/zones/{zone}/instantSnapshots/{instantSnapshot}";

const disk: Reference = { to: DISKS, mustExist: true };
const regionDisk: Reference = { to: "projects/{project}/regions/{region}/disks/{disk}", mustExist: true };

/** Snapshots of disks. */
export const snapshots = projectCollection({
  collection: "snapshots",
  scope: "global",
  kind: "compute#snapshot",
  hasLabels: true,
  fields: officialOwnFields("Snapshot", {
    sourceDisk: { reference: disk },
    sourceInstantSnapshot: {
      reference: { to: INSTANT_SNAPSHOT, mustExist: true },
    },
    sourceDiskForRecoveryCheckpoint: { reference: regionDisk },
    storageLocations: { items: { type: "string", pattern: /^[a-z][a-z0-9-]*$/ }, maximumItems: 1 },
    chainName: { pattern: NAME_PATTERN },
    snapshotType: { default: "STANDARD" },
    guestFlush: { inputOnly: true },
    // A hint for the placement and no property of the snapshot: nothing in the specification says that it comes back.
    locationHint: { inputOnly: true },
    // In the description, and not in the specification.
    params: leftOut,
    region: leftOut,
    snapshotGroupId: leftOut,
    snapshotGroupName: leftOut,
  }),
  quota: { name: "snapshots", metricName: "compute.googleapis.com/snapshots", limitName: "SNAPSHOTS-per-project" },
  complete: (object) => ({ status: "READY", snapshotType: "STANDARD", ...object }),
  insert: {
    // No source shows that field in an answer.
    complete: (body, { call }) =>
      mergeObject(completeFromSource(call, body), { sourceDiskForRecoveryCheckpoint: null }),
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
    operationTarget,
  },
  delete: { leaving: { status: "DELETING" } },
});

/** The operation works on the source disk: for an instant snapshot the disk that it was taken of, when it is known. */
function operationTarget(
  snapshot: Resource,
  { sourceDiskForRecoveryCheckpoint: checkpointDisk }: JsonObject,
  { endpoint }: Call,
): Partial<Pick<Change, "targetLink" | "targetId" | "scope">> {
  const { sourceDisk, sourceInstantSnapshot, sourceInstantSnapshotId } = snapshot;
  const disk = sourceDisk ?? checkpointDisk;
  if (typeof disk !== "string")
    return { targetLink: toText(sourceInstantSnapshot), targetId: toText(sourceInstantSnapshotId) };
  const target = { targetLink: disk, targetId: toText(snapshot.sourceDiskId) };
  // A method of the disk has its operation where the disk is.
  return endpoint.operationType === CREATE_SNAPSHOT ? { ...target, scope: operationScope(stripRoot(disk)) } : target;
}

const CREATE_SNAPSHOT = "createSnapshot";

/** `disks.createSnapshot` of zonal or regional disks: the same snapshot as that of `snapshots.insert`. */
export function createSnapshotEndpoint(diskPath: string, query: QueryFields): Endpoint {
  return {
    method: "POST",
    path: `/compute/v1/${diskPath}/createSnapshot`,
    query: { ...mutationQuery, ...query },
    body: snapshots.fields,
    operationType: CREATE_SNAPSHOT,
    permissions: ["compute.disks.createSnapshot", "compute.snapshots.create"],
    handle: createSnapshot,
  };
}

function createSnapshot(call: Call): ReturnType<Endpoint["handle"]> {
  const { project = "", disk = "" } = call.parameters;
  const { parent } = splitPath(call.path);
  const named = call.world.canonicalPath(parent);
  const { sourceDisk = null } = call.body;
  if (named === undefined || call.world.find(named) === undefined) throw notFound(parent);
  const isNamed = typeof sourceDisk === "string" || sourceDisk === null;
  if (typeof sourceDisk === "string" && resolveLink(sourceDisk, new PathTemplate(named), project) === undefined)
    throw invalidField("resource.sourceDisk", sourceDisk, `The source must be ${disk}, the disk of this method.`);
  const insert = snapshots.endpoints?.find(({ operationType }) => operationType === "insert");
  if (insert === undefined) throw new Error("Snapshots have no insert.");
  // The check of the body refuses what is no text.
  const body = { ...call.body, sourceDisk: isNamed ? fullUrl(named) : sourceDisk };
  return insert.handle({ ...call, parameters: { project }, body });
}
