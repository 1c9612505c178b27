import { beforeEach, describe, expect, it } from "vitest";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import type { Job } from "../../../provider/src/lifecycle/job/job";
import { borrow } from "../../../provider/src/lifecycle/changes/carryOut";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";
import { VirtualClock } from "../../simulation/clock";

interface Counted {
  readonly version: number;
  readonly value: number;
}

/** An object with a version, which refuses what was based on another. */
class Counter {
  version = 0;
  value = 0;
  writes = 0;
  /** Before the writes, in order. */
  faults: ((counter: Counter) => void)[] = [];
  /** For so long a read shows what was there before a write. */
  lateMs = 0;
  private before: Counted | undefined;

  add(job: Job, key: string, amount: number): Promise<unknown> {
    let wanted: number | undefined;
    return this.change(job, key, (value, mayBeOurs) => {
      if (mayBeOurs && value === wanted) return undefined;
      return (wanted = value + amount);
    });
  }

  set(job: Job, key: string, wanted: number): Promise<unknown> {
    return this.change(job, key, (value) => (value === wanted ? undefined : wanted));
  }

  /** The next writes are refused so, and nobody changes the object. */
  refuses(times: number, status: number, reason: string, waitSeconds?: number): void {
    this.faults = Array.from({ length: times }, () => () => {
      throw refusal(status, reason, "no", waitSeconds);
    });
  }

  become(value: number): void {
    const before = { version: this.version, value: this.value };
    this.before = before;
    if (this.lateMs > 0) setTimeout(() => (this.before = undefined), this.lateMs);
    this.value = value;
    this.version += 1;
  }

  private change(
    job: Job,
    key: string,
    modify: (value: number, mayBeOurs: boolean) => number | undefined,
  ): Promise<unknown> {
    return borrow<Counted, number>(job, {
      action: "add",
      key,
      isConditional: true,
      version: ({ version }) => version,
      read: () => Promise.resolve(this.read()),
      plan: ({ value }, mayBeOurs) => ({ next: modify(value, mayBeOurs) }),
      unchanged: ({ value }) => value,
      write: (value, { version }) => ({
        sendAtOnce: () => Promise.resolve(this.write({ version, value })),
      }),
    });
  }

  private read(): Counted {
    return (this.lateMs > 0 ? this.before : undefined) ?? { version: this.version, value: this.value };
  }

  private write({ version, value }: Counted): void {
    this.writes += 1;
    this.faults.shift()?.(this);
    if (version !== this.version) throw refusal(409, "aborted");
    this.become(value);
  }
}

let clock: VirtualClock;

beforeEach(() => {
  clock = VirtualClock.install();
  return () => {
    clock.uninstall();
  };
});

/** How long it takes until it has ended, in milliseconds of a time that passes by itself. */
async function inVirtualTime(work: Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await clock.until(work);
  return performance.now() - beganMs;
}

describe("a change of what others change too", () => {
  it("ends at the deadline with what the service said, and nothing pending", async () => {
    const counter = new Counter();
    counter.faults = Array.from({ length: 100 }, () => (self) => {
      self.become(0);
    });
    const job = jobFor(1000);
    const change = expect(counter.add(job, "a", 1)).rejects.toThrow(
      /somebody else kept changing the object until the end of the 1s of this step\n.*HTTP 409 aborted: no/,
    );
    await inVirtualTime(change);
    expect(counter.writes).toBeGreaterThan(1);
    expect([job.journal.open, job.journal.isApplied]).toEqual([[], false]);
  });

  it("ends with the words of the service if nobody has changed the object for half a minute", async () => {
    const counter = new Counter();
    counter.refuses(99, 409, "aborted");
    const job = jobFor(600_000);
    const change = expect(counter.add(job, "unchanged", 1)).rejects.toThrow(/^set failed: HTTP 409 aborted: no$/);
    const tookMs = await inVirtualTime(change);
    expect(tookMs).toBeGreaterThan(30_000);
    expect(tookMs).toBeLessThan(40_000);
    expect([job.journal.open, job.journal.isApplied]).toEqual([[], false]);
  });

  it.each([409, 412, 503])("ends at once where a refusal with %i asks to wait beyond the deadline", async (status) => {
    const counter = new Counter();
    counter.refuses(99, status, "aborted", 3_600);
    const change = expect(counter.add(jobFor(60_000), `too long ${String(status)}`, 1)).rejects.toThrow(
      /^set failed: HTTP \d+ aborted: no\n {2}the service asks to wait 1h/,
    );
    expect(await inVirtualTime(change)).toBeLessThan(100);
    expect(counter.writes).toBe(1);
  });

  it("ends at once with a refusal that is no conflict", async () => {
    const counter = new Counter();
    const error = refusal(412, "conditionNotMet", "Certificate Map or at least 1 SSL certificate must be specified");
    counter.faults = [
      () => {
        throw error;
      },
    ];
    await expect(counter.add(jobFor(60_000), "final", 1)).rejects.toBe(error);
    expect(counter.writes).toBe(1);
  });

  it("is made again if its operation ends in a conflict", async () => {
    const counter = new Counter();
    counter.faults = ["CONDITION_NOT_MET", "aborted", "RESOURCE_NOT_READY"].map((code) => () => {
      throw new OperationFailedError("patch", "o", [{ code }], undefined, { status: 412, message: undefined });
    });
    await inVirtualTime(counter.add(jobFor(60_000), "operation", 1));
    expect([counter.value, counter.writes]).toEqual([1, 4]);
  });

  it("finds that there is nothing to do in no version that an own change has replaced", async () => {
    const counter = new Counter();
    counter.lateMs = 2_000;
    await inVirtualTime(counter.add(jobFor(60_000), "undone", 1));
    await inVirtualTime(counter.set(jobFor(60_000), "undone", 0));
    expect([counter.value, counter.writes]).toEqual([0, 2]);
  });

  it("proves by a write that there is nothing to do in a version that an own change has replaced, and that stays", async () => {
    const counter = new Counter();
    counter.lateMs = 20_000;
    await inVirtualTime(counter.add(jobFor(60_000), "proven", 1));
    await inVirtualTime(counter.set(jobFor(60_000), "proven", 0));
    expect(counter.value).toBe(0);
  });

  it("takes a version for the newest that was replaced and stays", async () => {
    const counter = new Counter();
    await inVirtualTime(counter.add(jobFor(60_000), "again", 1));
    counter.version = 0;
    counter.refuses(5, 412, "conditionNotMet");
    await inVirtualTime(counter.add(jobFor(200_000), "again", 1));
    expect([counter.value, counter.writes]).toEqual([2, 7]);
  });
});
