import { describe, expect, it } from "vitest";
import type { Job } from "../../../provider/src/lifecycle/job";
import { readModifyWrite } from "../../../provider/src/lifecycle/readModifyWrite";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

/** An object with a version, which refuses what was based on another. */
class Counter {
  version = 0;
  value = 0;
  writes = 0;
  /** Before the writes, in order. */
  faults: ((counter: Counter) => void)[] = [];

  add(job: Job, key: string, amount: number): Promise<unknown> {
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
      write: (next) => Promise.resolve(next).then((given) => this.write(given)),
    });
  }

  private write({ version, value }: { version: number; value: number }): void {
    this.writes += 1;
    this.faults.shift()?.(this);
    if (version !== this.version) throw refusal(409, "aborted");
    this.set(value);
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
        throw refusal(status, "aborted");
      });
      const job = jobFor(60_000);
      await expect(counter.add(job, "final", 1)).rejects.toThrow(/^set failed: HTTP \d+ aborted: no$/);
      expect([counter.writes, job.ledger.pending, job.ledger.hasChanged]).toEqual([1, [], false]);
    },
  );

  it("is not refused as stale while another change runs: the client repeats that", async () => {
    const counter = new Counter();
    counter.faults = Array.from({ length: 100 }, () => (self) => {
      self.set(0);
      throw refusal(409, "operationInProgress");
    });
    const busy = counter.add(jobFor(1000), "busy", 1);
    await expect(busy).rejects.toThrow(/^set failed: HTTP 409 operationInProgress: no$/);
    expect(counter.writes).toBe(1);
  });
});
