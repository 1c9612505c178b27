import { defineCollection, getObject, listObjects, type OutsideChange } from "../collection";
import { listQuery, type Endpoint } from "../endpoint";
import { NAME_PATTERN } from "../identifiers";
import type { Resource } from "../json";
import { labelFingerprint, labelsField } from "../labels";
import { fullUrl, operationScope, PathTemplate, resolveLink } from "../links";
import { commonOutputFields, output } from "../schema";

const text = { type: "string" } as const;

const diskTemplate = new PathTemplate("projects/{project}/zones/{zone}/disks/{disk}");

/** Instant snapshots are put from outside, and looked at. */
export const instantSnapshots = defineCollection({
  path: "projects/{project}/zones/{zone}/instantSnapshots/{instantSnapshot}",
  kind: "compute#instantSnapshot",
  listKind: "compute#instantSnapshotList",
  fields: {
    ...commonOutputFields,
    selfLinkWithId: output(text),
    name: { type: "string", required: true, pattern: NAME_PATTERN },
    description: text,
    status: output(text),
    zone: output(text),
    region: output(text),
    architecture: output(text),
    diskSizeGb: output({ type: "int64" }),
    labels: labelsField,
    labelFingerprint: { type: "bytes" },
    sourceDisk: text,
    sourceDiskId: output(text),
    sourceInstantSnapshotGroup: text,
    sourceInstantSnapshotGroupId: output(text),
    params: { type: "any" },
    resourceStatus: output({ type: "any" }),
    satisfiesPzi: output({ type: "boolean" }),
    satisfiesPzs: output({ type: "boolean" }),
  },
  complete,
});

function complete(object: Resource, { path, world }: OutsideChange): Resource {
  const scope = operationScope(path);
  const link = typeof object.sourceDisk === "string" ? object.sourceDisk : undefined;
  const source = link && resolveLink(link, diskTemplate, scope.split("/")[1]);
  const disk = source === undefined ? undefined : world.find(source);
  return {
    status: "READY",
    architecture: "X86_64",
    diskSizeGb: disk?.sizeGb ?? "10",
    zone: fullUrl(scope),
    ...(disk === undefined ? {} : { sourceDiskId: disk.id }),
    ...object,
    ...(source === undefined ? {} : { sourceDisk: fullUrl(source) }),
    labelFingerprint: labelFingerprint(object.labels),
  };
}

/** The methods of instant snapshots. */
export const instantSnapshotEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/zones/{zone}/instantSnapshots",
    query: listQuery,
    permissions: ["compute.instantSnapshots.list"],
    handle: (call) => listObjects(call, instantSnapshots),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/zones/{zone}/instantSnapshots/{instantSnapshot}",
    permissions: ["compute.instantSnapshots.get"],
    handle: (call) => getObject(call, instantSnapshots),
  },
];
