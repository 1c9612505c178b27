import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { outputsOf } from "../../../provider/src/lifecycle/fieldTable";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { snapshot as definition } from "../../../provider/src/resources/snapshot/definition";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/";
const diskPath = "projects/my-project/zones/us-central1-a/disks/d";
const instantPath = "projects/my-project/zones/us-central1-a/instantSnapshots/i";
const kmsKeyName = "projects/p/locations/us/keyRings/r/cryptoKeys/k";

const sourceless: Values = { name: "s" };
const plain: Values = { name: "s", sourceDisk: "d" };
const but = (changes: Values): Values => ({ ...plain, ...changes });
const from = (changes: Values): Values => ({ ...sourceless, ...changes });

function checked(news: Values, configuration: Readonly<Record<string, string>> = testConfiguration) {
  return check(offlineResource(definition, configuration), {}, news);
}

/** A snapshot as it is recorded after the service made it. */
const recorded: Values = {
  project: "my-project",
  name: "s",
  sourceDisk: root + diskPath,
  storageLocations: ["us"],
  snapshotType: "STANDARD",
  status: "READY",
  storageBytes: "1048576",
  __filled: ["snapshotType", "storageLocations"],
};

function difference(news: Values, outputs: Values = recorded) {
  const resource = offlineResource(definition);
  return diff(resource, outputs, check(resource, { name: "s" }, news).inputs);
}

const unchanged = { changes: false, replaces: [], deleteBeforeReplace: false };

describe("no change of a snapshot", () => {
  it.each([
    "d",
    "zones/us-central1-a/disks/d",
    diskPath,
    `/${diskPath}`,
    root + diskPath,
    `https://compute.googleapis.com/compute/v1/${diskPath}`,
  ])("is another spelling of the disk: %s", (sourceDisk) => {
    expect(difference(but({ sourceDisk }))).toEqual(unchanged);
  });

  it.each([
    { guestFlush: true },
    { locationHint: "near" },
    { zone: "us-central1-a" },
    { labels: {} },
    { snapshotType: "STANDARD" },
    { storageLocations: ["us"] },
    { storageLocations: [] },
  ])("is %j", (changes) => {
    expect(difference(but(changes))).toEqual(unchanged);
  });

  it("is the place that the service has chosen for an empty list", () => {
    const inputs = checked(but({ storageLocations: [] })).inputs;
    const object = { name: "s", id: "1", sourceDisk: root + diskPath, storageLocations: ["eu"] };
    const outputs = outputsOf(definition, object, inputs);
    expect(outputs.__filled).toEqual(["storageLocations"]);
    expect(difference(but({ storageLocations: [] }), { ...outputs, project: "my-project" })).toEqual(unchanged);
    expect(difference(plain, { ...outputs, project: "my-project" })).toEqual(unchanged);
  });

  it("is the disk that the service shows for an instant snapshot", () => {
    const object = { name: "s", id: "1", sourceDisk: root + diskPath, sourceInstantSnapshot: root + instantPath };
    const inputs = checked(from({ sourceInstantSnapshot: "i" })).inputs;
    expect(difference(from({ sourceInstantSnapshot: "i" }), outputsOf(definition, object, inputs))).toEqual(unchanged);
  });
});

describe("a change of a snapshot", () => {
  it.each([
    [{ labels: { a: "1" } }, []],
    [{ labels: { a: unknownValue } }, []],
    [{ deletionPolicy: "ABANDON" }, []],
    [{ description: "d" }, ["description"]],
    [{ sourceDisk: "other" }, ["sourceDisk"]],
    [{ sourceDisk: "projects/p-2/zones/us-central1-a/disks/d" }, ["sourceDisk"]],
    [{ zone: "us-central1-b" }, ["sourceDisk"]],
    [{ chainName: "c" }, ["chainName"]],
    [{ snapshotType: "ARCHIVE" }, ["snapshotType"]],
    [{ storageLocations: ["eu"] }, ["storageLocations"]],
    [{ snapshotEncryptionKey: { kmsKeyName } }, ["snapshotEncryptionKey"]],
  ])("is %j, which replaces %j", (changes, replaces) => {
    expect(difference(but(changes))).toEqual({ changes: true, replaces, deleteBeforeReplace: replaces.length > 0 });
  });

  it("of labels because of the configuration names the settings", () => {
    const configuration = {
      "gcp:defaultLabels": '{"team":"net","env":"dev"}',
      "gcp:addPulumiAttributionLabel": "true",
    };
    const resource = offlineResource(definition, { ...testConfiguration, ...configuration });
    const { inputs } = check(resource, {}, but({ labels: { env: "prod", a: "1" } }));
    diff(resource, { ...recorded, labels: { env: "dev" } }, inputs);
    expect(resource.log.messages).toEqual([
      {
        severity: "info",
        message:
          'gce:Snapshot "s": some of its labels come from other settings: goog-pulumi-provisioned from gcp:addPulumiAttributionLabel and team from gcp:defaultLabels',
      },
    ]);
  });

  it("to another source replaces both", () => {
    const { replaces } = difference(from({ sourceInstantSnapshot: "i" }));
    expect(replaces).toEqual(["sourceDisk", "sourceInstantSnapshot"]);
  });

  it("of what the program gave and gives no longer replaces", () => {
    const given = { ...recorded, snapshotType: "ARCHIVE", __filled: ["storageLocations"] };
    expect(difference(plain, given).replaces).toEqual(["snapshotType"]);
  });

  it("of the name makes the new one first", () => {
    expect(difference(but({ name: "t" }))).toEqual({ changes: true, replaces: ["name"], deleteBeforeReplace: false });
  });

  it("is the status FAILED, which deletes it first, and says so", () => {
    const resource = offlineResource(definition);
    const { inputs } = check(resource, {}, plain);
    expect(diff(resource, { ...recorded, status: "FAILED" }, inputs)).toEqual({
      changes: true,
      replaces: ["status"],
      deleteBeforeReplace: true,
    });
    const said = resource.log.messages.map(({ message }) => message);
    expect(said).toContain('gce:Snapshot "s": its status is FAILED; it is replaced.');
    expect(said.join()).toContain("deletes the snapshot and its data before the new one exists");
  });

  it("is not the status FAILED under PREVENT, and the error shows the way out", () => {
    const resource = offlineResource(definition);
    const { inputs } = check(resource, {}, but({ deletionPolicy: "PREVENT" }));
    const outputs = { ...recorded, status: "FAILED", deletionPolicy: "PREVENT" };
    expect(diff(resource, outputs, inputs)).toEqual(unchanged);
    expect(resource.log.messages[0]?.message).toBe(
      'gce:Snapshot "s": its status is FAILED; it stays, because its deletionPolicy is PREVENT. To replace it, set deletionPolicy to "DELETE" (or "ABANDON"), and run `pulumi up` twice.',
    );
  });
});

it("changes nothing in place but labels", () => {
  const updated = Object.entries(definition.fields).filter(([, { change }]) => change === "update");
  expect(updated.map(([name]) => name)).toEqual(["labels"]);
});
