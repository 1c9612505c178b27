import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();

// Before the migration: a snapshot of the database's disk, kept in the United States and encrypted with our own key of Cloud KMS.
// Nothing can delete it by accident, not even `pulumi destroy`: set deletionPolicy to "DELETE" first.
const beforeMigration = new gce.Snapshot("before-migration", {
  description: "The database before the migration",
  sourceDisk: config.require("disk"),
  chainName: "migrations",
  storageLocations: [config.get("storageLocation") ?? "us"],
  snapshotEncryptionKey: { kmsKeyName: config.require("kmsKey") },
  labels: { purpose: "migration", step: config.get("step") ?? "planned" },
  deletionPolicy: config.getBoolean("disposable") ? "DELETE" : "PREVENT",
});

// A cheap copy for the long run. The disk has a key that was supplied, so it has to be supplied again to read the disk;
// keys are secrets in the state, whether the configuration says so or not.
const archive = new gce.Snapshot(
  "archive",
  {
    sourceDisk: config.require("archiveDisk"),
    sourceDiskEncryptionKey: { rawKey: config.requireSecret("archiveDiskKey") },
    snapshotType: "ARCHIVE",
    labels: { purpose: "archive" },
  },
  // Large disks take long; what is still running at the deadline is taken up by the next `pulumi up`.
  { customTimeouts: { create: "3h" } },
);

export const migrationSnapshot = beforeMigration.selfLink;
export const migrationBytes = beforeMigration.storageBytes;
export const archiveSnapshot = archive.selfLink;
export const archiveStatus = archive.status;
