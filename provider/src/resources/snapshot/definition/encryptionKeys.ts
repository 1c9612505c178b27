import { createHash } from "node:crypto";
import type { Field } from "../../../lifecycle/schema/field";
import { objectKind } from "../../../fields/collections";
import { replaceInvalid } from "../../../fields/invalidParts";
import { exactlyOne } from "../../../fields/exactlyOne";
import type { Kind, Problem } from "../../../fields/kind";
import { comparedByPath } from "../../../fields/links";
import { textKind } from "../../../fields/scalars";
import { scalarText } from "../../../types/scalarText";
import { isEmpty, isValues, pick, text, type Values } from "../../../fields/values";

/** The members that are secrets. Nothing here ever puts their values into a message. */
const secretMembers = ["rawKey", "rsaEncryptedKey"] as const;

/** Of a key exactly one of these is given. */
const forms = [...secretMembers, "kmsKeyName"] as const;

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** So many bytes in base64. What is wrong with one is said without showing it. */
function bytesKind(describe: string, bytes: number): Kind {
  const rule = `${describe}, ${String(bytes)} bytes in base64 (RFC 4648, with padding)`;
  return {
    describe: rule,
    form: "text",
    isHidden: true,
    same: (left, right) => decoded(left) === decoded(right),
    canonical: (value) => value,
    problems(value, property) {
      const found = bytesProblem(value, bytes);
      return found === undefined ? [] : [{ property, reason: `${property} must be ${rule}; ${found}.` }];
    },
  };
}

function bytesProblem(value: unknown, bytes: number): string | undefined {
  if (typeof value !== "string") return "it is not a text";
  if (/[-_]/.test(value)) return "it is in the alphabet for URLs, with - and _ in place of + and /";
  if (!base64.test(value)) return "it is not base64";
  const { length } = Buffer.from(value, "base64");
  return length === bytes ? undefined : `it has ${String(length)}`;
}

/** The bytes of a key in one spelling: the last character of base64 may have bits that mean nothing. */
function decoded(value: unknown): string | undefined {
  return typeof value === "string" ? Buffer.from(value, "base64").toString("base64") : undefined;
}

const kmsHost = /^(?:https?:)?\/\/cloudkms\.googleapis\.com\/(?:v1\/)?/;
const kmsKey =
  /^(projects\/[^/]+)(\/locations\/[a-z0-9-]+\/keyRings\/[\w-]{1,63}\/cryptoKeys\/[\w-]{1,63})(?:\/cryptoKeyVersions\/([1-9]\d*))?$/;

const kmsReference = comparedByPath((value) => {
  const [, project = "", key = ""] = (typeof value === "string" && kmsKey.exec(kmsPath(value))) || [];
  return key === "" ? undefined : project + key;
});

/** A key of Cloud KMS. The service shows the version that it used; a name without one is the same key. */
const kmsKeyKind: Kind = {
  ...kmsReference,
  describe: "a key of Cloud KMS",
  form: "text",
  problems(value, property) {
    if (typeof value === "string" && kmsKey.test(kmsPath(value))) return [];
    const rule = "projects/PROJECT/locations/LOCATION/keyRings/RING/cryptoKeys/KEY";
    // Not shown: it may be a raw key in the wrong place.
    return [{ property, reason: `${property} must be the name of a key of Cloud KMS, ${rule}.` }];
  },
  canonical: (value) => (typeof value === "string" ? kmsPath(value) : value),
  same(left, right, context) {
    const [mine, theirs] = [left, right].map((name) => kmsKey.exec(kmsPath(scalarText(name) ?? ""))?.[3]);
    const isVersion = mine === theirs || mine === undefined || theirs === undefined;
    return isVersion && kmsReference.same(left, right, context);
  },
};

function kmsPath(name: string): string {
  return name.replace(kmsHost, "").replace(/^\//, "");
}

const members: Readonly<Record<string, Kind>> = {
  rawKey: bytesKind("a 256-bit key", 32),
  rsaEncryptedKey: bytesKind("a 256-bit key wrapped with the service's 2048-bit RSA key", 256),
  kmsKeyName: kmsKeyKind,
  kmsKeyServiceAccount: textKind("the email of a service account"),
};

const hashKind = textKind("the SHA-256 of a key");

/** As the service shows it. */
const shownKind = objectKind({ ...members, sha256: hashKind });

const shapeKind = objectKind(members, { kmsKeySelfLink: "kmsKeyName", kmsKey: "kmsKeyName" });

/**
 * A key that encrypts an object (specification, "CustomerEncryptionKey"). The service shows of a raw or wrapped key
 * only the SHA-256 of what it unwrapped.
 */
const keyKind: Kind = {
  ...shapeKind,
  form: shownKind.form,
  atomic: true,
  // An output that is given back has the hash of its key beside it.
  normalize: (value) => withoutHash(shapeKind.normalize?.(value)),
  // Only the service gives the hash, and yet it tells one key from another.
  member: (key) => shownKind.member?.(key),
  problems(value, property, context) {
    // A value that is no object is not shown: it may be the key itself.
    if (!isValues(value)) return [{ property, reason: `${property} must be ${shapeKind.describe}.` }];
    if (value.sha256 !== undefined) {
      const hash = `${property}.sha256`;
      const reason = `${hash} is only a hash of the key, which the service shows in place of it. Give the key itself: ${forms.join(", ")}.`;
      return [{ property: hash, reason }];
    }
    const problems = shapeKind.problems(value, property, context);
    return [
      ...problems,
      ...formProblems(replaceInvalid({ [property]: value }, problems)[property] as Values, property),
    ];
  },
  same(left, right, context) {
    if (!isValues(left) || !isValues(right)) return false;
    const [mine, theirs] = [readDigest(left), readDigest(right)];
    if (mine !== undefined && theirs !== undefined) return mine === theirs;
    if (left.rsaEncryptedKey !== undefined || right.rsaEncryptedKey !== undefined)
      return decoded(left.rsaEncryptedKey) === decoded(right.rsaEncryptedKey);
    // A service account is used for the request; where either side says nothing of it, it is no difference.
    const [own, other] = [left.kmsKeyServiceAccount, right.kmsKeyServiceAccount];
    const sameAccount = isEmpty(own) || isEmpty(other) || own === other;
    return (
      sameAccount &&
      left.kmsKeyName !== undefined &&
      right.kmsKeyName !== undefined &&
      kmsKeyKind.same(left.kmsKeyName, right.kmsKeyName, context)
    );
  },
};

/** A key without its hash, which says nothing more; where there is no key, the hash stays to be refused. */
function withoutHash(key: unknown): unknown {
  if (!isValues(key) || forms.every((form) => key[form] === undefined)) return key;
  return Object.fromEntries(Object.entries(key).filter(([member]) => member !== "sha256"));
}

function formProblems(value: Values, property: string): Problem[] {
  return exactlyOne(value, forms, {
    needs: `${property} needs a key`,
    has: `${property} is exactly one key`,
    property,
    prefix: `${property}.`,
  });
}

/** The SHA-256 by which the service shows a key: what it answered, or that of a raw key. */
function readDigest(key: Values): string | undefined {
  const raw = text(key, "rawKey");
  return (
    text(key, "sha256") ??
    (raw === undefined ? undefined : createHash("sha256").update(Buffer.from(raw, "base64")).digest("base64"))
  );
}

/**
 * The members that the service shows of a key, with what was given: as long as the hash is the one that was remembered
 * with it, or the one of the raw key. A wrapped key has no hash of its own before the first answer.
 */
function mergeRecorded(declared: unknown, shown: unknown): unknown {
  if (!isValues(shown)) return shown;
  // An empty member says what an absent one says: that the key is of another form.
  const actual = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ""));
  if (!isValues(declared)) return actual;
  const digest = readDigest(declared);
  if (digest !== undefined && digest !== actual.sha256) return actual;
  const secrets = actual.sha256 === undefined ? {} : pick(declared, secretMembers);
  const account = actual.kmsKeyName === undefined ? {} : pick(declared, ["kmsKeyServiceAccount"]);
  return { ...account, ...actual, ...secrets };
}

const common = {
  kind: keyKind,
  change: "replace",
  secret: secretMembers.map((member) => [member]),
  isKey: true,
} as const;

/**
 * Only a key of Cloud KMS comes from the service alone, taken over from the disk or from the project's settings: a key
 * of somebody's own does not.
 */
const mayFill = (value: unknown) => isValues(value) && value.kmsKeyName !== undefined;

/** The key of the object itself. */
export const ownKeyField: Field = {
  ...common,
  serverDefaulted: mayFill,
  record: mergeRecorded,
  unprovable: (declared, actual) =>
    isValues(declared) && declared.rsaEncryptedKey !== undefined && isValues(actual) && actual.sha256 !== undefined
      ? "is a wrapped key, and the service shows only a hash of the unwrapped key, so nobody can tell whether the keys match"
      : undefined,
};

/** The key that opens the source: as far as the service answers nothing of it, what was given is what holds. */
export const sourceKeyField: Field = {
  ...common,
  serverDefaulted: true,
  record: (declared, actual) => (actual === undefined ? declared : mergeRecorded(declared, actual)),
};
