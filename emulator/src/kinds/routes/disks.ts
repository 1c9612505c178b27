import type { ObjectChange } from "../collection";
import { mutationQuery } from "../endpoint";
import { officialOwnFields } from "../generic/officialFields";
import type { Resource } from "../../basics/json";
import { fullUrl, operationScope, stripRoot } from "../../basics/links";
import type { CollectionDescription } from "../objects/description";
import { projectCollection } from "../objects/projectCollection";
import { createSnapshotEndpoint, DISKS, INSTANT_SNAPSHOT } from "./snapshots";

/** A snapshot copies from its source as at the service; a disk's copy of its own source is not modelled. */
const common: Omit<CollectionDescription, "scope"> = {
  collection: "disks",
  kind: "compute#disk",
  fields: officialOwnFields("Disk", {
    sourceDisk: { reference: { to: DISKS, mustExist: true } },
    sourceImage: { isLink: true },
    sourceInstantSnapshot: {
      reference: {
        to: [INSTANT_SNAPSHOT, "projects/{project}/regions/{region}/instantSnapshots/{instantSnapshot}"],
        mustExist: true,
      },
    },
    resourcePolicies: { items: { type: "string", isLink: true } },
  }),
  hasLabels: true,
  routes: { insert: { query: { ...mutationQuery, sourceImage: "string" } } },
  // Disks also come with instances, which make none here.
  isInsertedOnly: false,
  complete,
};

function complete(object: Resource, { path }: ObjectChange): Resource {
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

/** Instant snapshots are put from outside, and looked at. */
export const instantSnapshots = projectCollection({
  collection: "instantSnapshots",
  scope: "zone",
  kind: "compute#instantSnapshot",
  hasLabels: true,
  methods: ["list", "get"],
  fields: officialOwnFields("InstantSnapshot"),
  complete: completeInstantSnapshot,
});

function completeInstantSnapshot(object: Resource, { world }: ObjectChange): Resource {
  const disk = typeof object.sourceDisk === "string" ? world.find(stripRoot(object.sourceDisk)) : undefined;
  return {
    status: "READY",
    architecture: "X86_64",
    diskSizeGb: disk?.sizeGb ?? "10",
    ...(disk === undefined ? {} : { sourceDiskId: disk.id }),
    ...object,
  };
}
