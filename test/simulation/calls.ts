import { AsyncLocalStorage } from "node:async_hooks";
import type { Data } from "./service/objects";

/** A call of the engine to a provider, for as long as it lasts, and in every request that comes of it. */
export interface RunningCall {
  readonly urn: string;
  readonly method: string;
  readonly beganMs: number;
  /** What it has seen last of each object. */
  readonly observed: Map<string, Data | undefined>;
}

/** Which call a request or an operation comes from: several run at the same time, and may be about one object. */
export const currentCall = new AsyncLocalStorage<RunningCall>();
