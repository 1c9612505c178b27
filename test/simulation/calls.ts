import { AsyncLocalStorage } from "node:async_hooks";
import type { Data } from "./service/objects";

/** A call of the engine to a provider, for as long as it lasts, and in every request that comes of it. */
export interface RunningCall {
  readonly urn: string;
  readonly method: string;
  readonly beganMs: number;
  /** The last observed state of each object. */
  readonly observed: Map<string, Data | undefined>;
  /** True once a read has shown it what was no longer so. */
  isMisled?: true;
}

/** The beginning of the URNs of another stack, which has the same program. */
export const otherStack = "urn:pulumi:other::";

export function isByOtherStack(call: RunningCall | undefined): boolean {
  return call?.urn.startsWith(otherStack) ?? false;
}

/** Which call a request or an operation comes from: several run at the same time, and may be about one object. */
export const currentCall = new AsyncLocalStorage<RunningCall>();
