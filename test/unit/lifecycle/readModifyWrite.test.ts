import { describe, expect, it } from "vitest";
import { responseError } from "../../../provider/src/http/errors/responseError";
import type { Job } from "../../../provider/src/lifecycle/job";
import { readModifyWrite } from "../../../provider/src/lifecycle/readModifyWrite";
import { jobFor } from "../../support/testJob";

function refusal(status: number, effect: "none" | "unknown" = "none") {
  const body = JSON.stringify({ error: { code: status, message: "no", errors: [{ reason: "aborted" }] } });
  const error = responseError({ status, headers: {}, body }, { action: "set", permissions: [] });
  error.effect = effect;
  return error;
}

/** An object with a version, which refuses what was based on another. */
class Counter {
  version = 0;
  value = 0;
  writing = 0;
  mostAtOnce = 0;
  writes = 0;
  /** Before the writes, in order. */
  faults: ((counter: Counter) => void)[] = [];

  add(job: Job, key: string, amount: number, pauseMs = 0): Promise<unknown> {
    let wanted: number | undefined;
    return readModifyWrite(job, {
      action: "add",
      key,
      versionOf: ({ version }) => version,
      read: () => Promise.resolve({ version: this.version, value: this.value }),
      modify({ version, value }, mayBeOurs) {
        if (mayBeOurs && value === wanted) return undefined;
        wanted = value + amount;
        return { version, value: wanted };
      },
      write: async (next) => {
        this.writes += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, ++this.writing);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        this.writing -= 1;
        this.faults.shift()?.(this);
        if (next.version !== this.version) throw refusal(409);
        this.set(next.value);
      },
    });
  }

  set(value: number): void {
    this.value = value;
    this.version += 1;
  }
}

describe("a change of what others change too", () => {
  it("ends at the deadline with what the service said, and nothing pending", async () => {
    const counter = new Counter();
    counter.faults = Array.from({ length: 100 }, () => (self) => {
      self.set(0);
    });
    const job = jobFor(1000);
    await expect(counter.add(job, "a", 1)).rejects.toThrow(
      /somebody else changed the object before each attempt, for the whole 1s of this step\n.*HTTP 409 aborted: no/,
    );
    expect(counter.writes).toBeGreaterThan(1);
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], false]);
  });

  it.each([409, 412])(
    "fails with the words of the service if nobody has changed the object that it refused with %s",
    async (status) => {
      const counter = new Counter();
      counter.faults = Array.from({ length: 9 }, () => () => {
        throw refusal(status);
      });
      const job = jobFor(60_000);
      await expect(counter.add(job, "final", 1)).rejects.toThrow(/^set failed: HTTP \d+ aborted: no$/);
      expect([counter.writes, job.ledger.pending, job.ledger.hasChanged]).toEqual([1, [], false]);
    },
  );
});
