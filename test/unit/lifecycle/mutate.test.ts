import { expect, it } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { mutate } from "../../../provider/src/lifecycle/changes/mutate";
import { jobFor } from "../../support/testJob";

it("records when a request was sent by the clock of the service, which only a later answer tells", async () => {
  // Until then, this machine's clock says what time it is: it is an hour ahead.
  const client = { serviceNowMs: 3 * 3600_000, isClosing: new AbortController().signal };
  const send = (): Promise<never> => {
    client.serviceNowMs = 2 * 3600_000;
    return Promise.reject(new ComputeError({ action: "insert", summary: "the answer is lost", effect: "unknown" }));
  };
  const job = jobFor(10_000, { client: client as ComputeClient });
  await expect(mutate(job, { action: "insert", project: "p", send, takesRequestId: false })).rejects.toThrow("lost");
  const [{ sentAt = NaN } = {}] = job.journal.open;
  expect(Math.round(sentAt)).toBe(2 * 3600);
});
