import { createHash } from "node:crypto";

/** Nobody's address. */
export function personNumber(count: number): string {
  return `person-${String(count)}@example.com`;
}

/** A UUID of the version that clients make. */
export function uuidNumber(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
}

/** A name of the form that the service gives. */
export function operationNumber(count: number): string {
  const number = String(count).padStart(13, "0");
  return `operation-1${number.slice(1)}-${number}-${number.slice(5)}-${number.slice(5)}`;
}

/** Of the range for documentation; beyond its end, of the one for measurements. */
export function addressNumber(count: number): string {
  return count < 255 ? `203.0.113.${String(count)}` : `198.18.${String(count >> 8)}.${String(count & 255)}`;
}

/** As many bytes in the same alphabet, and never so few that they could be used up. */
export function hashLike(text: string, count: number): string {
  const bytes = Math.max(3, Buffer.from(text, "base64").length);
  const digest = createHash("sha512")
    .update(`recorded ${String(count)}`)
    .digest();
  return Buffer.alloc(bytes, digest).toString("base64");
}

/** Addresses of private networks, of documentation and of links tell nobody's place. */
export function isPublic(address: string): boolean {
  return !/^(?:10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|198\.1[89]\.|2(?:2[4-9]|3\d|[45]\d)\.)/.test(
    address,
  );
}
