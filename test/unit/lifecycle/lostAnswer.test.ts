import { describe, expect, it } from "vitest";
import type { ComputeError } from "../../../provider/src/http/errors/computeError";
import { DeadlinePassedError } from "../../../provider/src/http/errors/deadlineError";
import type { Pending } from "../../../provider/src/lifecycle/pending";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const secondsNow = () => Math.floor(Date.now() / 1000);

/** What an earlier run has sent a minute ago, and saw no answer to. */
const earlier: Pending = {
  action: "insert",
  requestId: "11111111-1111-4111-8111-111111111111",
  sentAt: secondsNow() - 60,
};

/** Sends it again, and gives what stays recorded. */
async function sendsAgain(answer: Error): Promise<Pending | undefined> {
  const job = jobFor();
  job.repeats(earlier);
  const sent: string[] = [];
  const send = (requestId: string) => {
    sent.push(requestId);
    return Promise.reject(answer);
  };
  await expect(job.operate("insert", "p", send)).rejects.toBe(answer);
  expect(sent).toEqual([earlier.requestId]);
  return job.ledger.pending;
}

describe("a request of an earlier run that is sent again", () => {
  it.each<[what: string, answer: ComputeError]>([
    ["it is refused because another change is running", refusal(400, "resourceNotReady")],
    ["it is refused because it exists", refusal(409, "alreadyExists")],
    ["it is refused for want of a permission", refusal(403, "forbidden")],
    ["there is no time to send it", new DeadlinePassedError("insert", 1_000)],
    ["its answer is lost, too", refusal(503, "backendError")],
  ])("stays recorded as it was sent first if %s", async (_what, answer) => {
    expect(await sendsAgain(answer)).toEqual(earlier);
    expect(answer.effect).toBe("unknown");
  });

  it.each<[what: string, answer: ComputeError]>([
    ["for a bad value", refusal(400, "invalid")],
    ["because what it refers to is not there", refusal(404, "notFound")],
  ])("is forgotten if it is refused %s", async (_what, answer) => {
    expect(await sendsAgain(answer)).toBeUndefined();
    expect(answer.effect).toBe("none");
  });
});

describe("a request that is sent again after an hour", () => {
  it("and refused for a bad value stays recorded: the service takes its request id for a new one", async () => {
    const job = jobFor();
    const longAgo = { ...earlier, sentAt: secondsNow() - 3_600 };
    job.repeats(longAgo);
    const thrown = refusal(400, "invalid");
    await expect(job.operate("insert", "p", () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(job.ledger.pending).toEqual(longAgo);
    expect(thrown.effect).toBe("unknown");
  });
});

describe("a request after another one whose answer was lost", () => {
  it("leaves the lost one recorded if it is refused: both have request ids of their own", async () => {
    const job = jobFor();
    const [lost, refused] = [refusal(503, "backendError"), refusal(400, "invalid")];
    await expect(job.operate("insert", "p", () => Promise.reject(lost))).rejects.toBe(lost);
    const { pending } = job.ledger;
    await expect(job.operate("insert", "p", () => Promise.reject(refused))).rejects.toBe(refused);
    expect(job.ledger.pending).toEqual(pending);
    expect(refused.effect).toBe("unknown");
  });
});

describe("a change that is attempted several times", () => {
  it("has an unknown effect if the answer of the last attempt is lost, whatever error it ends with", async () => {
    const job = jobFor();
    const [busy, lost] = [refusal(400, "resourceNotReady"), refusal(503, "backendError")];
    const answers = [busy, lost];
    const send = () => Promise.reject(answers.shift() ?? new Error("too many"));
    const attempts = async (attempt: () => Promise<void>) => {
      await attempt()
        .catch(() => attempt())
        .catch(() => undefined);
      throw busy;
    };
    await expect(job.operate("insert", "p", send, { attempts })).rejects.toBe(busy);
    expect(busy.effect).toBe("unknown");
    expect(job.ledger.pending).toMatchObject({ action: "insert" });
  });
});

describe("a request that is sent for the first time", () => {
  it("and refused because another change is running leaves nothing recorded", async () => {
    const job = jobFor();
    const thrown = refusal(400, "resourceNotReady");
    await expect(job.operate("insert", "p", () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(job.ledger.pending).toBeUndefined();
    expect(thrown.effect).toBe("none");
  });
});
