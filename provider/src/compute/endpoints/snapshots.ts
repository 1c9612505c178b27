import type { CallContext, ComputeClient } from "../../http/client";
import type { Operation } from "./operations";
import { itemsOf } from "../paging";
import { path } from "../../names/path";

/** The key of an object as the API shows it (specification, "CustomerEncryptionKey"): never the key itself. */
export interface ApiEncryptionKey {
  kmsKeyName?: string;
  kmsKeyServiceAccount?: string;
  sha256?: string;
}

/** A snapshot as the API has it (specification, "Snapshot"). */
export interface ApiSnapshot {
  kind?: string;
  id?: string;
  creationTimestamp?: string;
  name: string;
  description?: string;
  status?: "CREATING" | "DELETING" | "FAILED" | "READY" | "UPLOADING" | (string & {});
  sourceDisk?: string;
  sourceDiskId?: string;
  diskSizeGb?: string;
  storageBytes?: string;
  storageBytesStatus?: string;
  licenses?: string[];
  licenseCodes?: string[];
  snapshotEncryptionKey?: ApiEncryptionKey;
  sourceDiskEncryptionKey?: ApiEncryptionKey;
  sourceInstantSnapshotEncryptionKey?: ApiEncryptionKey;
  selfLink?: string;
  labels?: Record<string, string>;
  labelFingerprint?: string;
  storageLocations?: string[];
  autoCreated?: boolean;
  guestOsFeatures?: { type?: string }[];
  downloadBytes?: string;
  chainName?: string;
  satisfiesPzs?: boolean;
  satisfiesPzi?: boolean;
  sourceSnapshotSchedulePolicy?: string;
  sourceSnapshotSchedulePolicyId?: string;
  sourceInstantSnapshot?: string;
  sourceInstantSnapshotId?: string;
  architecture?: string;
  snapshotType?: string;
  creationSizeBytes?: string;
  enableConfidentialCompute?: boolean;
  sourceDiskForRecoveryCheckpoint?: string;
}

/** Endpoint 11. */
export async function insertSnapshot(
  client: ComputeClient,
  project: string,
  body: Record<string, unknown>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `insert projects/${project}/global/snapshots/${String(body.name)}`,
      method: "POST",
      path: path`projects/${project}/global/snapshots`,
      query: { requestId },
      body,
      permissions: insertPermissions(body),
      project,
    },
    context,
  );
}

/** The specification shows none for the endpoint itself, only those of the fields. */
function insertPermissions(body: Record<string, unknown>): string[] {
  const disk = body.sourceDisk ?? body.sourceDiskForRecoveryCheckpoint;
  return [
    "compute.snapshots.create",
    ...(disk === undefined ? [] : ["compute.disks.createSnapshot"]),
    ...(body.sourceInstantSnapshot === undefined ? [] : ["compute.instantSnapshots.useReadOnly"]),
    ...(body.labels === undefined ? [] : ["compute.snapshots.setLabels"]),
  ];
}

export async function getSnapshot(
  client: ComputeClient,
  project: string,
  snapshot: string,
  context: CallContext,
): Promise<ApiSnapshot> {
  return client.request<ApiSnapshot>(
    {
      action: `get projects/${project}/global/snapshots/${snapshot}`,
      method: "GET",
      path: path`projects/${project}/global/snapshots/${snapshot}`,
      asked: { path: `projects/${project}/global/snapshots/${snapshot}` },
      permissions: ["compute.snapshots.get"],
      project,
    },
    context,
  );
}

export async function deleteSnapshot(
  client: ComputeClient,
  project: string,
  snapshot: string,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `delete projects/${project}/global/snapshots/${snapshot}`,
      method: "DELETE",
      path: path`projects/${project}/global/snapshots/${snapshot}`,
      query: { requestId },
      permissions: ["compute.snapshots.delete"],
      project,
    },
    context,
  );
}

/** Replaces all labels. Takes no request id: the fingerprint is what keeps it from acting twice. */
export async function setSnapshotLabels(
  client: ComputeClient,
  project: string,
  snapshot: string,
  body: { labels: Readonly<Record<string, string>>; labelFingerprint: string | undefined },
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `set the labels of projects/${project}/global/snapshots/${snapshot}`,
      method: "POST",
      path: path`projects/${project}/global/snapshots/${snapshot}/setLabels`,
      body,
      permissions: ["compute.snapshots.setLabels"],
      project,
    },
    context,
  );
}

/** All snapshots of a project, page by page. */
export function listSnapshots(
  client: ComputeClient,
  project: string,
  context: CallContext,
): AsyncGenerator<ApiSnapshot, void, undefined> {
  return itemsOf(
    client,
    {
      action: `list projects/${project}/global/snapshots`,
      method: "GET",
      path: path`projects/${project}/global/snapshots`,
      query: { maxResults: 500 },
      permissions: ["compute.snapshots.list"],
      project,
    },
    context,
  );
}
