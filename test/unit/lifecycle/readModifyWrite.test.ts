import { describe, expect, it } from "vitest";
import { ConnectionError } from "../../../provider/src/http/errors/connectionError";
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
  it("shows the message of the service if the deadline cuts the next read short, and stays pending", async () => {
    let reads = 0;
    const job = jobFor(1_000);
    const change = readModifyWrite<number, unknown>(job, {
      action: "add",
      key: "cut",
      versionOf: () => undefined,
      async read() {
        reads += 1;
        if (reads === 1) return 0;
        await job.deadline.sleep(2_000);
        const late = { action: "get", summary: "no complete answer", effect: "unknown" } as const;
        throw new ConnectionError(late, "TimeoutError");
      },
      modify: () => 1,
      write: () => Promise.reject(refusal(412, "unknown")),
    });
    await expect(change).rejects.toThrow(
      /somebody else changed the object before each attempt, for the whole 1s.*\n.*HTTP 412/,
    );
    expect(job.ledger.pending).toMatchObject([{ action: "add" }]);
  });

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

  it("that cannot be sent fails as it is", async () => {
    const counter = new Counter();
    counter.faults = [
      () => {
        throw new ConnectionError({ action: "set", summary: "nothing listens", effect: "none" }, "ECONNREFUSED");
      },
    ];
    const job = jobFor(10_000);
    await expect(counter.add(job, "a", 1)).rejects.toThrow("nothing listens");
    expect([counter.writes, job.ledger.pending]).toEqual([1, []]);
  });

  it("makes no call when everything is as it should be", async () => {
    const job = jobFor(1000);
    const write = () => Promise.reject(new Error("written"));
    await readModifyWrite(job, {
      action: "a",
      key: "k",
      versionOf: () => undefined,
      read: () => Promise.resolve(1),
      modify: () => undefined,
      write,
    });
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], false]);
  });
});

describe("changes of the same", () => {
  it("are made one after the other, others at the same time", async () => {
    const [one, other] = [new Counter(), new Counter()];
    await Promise.all([
      ...Array.from({ length: 50 }, () => one.add(jobFor(10_000), "one", 1, 1)),
      ...[1, 2].map((n) => other.add(jobFor(10_000), `other ${String(n)}`, 1, 20)),
    ]);
    expect([one.value, one.writes, one.mostAtOnce]).toEqual([50, 50, 1]);
    expect(other.mostAtOnce).toBe(2);
  });

  it("wait for each other with more time than a timer can hold, too", async () => {
    const counter = new Counter();
    await Promise.all([1, 2].map(() => counter.add(jobFor(1e12), "z", 1, 20)));
    expect([counter.value, counter.mostAtOnce]).toEqual([2, 1]);
  });

  it("give up waiting at their own deadline, and do not let the next one in early", async () => {
    const counter = new Counter();
    const slow = counter.add(jobFor(10_000), "y", 1, 300);
    const impatient = counter.add(jobFor(50), "y", 1);
    const patient = counter.add(jobFor(10_000), "y", 1);
    await expect(impatient).rejects.toThrow(/other changes of the same object went on until the deadline of 50ms/);
    expect(counter.value).toBe(0);
    await Promise.all([slow, patient]);
    expect([counter.value, counter.writes, counter.mostAtOnce]).toEqual([2, 2, 1]);
  });
});
