import { expect, it } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { mutate } from "../../../provider/src/lifecycle/changes/mutate";
import { jobFor } from "../../support/testJob";

/** A service whose time is that, and which the first answer tells; this machine's clock is an hour ahead. */
function makeClient(serviceSeconds: number, answers: boolean) {
  let knowsServiceTime = false;
  const client = {
    get serviceNowMs() {
      return (serviceSeconds + (knowsServiceTime ? 0 : 3600)) * 1000;
    },
    get knowsServiceTime() {
      return knowsServiceTime;
    },
    isClosing: new AbortController().signal,
  } as ComputeClient;
  const send = (): Promise<never> => {
    knowsServiceTime = answers;
    return Promise.reject(new ComputeError({ action: "insert", summary: "the answer is lost", effect: "unknown" }));
  };
  return { client, send };
}

it.each([
  [
    "records when a request was sent first by the clock of the service, also where only a later answer tells it",
    true,
    7200,
  ],
  ["records no first time that only the clock of this machine tells", false, undefined],
])("%s", async (_does, answers, firstSentAt) => {
  const { client, send } = makeClient(7200, answers);
  const job = jobFor(10_000, { client });
  await expect(mutate(job, { action: "insert", project: "p", send, takesRequestId: false })).rejects.toThrow("lost");
  const [entry] = job.journal.entries;
  const recorded = entry !== undefined && "firstSentAt" in entry ? entry.firstSentAt : NaN;
  expect(recorded && Math.round(recorded)).toBe(firstSentAt);
});
