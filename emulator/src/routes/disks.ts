import type { OutsideChange } from "../collection";
import { mutationQuery } from "../endpoint";
import { customerKeyField, withoutSecrets } from "../customerKeys";
import type { Resource } from "../json";
import { fullUrl, operationScope } from "../links";
import type { CollectionDescription } from "../objects/description";
import { projectCollection } from "../objects/projectCollection";
import { output, type Fields } from "../schema";

const text = { type: "string" } as const;
const texts = { type: "list", items: text } as const;

/** What a snapshot takes from its source is as the service has it; sources of the disk itself are not looked at. */
const fields: Fields = {
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

const common: Omit<CollectionDescription, "scope"> = {
  collection: "disks",
  kind: "compute#disk",
  fields,
  hasLabels: true,
  routes: { insert: { query: { ...mutationQuery, sourceImage: "string" } } },
  // Most links to disks are to some that no test has put.
  isInsertedOnly: false,
  complete,
};

function complete(object: Resource, { path }: OutsideChange): Resource {
  return withoutSecrets(
    {
      sizeGb: "10",
      status: "READY",
      type: fullUrl(`${operationScope(path)}/diskTypes/pd-balanced`),
      architecture: "X86_64",
      physicalBlockSizeBytes: "4096",
      ...object,
    },
    "diskEncryptionKey",
  );
}

export const disks = projectCollection({ ...common, scope: "zone" });
export const regionDisks = projectCollection({
  ...common,
  scope: "region",
  methods: ["insert", "list", "get", "delete", "setLabels"],
});
