import { describe, expect, it, vi } from "vitest";
import type { CallContext, ComputeClient } from "../../../provider/src/http/client";
import { DeadlinePassedError } from "../../../provider/src/http/errors/unsentError";
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

  it("have the time of the job that has the most", async () => {
    const allowed: number[] = [];
    const [hasty, patient] = [jobFor(50), jobFor()];
    const ends = await Promise.allSettled(
      [hasty, patient].map((job) =>
        sharedRead(job, "time", async ({ deadline }) => {
          allowed.push(deadline.allowedMs);
          if (deadline.passed) throw new DeadlinePassedError("get", deadline.allowedMs);
          await pause(100);
          return "there";
        }),
      ),
    );
    expect(ends).toMatchObject([
      { reason: { message: expect.stringContaining("deadline of 50ms") as string } },
      { value: "there" },
    ]);
    expect(allowed).toEqual([10_000, 50]);
  });

  it("tell all of them what the service answers and which request is repeated, and keep what each of them says", async () => {
    const jobs = ["a", "b"].map((said) => jobFor(10_000, { said: () => said }));
    const [onAnswer, onRetry] = [vi.fn(), vi.fn()];
    for (const { call } of jobs) Object.assign(call, { onAnswer, onRetry });
    const read = (call: CallContext) => {
      call.onAnswer?.(2);
      call.onRetry?.("trouble", 1, new DeadlinePassedError("get", 1));
      return Promise.resolve(call.said?.());
    };
    expect(await Promise.all(jobs.map((job) => sharedRead(job, "told", read)))).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    for (const told of [onAnswer, onRetry]) expect(told).toHaveBeenCalledTimes(2);
  });
});
