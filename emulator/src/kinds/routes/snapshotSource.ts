import { checkKey, checkOneKind } from "../generic/customerKeys";
import type { Call } from "../endpoint";
import { invalid, notFound } from "../../basics/errors";
import { isJsonObject, findOwn, toText, type JsonObject, type Resource } from "../../basics/json";
import { stripRoot } from "../../basics/links";
import type { World } from "../../world/world";

/** The sources of a snapshot, and the key and permission that each takes. */
const SOURCES = [
  { field: "sourceDisk", keyField: "sourceDiskEncryptionKey", permission: "compute.disks.createSnapshot" },
  {
    field: "sourceInstantSnapshot",
    keyField: "sourceInstantSnapshotEncryptionKey",
    permission: "compute.instantSnapshots.useReadOnly",
  },
  {
    field: "sourceDiskForRecoveryCheckpoint",
    keyField: "sourceDiskEncryptionKey",
    permission: "compute.disks.createSnapshot",
  },
] as const;

/** The keys that a snapshot can have. */
const KEY_FIELDS = ["snapshotEncryptionKey", "sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"] as const;

/** The disk that a snapshot shows, and everything that it takes over from it. */
function fromDisk(disk: Resource, path: string): JsonObject {
  const { id, sizeGb, licenses, licenseCodes, guestOsFeatures, architecture, enableConfidentialCompute } = disk;
  return withoutUndefined({
    sourceDiskId: id,
    diskSizeGb: sizeGb ?? "10",
    licenses,
    licenseCodes,
    guestOsFeatures,
    architecture,
    enableConfidentialCompute,
    storageLocations: [nearestLocation(path)],
  });
}

function findDisk(world: World, { sourceDisk }: Resource): Resource | undefined {
  return typeof sourceDisk === "string" ? world.find(stripRoot(sourceDisk)) : undefined;
}

function fromInstantSnapshot({ id, sourceDisk, sourceDiskId }: Resource): JsonObject {
  return withoutUndefined({ sourceInstantSnapshotId: id, sourceDisk, sourceDiskId });
}

function withoutUndefined(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Where a snapshot is kept when nobody says it: the multi-region around the disk, or else its region. */
function nearestLocation(diskPath: string): string {
  const [, , kind, place = ""] = diskPath.split("/");
  const region = kind === "zones" ? place.replace(/-[^-]+$/, "") : place;
  const continent = region.split("-")[0] ?? "";
  const multiRegions: Readonly<Record<string, string>> = { us: "us", europe: "eu", asia: "asia" };
  return findOwn(multiRegions, continent) ?? region;
}

/** The fields of a new snapshot: those of its valid body, and what follows from its source. */
export function completeFromSource(call: Call, body: JsonObject): JsonObject {
  const { world } = call;
  const sources = SOURCES.filter(({ field }) => body[field] !== undefined);
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    const fields = SOURCES.map(({ field }) => field).join(", ");
    const sent = sources.map(({ field }) => field).join(" and ") || "none";
    throw invalid(`Exactly one source has to be specified, one of ${fields}; the request has ${sent}.`);
  }
  const sourcePath = stripRoot(toText(body[source.field]));
  call.demand(source.permission, sourcePath);
  checkKeys(call, source.keyField);
  const origin = world.find(sourcePath);
  if (origin === undefined) throw notFound(sourcePath);
  const isInstant = source.field === "sourceInstantSnapshot";
  const disk = isInstant ? findDisk(world, origin) : origin;
  checkKey(
    { path: sourcePath, key: disk?.diskEncryptionKey },
    call.body[source.keyField],
    `resource.${source.keyField}`,
  );
  return {
    // An instant snapshot that was put without a disk still has a size and an architecture of its own.
    ...fromDisk(disk ?? { sizeGb: origin.diskSizeGb, architecture: origin.architecture }, sourcePath),
    ...(isInstant ? fromInstantSnapshot(origin) : {}),
    ...body,
  };
}

/** A key for something that is not part of the request is a mistake. */
function checkKeys(call: Call, sourceKeyField: string): void {
  for (const field of KEY_FIELDS) {
    const key = call.body[field];
    checkOneKind(key, `resource.${field}`);
    if (isJsonObject(key) && field !== "snapshotEncryptionKey" && field !== sourceKeyField)
      throw invalid(`Invalid value for field 'resource.${field}'. The request has no source for it.`);
  }
}
