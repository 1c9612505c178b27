import type { OutsideChange } from "../collection";
import { officialOwnFields } from "../generic/officialFields";
import type { Resource } from "../json";
import { stripRoot } from "../links";
import { projectCollection } from "../objects/projectCollection";

/** Instant snapshots are put from outside, and looked at. */
export const instantSnapshots = projectCollection({
  collection: "instantSnapshots",
  scope: "zone",
  kind: "compute#instantSnapshot",
  hasLabels: true,
  methods: ["list", "get"],
  fields: officialOwnFields("InstantSnapshot"),
  complete,
});

function complete(object: Resource, { world }: OutsideChange): Resource {
  const disk = typeof object.sourceDisk === "string" ? world.find(stripRoot(object.sourceDisk)) : undefined;
  return {
    status: "READY",
    architecture: "X86_64",
    diskSizeGb: disk?.sizeGb ?? "10",
    ...(disk === undefined ? {} : { sourceDiskId: disk.id }),
    ...object,
  };
}
