import type { OutsideChange } from "../collection";
import { mutationQuery } from "../endpoint";
import { officialOwnFields } from "../generic/officialFields";
import type { Resource } from "../json";
import { fullUrl, operationScope } from "../links";
import type { CollectionDescription } from "../objects/description";
import { projectCollection } from "../objects/projectCollection";
import { createSnapshotEndpoint } from "./snapshots";

/** What a snapshot takes from its source is as the service has it; sources of the disk itself are not looked at. */
const common: Omit<CollectionDescription, "scope"> = {
  collection: "disks",
  kind: "compute#disk",
  fields: officialOwnFields("Disk"),
  hasLabels: true,
  routes: { insert: { query: { ...mutationQuery, sourceImage: "string" } } },
  // Most links to disks are to some that no test has put.
  isInsertedOnly: false,
  complete,
};

function complete(object: Resource, { path }: OutsideChange): Resource {
  return {
    sizeGb: "10",
    status: "READY",
    type: fullUrl(`${operationScope(path)}/diskTypes/pd-balanced`),
    architecture: "X86_64",
    physicalBlockSizeBytes: "4096",
    ...object,
  };
}

export const disks = projectCollection({
  ...common,
  scope: "zone",
  endpoints: [createSnapshotEndpoint("projects/{project}/zones/{zone}/disks/{disk}", { guestFlush: "boolean" })],
});
export const regionDisks = projectCollection({
  ...common,
  scope: "region",
  endpoints: [createSnapshotEndpoint("projects/{project}/regions/{region}/disks/{disk}", {})],
  methods: ["insert", "list", "get", "delete", "setLabels"],
});
