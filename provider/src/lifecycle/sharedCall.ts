import type { CallContext } from "../http/client";
import type { Job } from "./job";

/** The context of a request that several jobs share: the time and the messages are those of the first. */
export function sharedCall(first: Job, jobs: () => readonly Job[]): CallContext {
  return { ...first.call, isShared: true, said: () => jobs().map(({ call }) => call.said?.()) };
}
