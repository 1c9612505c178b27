import type { Identity, ResourceDescription } from "./description";
import { Schema } from "./schema";

/** A kind of resource: its description, and the schema that is compiled of it. */
export interface ResourceDefinition<I extends Identity = Identity> extends ResourceDescription<I> {
  readonly schema: Schema;
  readonly timeoutMs: number;
  /** True if the resource creates and deletes the object; false if it sets parts or values of one that somebody else owns. */
  readonly ownsObject: boolean;
}

/** The deadline of a step of most kinds. */
export const defaultTimeoutMs = 20 * 60_000;

export function defineResource<I extends Identity>(description: ResourceDescription<I>): ResourceDefinition<I> {
  const ownsObject = description.list !== undefined;
  return { timeoutMs: defaultTimeoutMs, ...description, ownsObject, schema: new Schema(description) };
}
