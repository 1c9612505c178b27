import type { CallContext } from "../http/client";
import { rulesOfAll } from "../compute/retryRules";
import type { Job } from "./job";

/** The context of a request that several jobs share: it has the time of the first, and tells all of them. */
export function sharedCall(first: Job, jobs: readonly Job[]): CallContext {
  const calls = jobs.map(({ call }) => call);
  return {
    ...first.call,
    rules: rulesOfAll,
    said: () => calls.map(({ said }) => said?.()),
    onAnswer: (...answered) => {
      for (const { onAnswer } of calls) onAnswer?.(...answered);
    },
    onRetry: (...repeat) => {
      for (const { onRetry } of calls) onRetry?.(...repeat);
    },
  };
}
