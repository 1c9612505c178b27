import { randomUUID } from "node:crypto";

/** Name of nearly every object: RFC 1035, 1 to 63 characters. */
export const NAME_PATTERN = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** A name, or the numeric id that methods take in its place. */
export const NAME_OR_NUMBER = new RegExp(`${NAME_PATTERN.source}|^[1-9][0-9]{0,19}$`);

/** The name of a hierarchical firewall policy. Its short name belongs to its parent, and is no part of a path. */
const POLICY_NUMBER = /^[0-9]{0,20}$/;

/** The pattern that the public reference gives for `{project}`: an id, a domain-scoped id or a number. */
export const PROJECT_PATTERN =
  /^(?:(?:[-a-z0-9]{1,63}\.)*[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?:)?(?:[0-9]{1,19}|[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)$/;

/** The pattern of what a variable of a path stands for. */
export function patternForVariable(path: string, variable: string): RegExp {
  const name = path.startsWith("locations/global/firewallPolicies/") ? POLICY_NUMBER : NAME_OR_NUMBER;
  return variable === "project" ? PROJECT_PATTERN : name;
}

/** The owner of an object or an operation that belongs to no project. */
export const PARENT_PATTERN = /^(?:organizations|folders)\/[0-9]+$/;

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ZERO_UUID = "00000000-0000-0000-0000-000000000000";

/** True if a `requestId` may be used: a UUID, and not the all-zero one. */
export function isRequestId(value: string): boolean {
  return UUID_PATTERN.test(value) && value !== ZERO_UUID;
}

let lastId = 0n;

/**
 * A uint64 that no other object has, as a string. Ids grow, so the newer of two objects can be told even within one
 * millisecond, and they are beyond 2^53, so that a client which reads them as numbers is found out.
 */
export function nextNumericId(now: number): string {
  const fromClock = BigInt(Math.trunc(now)) * 1_000_000n;
  lastId = fromClock > lastId ? fromClock : lastId + 1n;
  return lastId.toString();
}

/** From now on ids are greater than one that an earlier emulator has given. */
export function reserveNumericId(id: unknown): void {
  const taken = typeof id === "string" && /^[0-9]{1,20}$/.test(id) ? BigInt(id) : 0n;
  // Somebody may have put an object with any id: one that no clock has given is no reason to jump.
  if (taken > lastId && taken < BigInt(Date.now()) * 2_000_000n) lastId = taken;
}

/** A name in the shape of the service's own: `operation-<ms>-<hex>-<hex>-<hex>`. */
export function nextOperationName(now: number): string {
  const hex = randomUUID().replaceAll("-", "");
  return `operation-${String(Math.trunc(now))}-${hex.slice(0, 13)}-${hex.slice(13, 21)}-${hex.slice(21, 29)}`;
}
