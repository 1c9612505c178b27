import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/steps/check";
import { diff } from "../../../provider/src/lifecycle/steps/diff";
import type { Values } from "../../../provider/src/fields/values";
import { snapshot as definition } from "../../../provider/src/resources/snapshot/definition";
import { describeTables } from "../../support/kindTables";
import { offlineResource } from "../../support/offlineResource";

const rawKey = Buffer.alloc(32, 7).toString("base64");
const wrappedKey = Buffer.alloc(256, 7).toString("base64");
const kmsKeyName = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
const sha256 = createHash("sha256").update(Buffer.alloc(32, 7)).digest("base64");

const plain: Values = { name: "s", sourceDisk: "d", zone: "us-central1-a" };
const but = (changes: Values): Values => ({ ...plain, ...changes });
const keyed = (key: unknown): Values => but({ snapshotEncryptionKey: key });

/** A snapshot as it is recorded after the service made it. */
const recorded: Values = {
  project: "my-project",
  name: "s",
  sourceDisk: "https://www.googleapis.com/compute/v1/projects/my-project/zones/us-central1-a/disks/d",
};

function difference(news: Values, outputs: Values) {
  const resource = offlineResource(definition);
  return diff(resource, outputs, check(resource, { name: "s" }, news).inputs);
}

const unchanged = { changes: false, replaces: [], deleteBeforeReplace: false };

describe("a key of a snapshot", () => {
  describeTables(definition, plain).refuses(
    (
      [
        [{}, "", "give one of rawKey, rsaEncryptedKey, kmsKeyName"],
        [rawKey, "", "an object with rawKey"],
        [{ kmsKeyServiceAccount: "s@x" }, "", "needs a key"],
        [{ rawKey, kmsKeyName }, ".kmsKeyName", "rawKey and kmsKeyName"],
        [{ rawKey: Buffer.alloc(31, 7).toString("base64") }, ".rawKey", "32 bytes", "it has 31"],
        [{ rawKey: `${"07".repeat(31)}0` }, ".rawKey", "not base64"],
        [{ rawKey: `-_${rawKey.slice(2)}` }, ".rawKey", "alphabet for URLs"],
        [{ rawKey: 7 }, ".rawKey", "it is not a text"],
        [{ rsaEncryptedKey: rawKey }, ".rsaEncryptedKey", "256 bytes", "it has 32"],
        [{ kmsKeyName: "k" }, ".kmsKeyName", "cryptoKeys/KEY"],
        [{ kmsKeyName: `${kmsKeyName}/cryptoKeyVersions/0` }, ".kmsKeyName"],
        [{ sha256 }, ".sha256", "is only a hash", "Give the key itself: rawKey, rsaEncryptedKey, kmsKeyName."],
      ] as const
    ).map(([key, member, ...fragments]) => [
      { snapshotEncryptionKey: key },
      `snapshotEncryptionKey${member}`,
      ...fragments,
    ]),
  );

  it("is never shown when it is refused, not even in part", () => {
    for (const wrong of ["c2VjcmV0LWNhbmFyeQ==", "secret-canary", "secret canary!"]) {
      const members = [wrong, [wrong], { fixed: wrong }].map((value) => ({ rawKey: value }));
      for (const key of [wrong, [wrong], ...members, { rsaEncryptedKey: wrong }, { kmsKeyName: wrong }]) {
        const { failures } = check(offlineResource(definition), {}, keyed(key));
        expect(failures).toHaveLength(1);
        expect(JSON.stringify(failures)).not.toMatch(/canary|c2Vj/);
      }
    }
  });

  /** The record of a key, from what was given or recorded before, and what the service answers. */
  const kept = (given: unknown, there: unknown, field = "snapshotEncryptionKey") =>
    definition.schema.outputs({ ...recorded, [field]: there }, { ...recorded, [field]: given });
  const differs = (key: unknown, there: unknown, before: unknown = key) =>
    difference(keyed(key), { ...recorded, ...kept(before, there) }).replaces.includes("snapshotEncryptionKey");

  const otherRaw = Buffer.alloc(32, 8).toString("base64");
  const otherWrapped = Buffer.alloc(256, 8).toString("base64");

  it("given raw is compared by the hash that the service shows", () => {
    expect(differs({ rawKey }, { sha256 })).toBe(false);
    expect(differs({ rawKey }, { sha256 }, undefined)).toBe(false);
    expect(differs({ rawKey: otherRaw }, { sha256 })).toBe(true);
    expect(differs({ rawKey }, { sha256: "other" })).toBe(true);
    expect(differs({ rawKey }, undefined)).toBe(true);
    expect(differs({ rawKey }, { kmsKeyName })).toBe(true);
  });

  it("given wrapped is compared with the recorded key, as long as the service shows the recorded hash", () => {
    const there = { sha256: "A" };
    const first = kept({ rsaEncryptedKey: wrappedKey }, there).snapshotEncryptionKey;
    expect(first).toEqual({ sha256: "A", rsaEncryptedKey: wrappedKey });
    expect(differs({ rsaEncryptedKey: wrappedKey }, there, first)).toBe(false);
    expect(differs({ rsaEncryptedKey: otherWrapped }, there, first)).toBe(true);
    expect(kept(first, { sha256: "B" }).snapshotEncryptionKey).toEqual({ sha256: "B" });
    expect(differs({ rsaEncryptedKey: wrappedKey }, { sha256: "B" }, first)).toBe(true);
    expect(differs({ rsaEncryptedKey: wrappedKey }, there, {})).toBe(true);
  });

  it.each([
    [kmsKeyName, `${kmsKeyName}/cryptoKeyVersions/1`, false],
    [`${kmsKeyName}/cryptoKeyVersions/1`, `${kmsKeyName}/cryptoKeyVersions/1`, false],
    [`${kmsKeyName}/cryptoKeyVersions/2`, `${kmsKeyName}/cryptoKeyVersions/1`, true],
    [`//cloudkms.googleapis.com/${kmsKeyName}`, `${kmsKeyName}/cryptoKeyVersions/7`, false],
    [`https://cloudkms.googleapis.com/v1/${kmsKeyName}`, kmsKeyName, false],
    [`${kmsKeyName}-2`, `${kmsKeyName}/cryptoKeyVersions/1`, true],
    [kmsKeyName.replace("projects/p", "projects/q"), kmsKeyName, true],
    // Keys and key rings may be digits, and are names all the same.
    [kmsKeyName.replace("Keys/k", "Keys/2024"), `${kmsKeyName}/cryptoKeyVersions/1`, true],
    [kmsKeyName.replace("Rings/r", "Rings/2024"), kmsKeyName, true],
  ])("%s beside %s differs: %s", (mine, theirs, expected) => {
    expect(differs({ kmsKeyName: mine }, { kmsKeyName: theirs })).toBe(expected);
  });

  it("of Cloud KMS has a service account that is compared as far as both sides name one", () => {
    const mine = { kmsKeyName, kmsKeyServiceAccount: "a@x" };
    expect(differs(mine, { kmsKeyName })).toBe(false);
    expect(differs({ kmsKeyName }, mine)).toBe(false);
    expect(differs(mine, { kmsKeyName, kmsKeyServiceAccount: "b@x" })).toBe(true);
    expect(differs({ ...mine, kmsKeyServiceAccount: "c@x" }, { kmsKeyName }, mine)).toBe(true);
  });

  it("of Cloud KMS that the program does not give is the service's own; a key of somebody's is a difference", () => {
    expect(difference(plain, { ...recorded, ...kept(undefined, { kmsKeyName }) })).toEqual(unchanged);
    expect(difference(plain, { ...recorded, ...kept(undefined, { sha256 }) }).replaces).toEqual([
      "snapshotEncryptionKey",
    ]);
  });

  it("for the source is compared as far as the service answers it", () => {
    const field = "sourceDiskEncryptionKey";
    const replaces = (key: Values, there: unknown, before: unknown = key) =>
      difference(but({ [field]: key }), { ...recorded, ...kept(before, there, field) }).replaces;
    expect(replaces({ rawKey }, { sha256 })).toEqual([]);
    expect(replaces({ rawKey }, undefined)).toEqual([]);
    expect(replaces({ rawKey: otherRaw }, undefined, { rawKey })).toEqual([field]);
    expect(replaces({ rawKey: otherRaw }, { sha256 }, { rawKey })).toEqual([field]);
    expect(difference(plain, { ...recorded, ...kept(undefined, { sha256 }, field) })).toEqual(unchanged);
  });
});
