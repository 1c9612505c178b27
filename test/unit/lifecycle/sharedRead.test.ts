import { describe, expect, it } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { DeadlinePassedError } from "../../../provider/src/http/errors/deadlineError";
import type { Job } from "../../../provider/src/lifecycle/job";
import { sharedRead } from "../../../provider/src/lifecycle/sharedRead";
import { jobFor, noClient } from "../../support/testJob";

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("reads of one object", () => {
  it("are one request if several jobs ask together, and others of other objects", async () => {
    const sent: string[] = [];
    const ask = (key: string) => sharedRead(jobFor(), key, () => Promise.resolve(sent.push(key)));
    expect(await Promise.all(["one", "one", "other", "one"].map(ask))).toEqual([1, 1, 2, 1]);
    expect(sent).toEqual(["one", "other"]);
  });

  it("are one request for each client, because another one has other credentials", async () => {
    const jobs = [noClient, {} as ComputeClient].map((client) => jobFor(10_000, { client }));
    const seen = await Promise.all(jobs.map((job) => sharedRead(job, "client", () => Promise.resolve(job.client))));
    expect(seen.map((client) => client === noClient)).toEqual([true, false]);
  });

  it("show nothing older than the question", async () => {
    let there = "old";
    const ask = () =>
      sharedRead(jobFor(), "age", async () => {
        const answer = there;
        await pause(60);
        return answer;
      });
    const first = ask();
    await pause(40);
    there = "new";
    expect(await Promise.all([first, ask()])).toEqual(["old", "new"]);
  });

  it("share an error of the service", async () => {
    let sent = 0;
    const ask = () =>
      sharedRead(jobFor(), "error", () => {
        sent += 1;
        return Promise.reject(new Error("HTTP 403"));
      });
    const ends = await Promise.allSettled([ask(), ask()]);
    expect(ends.map((end) => end.status === "rejected" && String(end.reason))).toEqual(
      Array(2).fill("Error: HTTP 403"),
    );
    expect(sent).toBe(1);
  });

  it("do not end with the time of another", async () => {
    const read = (job: Job) => async () => {
      await job.deadline.sleep(100);
      if (job.deadline.passed) throw new DeadlinePassedError("get", job.deadline.allowedMs);
      return "there";
    };
    const [hasty, patient] = [jobFor(50), jobFor()];
    const ends = await Promise.allSettled([hasty, patient].map((job) => sharedRead(job, "time", read(job))));
    expect(ends).toMatchObject([
      { reason: { message: expect.stringContaining("deadline of 50ms") as string } },
      { value: "there" },
    ]);
  });
});
