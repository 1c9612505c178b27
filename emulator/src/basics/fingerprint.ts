import { createHash } from "node:crypto";
import { isJsonObject } from "./json";

/** Eight bytes in base64 that change with what they are made from, whatever the order of its members. */
export function fingerprint(...parts: readonly unknown[]): string {
  return createHash("sha256").update(stableText(parts)).digest().subarray(0, 8).toString("base64");
}

/** JSON with the members of objects in order. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isJsonObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}
