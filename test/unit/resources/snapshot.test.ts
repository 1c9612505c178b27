import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { snapshot } from "../../../provider/src/resources/snapshot/definition";
import { describeTables } from "../../support/kindTables";
import { testConfiguration } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/";
const diskPath = "projects/my-project/zones/us-central1-a/disks/d";
const rawKey = Buffer.alloc(32, 7).toString("base64");
const kmsKeyName = "projects/p/locations/us/keyRings/r/cryptoKeys/k";

/** A snapshot as it is recorded after the service made it. */
const recorded: Values = {
  project: "my-project",
  name: "s",
  sourceDisk: root + diskPath,
  storageLocations: ["us"],
  snapshotType: "STANDARD",
  status: "READY",
  __filled: ["snapshotType", "storageLocations"],
};

const tables = describeTables(snapshot, { name: "s", sourceDisk: "d" }, recorded);
const { compared } = tables;

const from = (source: Values): Values => ({ sourceDisk: undefined, ...source });
const many = Object.fromEntries(Array.from({ length: 65 }, (_v, index) => [`k${String(index)}`, ""]));

describe("a snapshot", () => {
  tables.refuses([
    [from({}), "sourceDisk", "needs a source", "sourceInstantSnapshot, sourceDiskForRecoveryCheckpoint"],
    [{ sourceInstantSnapshot: "i" }, "sourceInstantSnapshot", "exactly one source", "keep one"],
    [{ sourceDisk: "global/images/i" }, "sourceDisk", "zones/ZONE/disks/NAME", "something else"],
    [from({ sourceDiskForRecoveryCheckpoint: diskPath }), "sourceDiskForRecoveryCheckpoint", "it is zonal"],
    [{ sourceDisk: "regions/us-east1/disks/d", zone: "us-central1-a" }, "zone", "sourceDisk is of the region us-east1"],
    [{ chainName: "Chain" }, "chainName", "RFC 1035", "upper-case"],
    [{ snapshotType: "archive" }, "snapshotType", "did you mean ARCHIVE?", "ARCHIVE"],
    [{ storageLocations: ["EU"] }, "storageLocations[0]", "such as eu or europe-west1"],
    [{ storageLocations: ["us", "eu"] }, "storageLocations", "has 2 locations", "Keep one of them"],
    [{ labels: { a: 1 } }, 'labels["a"]', "must be a text", "it is 1", 'Write it as a text: "1".'],
    [{ storageLocations: "eu" }, "storageLocations", "a list", 'Write: ["eu"]'],
    [{ labels: many }, "labels", "at most 64", "there are 65"],
    [
      { sourceInstantSnapshotEncryptionKey: { rawKey } },
      "sourceInstantSnapshotEncryptionKey",
      "sourceDiskEncryptionKey",
    ],
    [{ kmsKeyName }, "kmsKeyName", "snapshotEncryptionKey: { kmsKeyName }"],
  ]);

  tables.warns([
    [{ snapshotType: "STANDART" }, 'snapshotType is "STANDART"', "ARCHIVE, STANDARD. Did you mean STANDARD?"],
  ]);
  tables.accepts([
    { labels: { a: unknownValue }, storageLocations: [unknownValue] },
    { labels: { größe: "", 環境: "本番", a_b: "1-2" } },
  ]);

  tables.findsNoChange([
    { guestFlush: true, locationHint: "near", zone: "us-central1-a", labels: {} },
    { snapshotType: "STANDARD", storageLocations: ["us"] },
    { storageLocations: [] },
  ]);

  tables.findsChange([
    [{ labels: { a: "1" } }],
    [{ labels: { a: unknownValue } }],
    [{ deletionPolicy: "ABANDON" }],
    [{ name: "t" }, ["name"]],
    [{ description: "d" }, ["description"], "first"],
    [{ zone: "us-central1-b" }, ["sourceDisk"], "first"],
    [{ chainName: "c" }, ["chainName"], "first"],
    [{ snapshotType: "ARCHIVE" }, ["snapshotType"], "first"],
    [{ storageLocations: ["eu"] }, ["storageLocations"], "first"],
    [{ snapshotEncryptionKey: { kmsKeyName } }, ["snapshotEncryptionKey"], "first"],
    [from({ sourceInstantSnapshot: "i" }), ["sourceDisk", "sourceInstantSnapshot"], "first"],
  ]);

  it("that FAILED is deleted and made again, unless PREVENT keeps it", () => {
    const failed = { ...recorded, status: "FAILED" };
    expect(compared({}, failed)).toEqual({
      changes: true,
      replaces: ["status"],
      deleteBeforeReplace: true,
      messages: [
        'gce:Snapshot "s": its status is FAILED; it is replaced.',
        'gce:Snapshot "s": replacing it deletes the snapshot and its data before the new one exists, because its name is fixed. To make the new one first, leave out name, or change it as well.',
      ],
    });
    expect(compared({ deletionPolicy: "PREVENT" }, failed)).toMatchObject({ replaces: [] });
    expect(compared({ deletionPolicy: "PREVENT" }, { ...failed, deletionPolicy: "PREVENT" })).toEqual({
      changes: false,
      replaces: [],
      deleteBeforeReplace: false,
      messages: [
        'gce:Snapshot "s": its status is FAILED; it stays, because its deletionPolicy is PREVENT. To replace it, set deletionPolicy to "DELETE" (or "ABANDON"), and run `pulumi up` twice.',
      ],
    });
  });
});

describe("the labels of a snapshot", () => {
  const under = (settings: Record<string, string>) => ({ ...testConfiguration, ...settings });

  it("that come from the configuration are announced with the settings", () => {
    const settings = { "gcp:defaultLabels": '{"team":"net"}', "gcp:addPulumiAttributionLabel": "true" };
    expect(compared({ labels: { a: "1" } }, recorded, under(settings)).messages).toEqual([
      'gce:Snapshot "s": some of its labels come from other settings: goog-pulumi-provisioned from gcp:addPulumiAttributionLabel and team from gcp:defaultLabels',
    ]);
  });
});
