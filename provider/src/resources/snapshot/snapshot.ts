import * as pulumi from "@pulumi/pulumi";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import type { DeletionPolicy, Open } from "../../types/common";
import type { CustomerEncryptionKey as KeyOutput, GuestOsFeature } from "../../types/output";
import type { CustomerEncryptionKey } from "../../types/input";

const declaration: Declaration = {
  kind: "Snapshot",
  idForm: "projects/PROJECT/global/snapshots/NAME",
};

/**
 * A snapshot of a disk: a copy of the content of the disk at one moment. You can create disks from it later.
 *
 * The source is a disk, an instant snapshot, or the recovery checkpoint of a disk. The source can be in another
 * project. `pulumi up` waits until the service has finished the snapshot, and shows the progress. Labels change in
 * place. **A change of any other argument replaces the snapshot**, and the new snapshot has the content that the disk
 * has then. Pulumi creates the new snapshot first, unless both have the same name. A snapshot that ends with the
 * status `FAILED` is an error. The next `pulumi up` deletes it and creates it again.
 *
 * A snapshot outlives its source. If Pulumi replaces the disk under the same path, the snapshot stays. The preview does
 * not know the new path yet, so it shows a replacement, and says that there is none if the path stays the same.
 *
 * Id: `projects/PROJECT/global/snapshots/NAME`.
 *
 * Default deadline of each step: 60 minutes (custom timeouts set another).
 *
 * Permissions: `compute.snapshots.create`, `compute.snapshots.get`, `compute.snapshots.delete`,
 * `compute.globalOperations.get`, `compute.globalOperations.list`. With `labels`, also `compute.snapshots.setLabels`. On the disk
 * `compute.disks.createSnapshot`, or on the instant snapshot `compute.instantSnapshots.useReadOnly`.
 *
 * Source: specification, "Snapshot", "CustomerEncryptionKey" and endpoint 11; snapshots.get, snapshots.delete and
 * snapshots.setLabels of the public v1 reference.
 *
 * @example A snapshot of a disk
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const nightly = new gce.Snapshot("nightly", {
 *   sourceDisk: "database",
 *   zone: "us-central1-a",
 *   storageLocations: ["us"],
 *   labels: { purpose: "backup" },
 * });
 * export const size = nightly.storageBytes;
 * ```
 *
 * @example With a secret key and a disk of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const database = new pulumi.StackReference("acme/database/prod");
 * const encrypted = new gce.Snapshot("encrypted", {
 *   sourceDisk: database.requireOutput("diskLink"),
 *   sourceDiskEncryptionKey: { rawKey: new pulumi.Config().requireSecret("diskKey") },
 *   snapshotEncryptionKey: {
 *     kmsKeyName: "projects/my-project/locations/eu/keyRings/backup/cryptoKeys/snapshots",
 *   },
 * });
 * export const link = encrypted.selfLink;
 * ```
 *
 * @example Of a disk in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const copy = new gce.Snapshot("copy", {
 *   project: "backup-project",
 *   sourceDisk: "projects/my-project/zones/europe-west1-b/disks/database",
 *   deletionPolicy: "ABANDON",
 * });
 * export const copied = copy.selfLink;
 * ```
 */
export class Snapshot extends pulumi.CustomResource {
  /** Project of the snapshot. The source can be in another project. */
  declare readonly project: pulumi.Output<string>;
  /** Physical name of the snapshot. */
  declare readonly name: pulumi.Output<string>;
  /** Description of the snapshot. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** URL of the disk. The service also shows the disk of an instant snapshot. */
  declare readonly sourceDisk: pulumi.Output<string | undefined>;
  /** URL of the instant snapshot that is the source. */
  declare readonly sourceInstantSnapshot: pulumi.Output<string | undefined>;
  /** The disk whose recovery checkpoint is the source, as the program gave it. The service does not return it. */
  declare readonly sourceDiskForRecoveryCheckpoint: pulumi.Output<string | undefined>;
  /** Name of the chain. Absent if it is empty. */
  declare readonly chainName: pulumi.Output<string | undefined>;
  /** Type of the snapshot. */
  declare readonly snapshotType: pulumi.Output<Open<"ARCHIVE" | "STANDARD"> | undefined>;
  /** The labels of the program and of `gcp:defaultLabels`, as the service has them. */
  declare readonly labels: pulumi.Output<Record<string, string> | undefined>;
  /** Location where the service keeps the snapshot. */
  declare readonly storageLocations: pulumi.Output<string[] | undefined>;
  /** The key of the snapshot, with the members that the program gave. A secret. */
  declare readonly snapshotEncryptionKey: pulumi.Output<KeyOutput | undefined>;
  /** The key that opened the disk, with the members that the program gave. A secret. */
  declare readonly sourceDiskEncryptionKey: pulumi.Output<KeyOutput | undefined>;
  /** The key that opened the instant snapshot, with the members that the program gave. A secret. */
  declare readonly sourceInstantSnapshotEncryptionKey: pulumi.Output<KeyOutput | undefined>;
  /** Always `compute#snapshot`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the snapshot (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the snapshot, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the snapshot. The preview knows it. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Progress of the snapshot. */
  declare readonly status: pulumi.Output<Open<"CREATING" | "DELETING" | "FAILED" | "READY" | "UPLOADING">>;
  /**
   * All labels of the snapshot, including labels that somebody else has set. A secret, unless every label of the program is plain text.
   * A transform that adds a secret label also has to make this output a secret.
   */
  declare readonly effectiveLabels: pulumi.Output<Record<string, string> | undefined>;
  /** Fingerprint of all labels, in base64. It changes when the labels change. */
  declare readonly labelFingerprint: pulumi.Output<string | undefined>;
  /** SHA-256 of the snapshot's raw or wrapped key, in base64. It is no secret. */
  declare readonly snapshotEncryptionKeySha256: pulumi.Output<string | undefined>;
  /** The service's number for the disk. It distinguishes disks of the same name. */
  declare readonly sourceDiskId: pulumi.Output<string | undefined>;
  /** The service's number for the instant snapshot. */
  declare readonly sourceInstantSnapshotId: pulumi.Output<string | undefined>;
  /** Size of the disk in GB: an int64, which is a string here. */
  declare readonly diskSizeGb: pulumi.Output<string | undefined>;
  /**
   * Bytes that the snapshot takes: an int64, which is a string here. It changes when snapshots that share storage come
   * and go.
   */
  declare readonly storageBytes: pulumi.Output<string | undefined>;
  /** Says whether the service is updating `storageBytes`. */
  declare readonly storageBytesStatus: pulumi.Output<Open<"UPDATING" | "UP_TO_DATE"> | undefined>;
  /** Bytes that a restore reads: an int64, which is a string here. */
  declare readonly downloadBytes: pulumi.Output<string | undefined>;
  /** Bytes of the snapshot when it was made: an int64, which is a string here. */
  declare readonly creationSizeBytes: pulumi.Output<string | undefined>;
  /** Licenses of the disk. */
  declare readonly licenses: pulumi.Output<string[] | undefined>;
  /** Codes of the licenses: int64 numbers, which are strings here. */
  declare readonly licenseCodes: pulumi.Output<string[] | undefined>;
  /** Features of the guest operating system. */
  declare readonly guestOsFeatures: pulumi.Output<GuestOsFeature[] | undefined>;
  /** Architecture of the disk. */
  declare readonly architecture: pulumi.Output<Open<"ARM64" | "X86_64"> | undefined>;
  /** True if the disk is for confidential computing. */
  declare readonly enableConfidentialCompute: pulumi.Output<boolean | undefined>;
  /** True if a resource policy created the snapshot. */
  declare readonly autoCreated: pulumi.Output<boolean | undefined>;
  /** URL of the schedule policy that created the snapshot. */
  declare readonly sourceSnapshotSchedulePolicy: pulumi.Output<string | undefined>;
  /** The service's number for that policy. */
  declare readonly sourceSnapshotSchedulePolicyId: pulumi.Output<string | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzs: pulumi.Output<boolean | undefined>;
  /** Reserved by the service. */
  declare readonly satisfiesPzi: pulumi.Output<boolean | undefined>;

  /**
   * @param name logical name; the physical name comes from it if the arguments have no `name`
   * @param args what the snapshot is
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: SnapshotArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declarationFor(args), name, withSecretKeys(args), options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads an existing snapshot without managing it. Its `labels` are absent, since none are of this program; all are in
   * `effectiveLabels`.
   *
   * @param name logical name in this program
   * @param id `projects/PROJECT/global/snapshots/NAME`, `PROJECT/NAME`, the name alone (project from configuration), or
   * the snapshot's URL
   *
   * @example Read it by its id
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const existing = gce.Snapshot.get("existing", "projects/my-project/global/snapshots/nightly");
   * export const disk = existing.sourceDisk;
   * ```
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Snapshot {
    return read(name, id, options);
  }

  /** True if an object is a `Snapshot`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is Snapshot {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof Snapshot.get>) => new Snapshot(name, {}, toRead(id, options));

/** These outputs repeat the labels under another name: they are secrets where one of those may be one. */
function declarationFor({ labels }: SnapshotArgs): Declaration {
  const mayBeSecret = isLater(labels) || Object.values(labels ?? {}).some(isLater);
  return mayBeSecret ? { ...declaration, secretOutputs: ["effectiveLabels"] } : declaration;
}

/** True if a value comes later: nobody can tell yet whether it is a secret. */
function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** The same arguments, with raw and wrapped keys as secrets whether the program says so or not. */
function withSecretKeys(args: SnapshotArgs): SnapshotArgs {
  const keys = ["snapshotEncryptionKey", "sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"] as const;
  // A program in JavaScript may give null for none.
  const declaredKeys = keys.filter((key) => (args[key] ?? undefined) !== undefined);
  return { ...args, ...Object.fromEntries(declaredKeys.map((key) => [key, secretKey(args[key])])) };
}

function secretKey(key: SnapshotArgs["snapshotEncryptionKey"]): unknown {
  // Nothing can be told apart in it: all of it is a secret then.
  if (isLater(key)) return pulumi.secret(key);
  const parts = key as CustomerEncryptionKey;
  const secret = (["rawKey", "rsaEncryptedKey"] as const).filter((member) => parts[member] !== undefined);
  return { ...parts, ...Object.fromEntries(secret.map((member) => [member, pulumi.secret(parts[member])])) };
}

/**
 * Arguments of a `Snapshot`. Every link takes a name, a path, a full URL, or another resource's `id` or `selfLink`.
 * Give exactly one of `sourceDisk`, `sourceInstantSnapshot` and `sourceDiskForRecoveryCheckpoint`. A change of most
 * arguments replaces the snapshot.
 */
export interface SnapshotArgs {
  /** Project of the snapshot. Default: `gcp:project`. */
  project?: pulumi.Input<string | undefined>;
  /**
   * Physical name: 1 to 63 lower-case letters, digits and hyphens, beginning with a letter (RFC 1035). Default: the
   * logical name with a random suffix.
   */
  name?: pulumi.Input<string | undefined>;
  /** Description of the snapshot. */
  description?: pulumi.Input<string | undefined>;
  /**
   * The source is a disk of a zone or region, also of another project. The package completes a bare name with `zone`.
   * Permission: `compute.disks.createSnapshot` on the disk.
   */
  sourceDisk?: pulumi.Input<string | undefined>;
  /**
   * The source is an instant snapshot, also of another project. The package completes a bare name with `zone`.
   * Permission: `compute.instantSnapshots.useReadOnly` on the instant snapshot.
   */
  sourceInstantSnapshot?: pulumi.Input<string | undefined>;
  /**
   * The source is the recovery checkpoint of a disk of a region, also of another project. The package completes a bare
   * name with `gcp:region`.
   */
  sourceDiskForRecoveryCheckpoint?: pulumi.Input<string | undefined>;
  /** Zone of the source, if that is a bare name. The package does not send it by itself. Default: `gcp:zone`. */
  zone?: pulumi.Input<string | undefined>;
  /**
   * Name of a chain. The service keeps the chain apart from other snapshots of the disk. The name is 1 to 63 lower-case
   * letters, digits and hyphens, beginning with a letter (RFC 1035).
   */
  chainName?: pulumi.Input<string | undefined>;
  /** Opaque hint for the placement of the snapshot. Only the create call uses it. A change does nothing. */
  locationHint?: pulumi.Input<string | undefined>;
  /**
   * Type of the snapshot. Default: the service's, `STANDARD`.
   *
   * @values `ARCHIVE`: for long storage, which costs less, and a restore more. `STANDARD`: the usual one.
   */
  snapshotType?: pulumi.Input<Open<"ARCHIVE" | "STANDARD"> | undefined>;
  /**
   * Tries to make the snapshot consistent for applications, with the help of the guest. Only the create call uses it. A
   * change does nothing. Default: false.
   */
  guestFlush?: pulumi.Input<boolean | undefined>;
  /**
   * Labels, which **change in place**. The package adds the labels of `gcp:defaultLabels`. There can be 64 labels. A
   * key has 1 to 63 characters and begins with a letter. A value has at most 63 characters. Both consist of lower-case
   * letters, digits, underscores and hyphens. The resource does not change labels that others set. Permission:
   * `compute.snapshots.setLabels`.
   */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>;
  /**
   * Location of the snapshot: a region or multi-region of Cloud Storage. Default: the location nearest to the disk.
   * The service takes one.
   */
  storageLocations?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * A key of your own that encrypts the snapshot. You need it again whenever you use the snapshot. Default: a key of
   * the service, or the key of the disk in Cloud KMS. The output of another `Snapshot` can be given here. That of
   * a snapshot which the program reads by its id has only the hash of a raw or wrapped key, which is refused.
   */
  snapshotEncryptionKey?: pulumi.Input<CustomerEncryptionKey | undefined>;
  /**
   * The key of the disk. You need it if somebody supplied a key for the disk. To change the key of the disk without a
   * new snapshot, let Pulumi ignore changes of this argument.
   */
  sourceDiskEncryptionKey?: pulumi.Input<CustomerEncryptionKey | undefined>;
  /** The key of the instant snapshot. You need it if somebody supplied a key for its disk. */
  sourceInstantSnapshotEncryptionKey?: pulumi.Input<CustomerEncryptionKey | undefined>;
  /**
   * The effect of a delete on the snapshot: `DELETE` deletes it. `ABANDON` keeps it, and removes it from
   * the state. `PREVENT` makes the delete an error. Default: `gcp:deletionPolicy`, or `DELETE`. A change makes no
   * call.
   */
  deletionPolicy?: pulumi.Input<DeletionPolicy | undefined>;
  /**
   * Takes over a snapshot of that name, if it exists and is as the arguments describe it. Needs `name`. Destroy then
   * deletes it. It cannot take over a snapshot with a wrapped key, because nobody can tell whether the key is the same.
   * Default: false. A change makes no call.
   */
  adoptExisting?: pulumi.Input<boolean | undefined>;
}
