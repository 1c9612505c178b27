import { createHash } from "node:crypto";
import { ApiError, invalid, invalidField } from "../../basics/errors";
import { isJsonObject, type JsonObject } from "../../basics/json";
import { output, type ObjectField, type FieldContext } from "../../basics/schema";

const RAW_KEY_BYTES = 32;
const WRAPPED_KEY_BYTES = 256;
const KMS_KEY =
  /^projects\/[a-z0-9.:-]+\/locations\/[a-z0-9-]+\/keyRings\/[\w-]{1,63}\/cryptoKeys\/[\w-]{1,63}(\/cryptoKeyVersions\/[1-9][0-9]*)?$/;

/**
 * A key that encrypts an object. The two secret members are checked where the body is, and never stored, answered or
 * named in a message.
 */
export const customerKeyField: ObjectField = {
  type: "object",
  fields: {
    rawKey: { type: "string", inputOnly: true, canonical: checkBase64(RAW_KEY_BYTES) },
    rsaEncryptedKey: { type: "string", inputOnly: true, canonical: checkBase64(WRAPPED_KEY_BYTES) },
    kmsKeyName: { type: "string", canonical: canonicalKmsKey },
    kmsKeyServiceAccount: { type: "string" },
    sha256: output({ type: "string" }),
  },
  toStored: toStoredKey,
};

function checkBase64(bytes: number): (value: string, context: FieldContext) => string {
  return (value, { field }) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0 || decode(value).length !== bytes)
      throw invalid(`Invalid value for field '${field}'. It has to be ${String(bytes)} bytes in RFC 4648 base64.`);
    return value;
  };
}

function decode(value: string): Buffer {
  return Buffer.from(value, "base64");
}

/** The service answers with the version of the key that it used. */
function canonicalKmsKey(value: string, { field }: FieldContext): string {
  const match = KMS_KEY.exec(value);
  if (match === null)
    throw invalidField(field, value, "It has to be projects/<p>/locations/<l>/keyRings/<r>/cryptoKeys/<k>.");
  return match[1] === undefined ? `${value}/cryptoKeyVersions/1` : value;
}

/** The stored form of a key: its digest. A KMS key has none. */
function toStoredKey(key: JsonObject, field: string): JsonObject {
  const kinds = kindsIn(key);
  if (kinds.length > 1) throw notOne(field, kinds);
  const digest = keyDigest(key);
  return digest === undefined ? {} : { sha256: digest };
}

/** Throws unless a key that came with a request, if one did, is of exactly one kind. */
export function checkOneKind(sent: unknown, field: string): void {
  const kinds = isJsonObject(sent) ? kindsIn(sent) : undefined;
  if (kinds !== undefined && kinds.length !== 1) throw notOne(field, kinds);
}

const KINDS = ["rawKey", "rsaEncryptedKey", "kmsKeyName"] as const;

function kindsIn(key: JsonObject): string[] {
  return KINDS.filter((kind) => typeof key[kind] === "string" && key[kind] !== "");
}

function notOne(field: string, kinds: readonly string[]): ApiError {
  return invalid(
    `Invalid value for field '${field}'. Exactly one of ${KINDS.join(", ")} has to be given, not ${kinds.join(" and ") || "none"}.`,
  );
}

/**
 * The digest of a key that a customer supplied, undefined for a KMS key. A wrapped key is not unwrapped here, as that
 * takes the service's private key: its digest is that of the wrapped bytes, as stable and as telling as the real one.
 */
function keyDigest({ rawKey, rsaEncryptedKey }: JsonObject): string | undefined {
  const secret = [rawKey, rsaEncryptedKey].find((key) => typeof key === "string" && key !== "");
  return typeof secret === "string" ? createHash("sha256").update(decode(secret)).digest("base64") : undefined;
}

/** Throws unless the key that came with a request opens what it is for. */
export function checkKey(object: { readonly path: string; readonly key: unknown }, sent: unknown, field: string): void {
  const digest = isJsonObject(sent) ? keyDigest(sent) : undefined;
  const expected = isJsonObject(object.key) ? object.key.sha256 : undefined;
  if (expected === undefined) {
    if (digest !== undefined) {
      throw invalid(
        `Invalid value for field '${field}'. '${object.path}' is not protected with a customer supplied key.`,
      );
    }
    return;
  }
  if (digest === undefined) {
    throw new ApiError(
      400,
      "resourceIsEncryptedWithCustomerEncryptionKey",
      `'${object.path}' is protected with a customer supplied encryption key, but none was provided.`,
    );
  }
  if (digest !== expected)
    throw invalid(`Invalid value for field '${field}'. It is not the key that '${object.path}' is protected with.`);
}
