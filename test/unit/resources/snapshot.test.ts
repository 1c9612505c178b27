import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/check";
import { createBody, linkContextOf } from "../../../provider/src/lifecycle/fieldTable";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { snapshot as definition } from "../../../provider/src/resources/snapshot/definition";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/";
const diskPath = "projects/my-project/zones/us-central1-a/disks/d";
const rawKey = Buffer.alloc(32, 7).toString("base64");
const wrappedKey = Buffer.alloc(256, 7).toString("base64");
const kmsKeyName = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
const sha256 = createHash("sha256").update(Buffer.alloc(32, 7)).digest("base64");

const sourceless: Values = { name: "s" };
const plain: Values = { name: "s", sourceDisk: "d" };
const but = (changes: Values): Values => ({ ...plain, ...changes });
const from = (changes: Values): Values => ({ ...sourceless, ...changes });
const keyed = (key: unknown): Values => but({ snapshotEncryptionKey: key });

function checked(news: Values, configuration: Readonly<Record<string, string>> = testConfiguration) {
  return check(offlineResource(definition, configuration), {}, news);
}

const many = Object.fromEntries(Array.from({ length: 65 }, (_v, index) => [`k${String(index)}`, ""]));

/** Arguments, the property that the error names, and what its message says: the rule, and the way to mend it. */
const refused: [what: string, news: Values, property: string, ...fragments: string[]][] = [
  ["no source", sourceless, "sourceDisk", "needs a source", "sourceInstantSnapshot, sourceDiskForRecoveryCheckpoint"],
  ["two sources", but({ sourceInstantSnapshot: "i" }), "sourceInstantSnapshot", "exactly one source", "keep one"],
  [
    "a disk and a checkpoint",
    but({ sourceDiskForRecoveryCheckpoint: "d" }),
    "sourceDiskForRecoveryCheckpoint",
    "sourceDisk and sourceDiskForRecoveryCheckpoint are given",
  ],
  ["an empty disk", but({ sourceDisk: "" }), "sourceDisk", "a link to one of disks", "it is empty"],
  ["an image", but({ sourceDisk: "global/images/i" }), "sourceDisk", "zones/ZONE/disks/NAME", "something else"],
  ["a disk of another host", but({ sourceDisk: "https://example.com/d" }), "sourceDisk", "is not the service's"],
  ["a disk with a bad name", but({ sourceDisk: "zones/z/disks/D" }), "sourceDisk", "RFC 1035", "upper-case"],
  ["a list of disks", but({ sourceDisk: ["d"] }), "sourceDisk", "a list"],
  ["a disk as instant snapshot", from({ sourceInstantSnapshot: diskPath }), "sourceInstantSnapshot", "something else"],
  [
    "a checkpoint of a disk of a zone",
    from({ sourceDiskForRecoveryCheckpoint: diskPath }),
    "sourceDiskForRecoveryCheckpoint",
    "regions/REGION/disks/NAME",
    "something else, one of a zone",
  ],
  [
    "a global checkpoint",
    from({ sourceDiskForRecoveryCheckpoint: "global/disks/d" }),
    "sourceDiskForRecoveryCheckpoint",
  ],
  ["a bad zone", but({ zone: "zones/z" }), "zone", "the name of a zone, such as us-central1-a"],
  ["an empty name", but({ name: "" }), "name", "1 to 63 characters", "it is empty"],
  ["an upper-case name", but({ name: "Nightly" }), "name", "RFC 1035", "upper-case"],
  ["a name of 64 characters", but({ name: "a".repeat(64) }), "name", "1 to 63", "it has 64"],
  ["no name to adopt", but({ name: undefined, adoptExisting: true }), "name", "adoptExisting needs name"],
  ["a bad project", but({ project: "projects/p" }), "project", "id of a project"],
  ["a description that is not a text", but({ description: 1 }), "description", "a text", "it is 1"],
  ["a bad chain name", but({ chainName: "Chain" }), "chainName", "RFC 1035", "upper-case"],
  ["a chain name of 64 characters", but({ chainName: "c".repeat(64) }), "chainName", "it has 64"],
  ["a snapshot type in small letters", but({ snapshotType: "archive" }), "snapshotType", "in capitals", "ARCHIVE"],
  ["an empty snapshot type", but({ snapshotType: "" }), "snapshotType", "such as STANDARD or ARCHIVE"],
  ["a hint that is not a text", but({ locationHint: {} }), "locationHint", "a text", "an object"],
  ["a flush that is no truth value", but({ guestFlush: "yes" }), "guestFlush", "true or false"],
  ["a location in capitals", but({ storageLocations: ["EU"] }), "storageLocations[0]", "such as eu or europe-west1"],
  ["a location twice", but({ storageLocations: ["eu", "eu"] }), "storageLocations[1]", "give each once"],
  ["a location that is no list", but({ storageLocations: "eu" }), "storageLocations", "a list"],
  ["a label with an upper-case key", but({ labels: { Env: "x" } }), 'labels["Env"]', "1 to 63 lower-case", '"Env"'],
  ["a label key that begins with a digit", but({ labels: { "1a": "" } }), 'labels["1a"]', "beginning with a letter"],
  ["an empty label key", but({ labels: { "": "x" } }), 'labels[""]', "1 to 63"],
  ["a label key of 64 characters", but({ labels: { ["k".repeat(64)]: "" } }), `labels["${"k".repeat(64)}"]`, "1 to 63"],
  ["a label with an upper-case value", but({ labels: { a: "X" } }), 'labels["a"]', "at most 63 lower-case", '"X"'],
  ["a label value of 64 characters", but({ labels: { a: "v".repeat(64) } }), 'labels["a"]', "at most 63"],
  ["a label value that is not a text", but({ labels: { a: 1 } }), 'labels["a"]', "must be a text", "it is 1"],
  ["65 labels", but({ labels: many }), "labels", "at most 64", "there are 65"],
  ["labels that are no map", but({ labels: ["a"] }), "labels", "a map"],
  ["an empty key", keyed({}), "snapshotEncryptionKey", "give one of rawKey, rsaEncryptedKey, kmsKeyName"],
  ["only a service account", keyed({ kmsKeyServiceAccount: "s@x" }), "snapshotEncryptionKey", "needs a key"],
  ["two keys", keyed({ rawKey, rsaEncryptedKey: wrappedKey }), "snapshotEncryptionKey.rsaEncryptedKey", "keep one"],
  ["a raw and a KMS key", keyed({ rawKey, kmsKeyName }), "snapshotEncryptionKey.kmsKeyName", "rawKey and kmsKeyName"],
  [
    "a raw key of 31 bytes",
    keyed({ rawKey: Buffer.alloc(31, 7).toString("base64") }),
    "snapshotEncryptionKey.rawKey",
    "32 bytes",
    "it has 31",
  ],
  [
    "a raw key of 33 bytes",
    keyed({ rawKey: Buffer.alloc(33, 7).toString("base64") }),
    "snapshotEncryptionKey.rawKey",
    "it has 33",
  ],
  ["an empty raw key", keyed({ rawKey: "" }), "snapshotEncryptionKey.rawKey", "32 bytes", "it has 0"],
  ["a raw key in hexadecimal", keyed({ rawKey: `${"07".repeat(31)}0` }), "snapshotEncryptionKey.rawKey", "not base64"],
  [
    "a raw key without padding",
    keyed({ rawKey: rawKey.replace("=", "") }),
    "snapshotEncryptionKey.rawKey",
    "with padding",
  ],
  [
    "a raw key for URLs",
    keyed({ rawKey: `-_${rawKey.slice(2)}` }),
    "snapshotEncryptionKey.rawKey",
    "alphabet for URLs",
  ],
  ["a raw key that is not a text", keyed({ rawKey: 7 }), "snapshotEncryptionKey.rawKey", "it is not a text"],
  [
    "a wrapped key of 32 bytes",
    keyed({ rsaEncryptedKey: rawKey }),
    "snapshotEncryptionKey.rsaEncryptedKey",
    "256 bytes",
    "it has 32",
  ],
  ["a KMS key by its short name", keyed({ kmsKeyName: "k" }), "snapshotEncryptionKey.kmsKeyName", "cryptoKeys/KEY"],
  ["a key ring", keyed({ kmsKeyName: kmsKeyName.replace(/\/cryptoKeys.*/, "") }), "snapshotEncryptionKey.kmsKeyName"],
  [
    "a KMS key of version 0",
    keyed({ kmsKeyName: `${kmsKeyName}/cryptoKeyVersions/0` }),
    "snapshotEncryptionKey.kmsKeyName",
  ],
  [
    "another provider's word",
    keyed({ kmsKeySelfLink: kmsKeyName }),
    "snapshotEncryptionKey.kmsKeySelfLink",
    "Did you mean snapshotEncryptionKey.kmsKeyName?",
  ],
  ["a hash", keyed({ sha256 }), "snapshotEncryptionKey.sha256", "is not an argument"],
  ["a key that is no object", keyed(rawKey), "snapshotEncryptionKey", "an object with rawKey"],
  [
    "a key of an instant snapshot for a disk",
    but({ sourceInstantSnapshotEncryptionKey: { rawKey } }),
    "sourceInstantSnapshotEncryptionKey",
    "Give sourceDiskEncryptionKey instead",
  ],
  [
    "a key of a disk for an instant snapshot",
    from({ sourceInstantSnapshot: "i", sourceDiskEncryptionKey: { rawKey } }),
    "sourceDiskEncryptionKey",
    "Give sourceInstantSnapshotEncryptionKey instead",
  ],
  ["an output", but({ effectiveLabels: {} }), "effectiveLabels", "is not an argument"],
  ["a status", but({ status: "READY" }), "status", "is not an argument"],
  ["a misspelt argument", but({ storageLocation: "eu" }), "storageLocation", "Did you mean storageLocations?"],
  ["a KMS key in the wrong place", but({ kmsKeyName }), "kmsKeyName", "snapshotEncryptionKey: { kmsKeyName }"],
];

describe("a snapshot", () => {
  it.each(refused)("is refused before any call with %s", (_what, news, property, ...fragments) => {
    const { failures } = checked(news);
    // What is no list of locations is complained of once, and so is every other value.
    expect(failures.map((problem) => problem.property)).toEqual([property]);
    for (const fragment of fragments) expect(failures[0]?.reason).toContain(fragment);
    for (const secret of [rawKey, wrappedKey]) expect(JSON.stringify(failures)).not.toContain(secret.slice(4, 16));
  });

  it("never shows a key that is refused, not even in part", () => {
    for (const wrong of ["c2VjcmV0LWNhbmFyeQ==", "secret-canary", "secret canary!"]) {
      for (const key of [wrong, [wrong], { rawKey: wrong }, { rsaEncryptedKey: wrong }, { kmsKeyName: wrong }]) {
        const { failures } = checked(keyed(key));
        expect(failures).toHaveLength(1);
        expect(JSON.stringify(failures)).not.toMatch(/canary|c2Vj/);
      }
    }
  });

  it("needs a zone for a disk by its name, and says where it comes from", () => {
    // A region does not do: the same name would mean another disk.
    const { failures } = checked(plain, { "gcp:project": "my-project", "gcp:region": "us-central1" });
    expect(failures.map(({ property }) => property)).toEqual(["sourceDisk"]);
    expect(failures[0]?.reason).toContain("pulumi config set gcp:zone");
    expect(checked(but({ zone: "z" }), { "gcp:project": "my-project" }).failures).toEqual([]);
  });

  it.each(Object.keys(definition.fields).filter((name) => definition.fields[name]?.change !== "output"))(
    "takes a value of %s that is not known yet",
    (field) => {
      const { failures, inputs } = checked(but({ [field]: unknownValue }));
      expect(failures).toEqual([]);
      expect(inputs[field]).toBe(unknownValue);
    },
  );

  it("takes unknown parts of keys, labels and locations", () => {
    const { failures } = checked(
      but({
        labels: { a: unknownValue },
        storageLocations: [unknownValue],
        snapshotEncryptionKey: { rawKey: unknownValue, kmsKeyName },
        sourceDiskEncryptionKey: { kmsKeyName: `projects/${unknownValue}/k` },
      }),
    );
    expect(failures).toEqual([]);
  });

  it("sends every link and key in its canonical spelling, and the zone never", () => {
    const resource = offlineResource(definition);
    const { inputs } = check(
      resource,
      {},
      but({
        zone: "europe-west1-b",
        guestFlush: true,
        snapshotEncryptionKey: { kmsKeyName: `https://cloudkms.googleapis.com/v1/${kmsKeyName}` },
      }),
    );
    expect(createBody(definition, inputs, linkContextOf(definition, inputs, resource.links))).toEqual({
      name: "s",
      sourceDisk: `${root}projects/my-project/zones/europe-west1-b/disks/d`,
      guestFlush: true,
      snapshotEncryptionKey: { kmsKeyName },
    });
  });
});

describe("the labels of a snapshot", () => {
  const labelsUnder = (labels: Values | undefined, settings: Record<string, string>) =>
    checked(but({ labels }), { ...testConfiguration, ...settings });

  it.each([
    [{ a: "1" }, {}, { a: "1" }],
    [undefined, {}, undefined],
    [undefined, { "gcp:defaultLabels": '{"team":"net"}' }, { team: "net" }],
    [{ team: "mine" }, { "gcp:defaultLabels": '{"team":"net","env":"dev"}' }, { team: "mine", env: "dev" }],
    [{ a: "" }, { "gcp:addPulumiAttributionLabel": "true" }, { "goog-pulumi-provisioned": "true", a: "" }],
    [undefined, { "gcp:addPulumiAttributionLabel": "false" }, undefined],
  ])("%j under %j are %j", (labels, settings, expected) => {
    const { failures, inputs } = labelsUnder(labels, settings);
    expect(failures).toEqual([]);
    expect(inputs.labels).toEqual(expected);
  });

  it.each([
    ['{"Team":"net"}', 'gcp:defaultLabels cannot have the key "Team"'],
    ['{"team":"Net"}', 'gcp:defaultLabels["team"] must be'],
    ['["team"]', "gcp:defaultLabels must be a map"],
    ["team", "gcp:defaultLabels must be a map"],
  ])("are refused with gcp:defaultLabels %s, which the message names", (setting, message) => {
    const { failures } = labelsUnder({ a: "1" }, { "gcp:defaultLabels": setting });
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toContain(message);
  });

  it("are refused with every label of gcp:defaultLabels that is wrong", () => {
    const { failures } = labelsUnder({ a: "1" }, { "gcp:defaultLabels": '{"Team":"net","b c":"x","env":"Dev"}' });
    expect(failures.map(({ reason }) => /(?:the key|it is) ("[^"]*")/.exec(reason)?.[1])).toEqual([
      '"Team"',
      '"b c"',
      '"Dev"',
    ]);
  });

  it("may be of any script, and empty", () => {
    expect(checked(but({ labels: { größe: "", 環境: "本番", a_b: "1-2" } })).failures).toEqual([]);
  });
});

describe("an id of a snapshot", () => {
  const links = { project: "my-project", hosts: ["127.0.0.1:8080"] };
  const path = "projects/p/global/snapshots/s";

  it.each([
    [path, "p"],
    ["p/s", "p"],
    ["s", "my-project"],
    ["global/snapshots/s", "my-project"],
    [root + path, "p"],
    [`https://compute.googleapis.com/compute/v1/${path}`, "p"],
    [`http://127.0.0.1:8080/compute/v1/${path}`, "p"],
  ])("may be %s", (id, project) => {
    expect(definition.parseId(id, links)).toEqual({ project, name: "s" });
  });

  it.each(["", "S", "p/S", "projects/p/global/routes/s", "https://example.com/s", "a/b/c"])("is not %j", (id) => {
    expect(() => definition.parseId(id, links)).toThrow(
      /is not the id of a snapshot\. It must be PROJECT\/NAME, or a link to one of snapshots/,
    );
  });
});
