import type { OutsideChange } from "../collection";
import { officialOwnFields } from "../generic/officialFields";
import type { Resource } from "../json";
import { fullUrl, PathTemplate, projectOf, resolveLink } from "../links";
import { projectCollection } from "../objects/projectCollection";

const diskTemplate = new PathTemplate("projects/{project}/zones/{zone}/disks/{disk}");

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

function complete(object: Resource, { path, world }: OutsideChange): Resource {
  const link = typeof object.sourceDisk === "string" ? object.sourceDisk : undefined;
  const source = link && resolveLink(link, diskTemplate, projectOf(path));
  const disk = source === undefined ? undefined : world.find(source);
  return {
    status: "READY",
    architecture: "X86_64",
    diskSizeGb: disk?.sizeGb ?? "10",
    ...(disk === undefined ? {} : { sourceDiskId: disk.id }),
    ...object,
    ...(source === undefined ? {} : { sourceDisk: fullUrl(source) }),
  };
}
