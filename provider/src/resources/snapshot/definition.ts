import {
  deleteSnapshot,
  getSnapshot,
  insertSnapshot,
  listSnapshots,
  setSnapshotLabels,
  type ApiSnapshot,
} from "../../compute/endpoints/snapshots";
import { parseLink } from "../../names/links";
import { isLocationName } from "../../names/names";
import type { Change, Identity, ResourceDefinition } from "../../lifecycle/definition";
import type { Field, FieldTable } from "../../lifecycle/field";
import type { Job } from "../../lifecycle/job";
import { isDeprecatedKey, ownKeyField, sourceKeyField } from "./definition/encryptionKeys";
import { setKind } from "../../fields/collections";
import type { Kind, Problem } from "../../fields/kind";
import { linkKind } from "../../fields/links";
import { booleanKind, locationKind, outputKind, projectKind, resourceNameKind, textKind } from "../../fields/scalars";
import { labelKeys, labelsField, mergedLabels, sameLabels } from "../labels";
import { readModifyWrite } from "../../lifecycle/readModifyWrite";
import { refuseAnother } from "../../lifecycle/sameObject";
import { ownOf } from "../../lifecycle/recorded";
import { isUnknown } from "../../fields/unknown";
import { text, type Values } from "../../fields/values";

const output: Field = { kind: outputKind, change: "output" };

/** Something of a zone or region. A bare name is one of a zone, also where only a region is configured. */
function sourceKind(collection: string): Kind {
  const anywhere = linkKind({ collection, scopes: ["zone", "region"] });
  const inZone = linkKind({ collection, scopes: ["zone"] });
  const isName = (value: unknown) => typeof value === "string" && !value.includes("/");
  return {
    ...anywhere,
    problems: (value, ...place) => (isName(value) ? inZone : anywhere).problems(value, ...place),
  };
}

const storageLocationKind = textKind("a storage location", (value) =>
  isLocationName(value) ? undefined : "a region or multi-region of Cloud Storage, such as eu or europe-west1",
);

/** The specification does not show the values. */
const snapshotTypeKind = textKind("a snapshot type", (value) =>
  /^[A-Z][A-Z0-9_]*$/.test(value) ? undefined : "a type of snapshot in capitals, such as STANDARD or ARCHIVE",
);

const checkpointDiskKind = linkKind({ collection: "disks", scopes: ["region"] });

const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  name: { kind: resourceNameKind, change: "replace", required: true },
  description: { kind: textKind(), change: "replace" },
  // The service shows the disk of an instant snapshot or checkpoint, too.
  sourceDisk: { kind: sourceKind("disks"), change: "replace", serverMayFill: true },
  sourceInstantSnapshot: { kind: sourceKind("instantSnapshots"), change: "replace" },
  sourceDiskForRecoveryCheckpoint: {
    kind: checkpointDiskKind,
    change: "replace",
    unprovable: (_given, _there, { sourceDisk }) =>
      sourceDisk === undefined
        ? "is not answered by the service, so that nobody can tell whether it is the same disk"
        : undefined,
  },
  zone: { kind: locationKind("zone"), change: "completes" },
  chainName: { kind: resourceNameKind, change: "replace" },
  locationHint: { kind: textKind(), change: "createOnly" },
  // It is left out of answers where it is the usual one.
  snapshotType: { kind: snapshotTypeKind, change: "replace", default: "STANDARD", serverMayFill: true },
  guestFlush: { kind: booleanKind, change: "createOnly" },
  labels: labelsField,
  storageLocations: { kind: setKind(storageLocationKind), change: "replace", serverMayFill: true },
  snapshotEncryptionKey: ownKeyField,
  sourceDiskEncryptionKey: sourceKeyField,
  sourceInstantSnapshotEncryptionKey: sourceKeyField,
  kind: output,
  numericId: { ...output, apiName: "id" },
  creationTimestamp: output,
  selfLink: output,
  status: output,
  effectiveLabels: { ...output, apiName: "labels" },
  labelFingerprint: output,
  snapshotEncryptionKeySha256: output,
  sourceDiskId: output,
  sourceInstantSnapshotId: output,
  diskSizeGb: output,
  storageBytes: output,
  storageBytesStatus: output,
  downloadBytes: output,
  creationSizeBytes: output,
  licenses: output,
  licenseCodes: output,
  guestOsFeatures: output,
  architecture: output,
  enableConfidentialCompute: output,
  autoCreated: output,
  sourceSnapshotSchedulePolicy: output,
  sourceSnapshotSchedulePolicyId: output,
  satisfiesPzs: output,
  satisfiesPzi: output,
};

const keys = ["snapshotEncryptionKey", "sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"] as const;
const sources = ["sourceDisk", "sourceInstantSnapshot", "sourceDiskForRecoveryCheckpoint"] as const;

const hour = 60 * 60_000;

/** A snapshot of a disk (specification, "Snapshot" and endpoint 11). */
export const snapshot: ResourceDefinition = {
  kind: "Snapshot",
  fields,
  argumentAliases: {
    disk: "sourceDisk",
    source: "sourceDisk",
    storageLocation: "storageLocations",
    type: "snapshotType",
    chain: "chainName",
    kmsKeyName: "snapshotEncryptionKey: { kmsKeyName }",
    rawKey: "snapshotEncryptionKey: { rawKey }",
  },
  timeouts: { create: hour, update: hour, delete: hour },
  adoptable: true,
  identity: ["project", "name"],
  path: snapshotPath,

  parseId(id, context) {
    const short = /^([^/]+)\/([^/]+)$/.exec(id);
    const link = short ? snapshotPath({ project: short[1] ?? "", name: short[2] ?? "" }) : id;
    const parsed = parseLink(link, { collection: "snapshots", scopes: ["global"] }, context);
    if ("problem" in parsed)
      throw new Error(
        `${JSON.stringify(id)} is not the id of a snapshot. It must be PROJECT/NAME, or ${parsed.problem}.`,
      );
    const [, project = "", , , name = ""] = parsed.path.split("/");
    return { project, name };
  },

  problems: (inputs) => [...exactlyOneSource(inputs), ...keysWithoutTheirSource(inputs)],

  async create(job, { identity: { project = "" }, body }) {
    await job.operate("insert", project, (requestId) => insertSnapshot(job.client, project, body, requestId, job.call));
  },

  async read(job, identity, { sourceDiskForRecoveryCheckpoint: given }) {
    const object = await readSnapshot(job, identity);
    const context = { ...job.links, project: identity.project };
    return {
      // No source shows that the service answers it: what the program gave is kept.
      sourceDiskForRecoveryCheckpoint: given === undefined ? undefined : checkpointDiskKind.canonical(given, context),
      ...object,
      snapshotEncryptionKeySha256: object.snapshotEncryptionKey?.sha256,
    };
  },

  async *list(job, project) {
    for await (const object of listSnapshots(job.client, project, job.call)) yield { ...object };
  },

  update: setLabels,

  async delete(job, { project = "", name = "" }) {
    await job.operate("delete", project, (requestId) => deleteSnapshot(job.client, project, name, requestId, job.call));
  },

  stage({ status }) {
    if (status === "CREATING" || status === "UPLOADING") return "making";
    return status === "DELETING" ? "leaving" : "complete";
  },

  unusable: ({ status }) => (status === "FAILED" ? { field: "status", reason: "its status is FAILED" } : undefined),

  // The target of the operation is the source, so that only the status tells.
  leftByFailure: ({ status }) => status === "FAILED",

  createNotices: (inputs) =>
    keys.some((key) => isDeprecatedKey(inputs[key]))
      ? [
          {
            severity: "warning",
            message:
              "the public reference marks rawKey and rsaEncryptedKey as deprecated. Use kmsKeyName, with a key of Cloud KMS, for new snapshots.",
            once: true,
          },
        ]
      : [],

  replacementWarning: (_olds, _news, deletedFirst) =>
    deletedFirst
      ? "replacing it deletes the snapshot, and what is in it, before the new one is made, because its name is fixed. Leave out name, or change it as well, to have the new one made first."
      : undefined,
};

function snapshotPath({ project = "", name = "" }: Identity): string {
  return `projects/${project}/global/snapshots/${name}`;
}

function readSnapshot(job: Job, { project = "", name = "" }: Identity): Promise<ApiSnapshot> {
  return getSnapshot(job.client, project, name, job.call);
}

type Labelled = Pick<ApiSnapshot, "labels" | "labelFingerprint">;

/** Labels are all that changes in place. Those that others added stay, also when they do so at the same time. */
async function setLabels(job: Job, { identity, values: { labels }, olds }: Change): Promise<void> {
  const { project = "", name = "" } = identity;
  const own = [...new Set([...labelKeys(labels), ...labelKeys(olds.labels), ...ownOf(olds)])];
  job.own = own;
  // What was read last is good enough to begin with: its fingerprint tells the service whether it still holds.
  let recorded: Labelled | undefined = recordedLabels(olds);
  await readModifyWrite<Labelled, unknown>(job, {
    action: "setLabels",
    key: snapshotPath(identity),
    async read() {
      const known = recorded;
      recorded = undefined;
      if (known !== undefined) return known;
      const there = await readSnapshot(job, identity);
      // Before anything is written: the labels of a snapshot that somebody made anew are none of ours.
      refuseAnother("update", { ...there }, olds);
      return there;
    },
    modify(there) {
      const merged = mergedLabels(there.labels, labels, own);
      return sameLabels(there.labels, merged) ? undefined : { ...there, labels: merged };
    },
    write: ({ labels: merged = {}, labelFingerprint }) =>
      job.operate(
        "setLabels",
        project,
        () => setSnapshotLabels(job.client, project, name, { labels: merged, labelFingerprint }, job.call),
        { repeatable: false },
      ),
  });
  job.own = [];
}

function recordedLabels({ effectiveLabels, labelFingerprint }: Values): Labelled | undefined {
  if (typeof labelFingerprint !== "string") return undefined;
  return { labels: (effectiveLabels ?? {}) as Record<string, string>, labelFingerprint };
}

function exactlyOneSource(inputs: Values): Problem[] {
  const given = sources.filter((name) => inputs[name] !== undefined);
  // One that is not known yet may turn out to be absent.
  const known = given.filter((name) => !isUnknown(inputs[name]));
  if (given.length > 0 && known.length <= 1) return [];
  const reason =
    given.length === 0
      ? `A snapshot needs a source: give one of ${sources.join(", ")}.`
      : `A snapshot has exactly one source, and ${known.join(" and ")} are given: keep one.`;
  return [{ property: known[1] ?? "sourceDisk", reason }];
}

/** A key for a source that the snapshot does not have. */
function keysWithoutTheirSource(inputs: Values): Problem[] {
  const isInstant = text(inputs, "sourceInstantSnapshot") !== undefined;
  const isDisk = sources.some((name) => name !== "sourceInstantSnapshot" && inputs[name] !== undefined);
  const [key, other] = isInstant
    ? (["sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"] as const)
    : (["sourceInstantSnapshotEncryptionKey", "sourceDiskEncryptionKey"] as const);
  // What is not known yet may turn out to be absent, as one of two kinds of source has to.
  if (inputs[key] === undefined || isUnknown(inputs[key]) || isInstant === isDisk) return [];
  const source = isInstant ? "sourceInstantSnapshot" : "a disk";
  return [{ property: key, reason: `${key} opens nothing here: the source is ${source}. Give ${other} instead.` }];
}
