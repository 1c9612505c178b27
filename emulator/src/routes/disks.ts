import { defineCollection, getObject, listObjects, type CollectionDefinition, type OutsideChange } from "../collection";
import { customerKeyField, withoutSecrets } from "../customerKeys";
import { listQuery, type Endpoint } from "../endpoint";
import { NAME_PATTERN } from "../identifiers";
import type { Resource } from "../json";
import { labelFingerprint, labelsField } from "../labels";
import { fullUrl, operationScope, splitPath } from "../links";
import { commonOutputFields, output, type Fields } from "../schema";

const text = { type: "string" } as const;
const texts = { type: "list", items: text } as const;

/** Disks are put from outside, and looked at: only what a snapshot takes from its source matters here. */
const fields: Fields = {
  ...commonOutputFields,
  name: { type: "string", required: true, pattern: NAME_PATTERN },
  description: text,
  sizeGb: { type: "int64" },
  type: text,
  status: output(text),
  zone: output(text),
  region: output(text),
  replicaZones: texts,
  users: output(texts),
  accessMode: text,
  architecture: text,
  options: text,
  locationHint: text,
  storagePool: text,
  resourcePolicies: texts,
  licenses: texts,
  licenseCodes: { type: "list", items: { type: "int64" } },
  guestOsFeatures: { type: "list", items: { type: "object", fields: { type: text } } },
  enableConfidentialCompute: { type: "boolean" },
  physicalBlockSizeBytes: { type: "int64" },
  provisionedIops: { type: "int64" },
  provisionedThroughput: { type: "int64" },
  labels: labelsField,
  labelFingerprint: { type: "bytes" },
  diskEncryptionKey: customerKeyField,
  sourceImage: text,
  sourceImageId: output(text),
  sourceImageEncryptionKey: customerKeyField,
  sourceSnapshot: text,
  sourceSnapshotId: output(text),
  sourceSnapshotEncryptionKey: customerKeyField,
  sourceInstantSnapshot: text,
  sourceInstantSnapshotId: output(text),
  sourceDisk: text,
  sourceDiskId: output(text),
  sourceStorageObject: text,
  sourceConsistencyGroupPolicy: output(text),
  sourceConsistencyGroupPolicyId: output(text),
  params: { type: "any" },
  resourceStatus: output({ type: "any" }),
  asyncPrimaryDisk: { type: "any" },
  asyncSecondaryDisks: output({ type: "any" }),
  satisfiesPzi: output({ type: "boolean" }),
  satisfiesPzs: output({ type: "boolean" }),
  lastAttachTimestamp: output({ type: "string", format: "timestamp" }),
  lastDetachTimestamp: output({ type: "string", format: "timestamp" }),
};

const common: Omit<CollectionDefinition, "path"> = {
  kind: "compute#disk",
  listKind: "compute#diskList",
  fields,
  complete,
};

function complete(object: Resource, { path }: OutsideChange): Resource {
  const scope = operationScope(path);
  const place = splitPath(splitPath(scope).parent).name === "zones" ? "zone" : "region";
  return withoutSecrets(
    {
      sizeGb: "10",
      status: "READY",
      type: fullUrl(`${scope}/diskTypes/pd-balanced`),
      architecture: "X86_64",
      physicalBlockSizeBytes: "4096",
      [place]: fullUrl(scope),
      ...object,
      labelFingerprint: labelFingerprint(object.labels),
    },
    "diskEncryptionKey",
  );
}

export const disks = defineCollection({ path: "projects/{project}/zones/{zone}/disks/{disk}", ...common });
export const regionDisks = defineCollection({ path: "projects/{project}/regions/{region}/disks/{disk}", ...common });

/** The methods of disks, zonal and regional. */
export const diskEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/zones/{zone}/disks",
    query: listQuery,
    permissions: ["compute.disks.list"],
    handle: (call) => listObjects(call, disks),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/zones/{zone}/disks/{disk}",
    permissions: ["compute.disks.get"],
    handle: (call) => getObject(call, disks),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/regions/{region}/disks",
    query: listQuery,
    permissions: ["compute.disks.list"],
    handle: (call) => listObjects(call, regionDisks),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/regions/{region}/disks/{disk}",
    permissions: ["compute.disks.get"],
    handle: (call) => getObject(call, regionDisks),
  },
];
