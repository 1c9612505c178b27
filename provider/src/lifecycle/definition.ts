import type { Identity, ResourceDescription } from "./description";
import { Schema } from "./schema";

/** A kind of resource: its description, and the schema that is compiled of it. */
export interface ResourceDefinition<I extends Identity = Identity> extends ResourceDescription<I> {
  readonly schema: Schema;
  readonly timeoutMs: number;
}

const defaultTimeoutMs = 20 * 60_000;

export function defineResource<I extends Identity>(description: ResourceDescription<I>): ResourceDefinition<I> {
  return { timeoutMs: defaultTimeoutMs, ...description, schema: new Schema(description) };
}
