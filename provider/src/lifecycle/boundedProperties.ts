import type { ResourceDefinition } from "./definition";
import type { Values } from "../fields/values";

/**
 * Longest properties that travel with a failure, in bytes of JSON: they go as a header of gRPC, and one that is too
 * large ends the connection, and with it everything that other resources have begun.
 */
const longestRecordedBytes = 1024 * 1024;

/** Properties that can be sent, and the names of those that were left out. */
export interface Bounded {
  readonly properties: Values;
  readonly leftOut: readonly string[];
}

/** Leaves out what is largest until the rest can be sent: first what only the service says, at last arguments. */
export function boundedProperties(definition: ResourceDefinition, properties: Values): Bounded {
  const sizes = Object.entries(properties).map(([name, value]) => ({ name, bytes: bytesOf(value) }));
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= longestRecordedBytes) return { properties, leftOut: [] };
  const isNeeded = (name: string) => name.startsWith("__") || definition.identity.members.includes(name);
  const isSaid = (name: string) => definition.schema.arguments.includes(name);
  const candidates = sizes
    .filter(({ name }) => !isNeeded(name))
    .sort((left, right) => Number(isSaid(left.name)) - Number(isSaid(right.name)) || right.bytes - left.bytes);
  const leftOut: string[] = [];
  for (const { name, bytes } of candidates) {
    if (total <= longestRecordedBytes) break;
    total -= bytes;
    leftOut.push(name);
  }
  const kept = Object.entries(properties).filter(([name]) => !leftOut.includes(name));
  return { properties: Object.fromEntries(kept), leftOut };
}

function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
