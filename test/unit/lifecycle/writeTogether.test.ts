import { describe, expect, it } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import type { Plan } from "../../../provider/src/lifecycle/changes/borrow";
import { borrow } from "../../../provider/src/lifecycle/changes/carryOut";
import type { Job } from "../../../provider/src/lifecycle/job/job";
import { ResponseError } from "../../../provider/src/http/errors/responseError";
import { AdvisedError } from "../../../provider/src/lifecycle/job/advice";
import { readTogether } from "../../../provider/src/lifecycle/changes/writeTogether";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";
import { VirtualClock } from "../../simulation/clock";
import { fc } from "../../support/property";

interface Policy {
  readonly etag: number;
  readonly members: readonly string[];
}

/** A policy that answers after a tenth of a second, and refuses what was based on another version, or has a member that is forbidden. */
class Service {
  policy: Policy = { etag: 0, members: [] };
  readonly requests: string[] = [];
  /** Before each write, in their order. */
  faults: (() => "lost" | undefined)[] = [];

  async read(): Promise<Policy> {
    this.requests.push("get");
    await pause();
    return this.policy;
  }

  async write({ etag, members }: Policy): Promise<Policy> {
    this.requests.push(`set ${String(members.length)}`);
    const fault = this.faults.shift()?.();
    await pause();
    if (etag !== this.policy.etag) throw refusal(409, "aborted", "There were concurrent policy changes.");
    const forbidden = members.find((member) => member.startsWith("forbidden"));
    if (forbidden !== undefined) throw refusal(400, "badRequest", `Role is not supported for ${forbidden}.`);
    this.policy = { etag: etag + 1, members };
    if (fault === "lost") throw new ComputeError({ action: "set", summary: "the answer was lost", effect: "unknown" });
    return this.policy;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

let keys = 0;

/** A policy, and what grants and revokes at it; each change has a job, whose record has what it was applied with. */
function startService() {
  const service = new Service();
  const client = { isClosing: new AbortController().signal, serviceNowMs: 0 } as unknown as ComputeClient;
  const key = `policy ${String((keys += 1))}`;
  const change = (job: Job, plan: (policy: Policy) => readonly string[] | undefined): Promise<void> =>
    borrow<Policy, readonly string[], Plan<readonly string[]>>(job, {
      action: "set",
      key,
      isConditional: true,
      version: ({ etag }) => etag,
      read: () => service.read(),
      plan: (policy) => ({
        next: plan(policy),
        record: { appliedValues: ["planned"] },
        applied: () => ({ appliedValues: [] }),
      }),
      after: ({ etag }, members) => ({ etag, members }),
      write: (members, { etag }) => ({ sendAtOnce: () => service.write({ etag, members }) }),
      explain: (error) => (error instanceof ResponseError && error.status === 400 ? explained(error) : error),
    });
  const start = (milliseconds = 600_000) => jobFor(milliseconds, { client });
  const grant = (member: string, job = start()) =>
    change(job, ({ members }) => (members.includes(member) ? undefined : [...members, member]));
  const revoke = (member: string, job = start()) =>
    change(job, ({ members }) => (members.includes(member) ? members.filter((one) => one !== member) : undefined));
  return { service, client, key, start, grant, revoke };
}

const explained = (cause: ResponseError) =>
  new AdvisedError({ ...cause, summary: `in other words: ${cause.summary}`, cause });

/** The ends of all, in virtual time. */
async function endsOf(work: () => readonly Promise<unknown>[]): Promise<(string | undefined)[]> {
  const clock = VirtualClock.install();
  try {
    const ends = await clock.until(Promise.allSettled(work()));
    return ends.map((end) => (end.status === "rejected" ? String(end.reason) : undefined));
  } finally {
    clock.uninstall();
  }
}

/** The first begins, and the others while it is on its way. */
const following = ([first, ...others]: readonly (() => Promise<unknown>)[]): Promise<unknown>[] => [
  first?.() ?? Promise.resolve(),
  ...others.map(async (other) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return other();
  }),
];

const names = (count: number) => Array.from({ length: count }, (_, index) => `user ${String(index)}`);

describe("changes of one policy that wait for each other", () => {
  it("fail alone where the service refuses one of them, in the words about that one", async () => {
    const { service, grant } = startService();
    const members = names(20);
    members[13] = "forbidden 13";
    const ends = await endsOf(() => members.map((name) => grant(name)));
    expect(ends.filter((end) => end !== undefined)).toEqual([
      expect.stringMatching(/in other words: .*not supported for forbidden 13/),
    ]);
    expect([...service.policy.members].sort()).toEqual(members.filter((name) => !name.startsWith("forbidden")).sort());
    // Halving: two requests for each half on the way to the one.
    expect(service.requests.length).toBeLessThan(24);
  });

  it("go on without one whose deadline comes while it waits, and without one whose deadline comes under way", async () => {
    const { service, start, grant } = startService();
    const open: number[] = [];
    const change = (milliseconds: number, index: number) => async () => {
      const job = start(milliseconds);
      await grant(`user ${String(index)}`, job).finally(() => (open[index] = job.journal.open.length));
    };
    const ends = await endsOf(() => following([600_000, 150, 350, 600_000].map(change)));
    expect(ends).toEqual([
      undefined,
      expect.stringContaining("other changes of the same object went on until the deadline"),
      expect.stringContaining("a request that carries several changes"),
      undefined,
    ]);
    // Nothing was sent for the first; nobody knows of the second, and the next step finds it.
    expect(open).toEqual([0, 0, 1, 0]);
    expect(service.policy.members).toEqual(["user 0", "user 2", "user 3"]);
  });

  it("record before they are sent, and are there as recorded, whatever is refused, lost or changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("grant", "forbidden", "revoke"), { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom("", "lost", "rival"), { maxLength: 6 }),
        async (kinds, faults) => {
          const { service, start, grant, revoke } = startService();
          service.policy = { etag: 0, members: kinds.map((_, index) => `old ${String(index)}`) };
          service.faults = faults.map((fault) => () => {
            if (fault === "rival") service.policy = { ...service.policy, etag: service.policy.etag + 1 };
            return fault === "lost" ? "lost" : undefined;
          });
          const jobs = kinds.map(() => start());
          const ends = await endsOf(() =>
            kinds.map((kind, index) =>
              kind === "revoke"
                ? revoke(`old ${String(index)}`, jobs[index])
                : grant(`${kind} ${String(index)}`, jobs[index]),
            ),
          );
          for (const [index, kind] of kinds.entries()) {
            const isOpen = (jobs[index]?.journal.open.length ?? 0) > 0;
            const isGranted = service.policy.members.includes(`${kind} ${String(index)}`);
            const isThere = kind === "revoke" ? !service.policy.members.includes(`old ${String(index)}`) : isGranted;
            if (ends[index] === undefined) expect([isThere, isOpen]).toEqual([true, false]);
            // A change that failed is either not there, or recorded as sent.
            else expect(isThere && !isOpen).toBe(false);
            if (kind === "forbidden") expect(isThere).toBe(false);
          }
        },
      ),
    );
  });
});

describe("reads of one policy", () => {
  it("never show what was there before an own write that has ended", async () => {
    const { service, key, start, grant } = startService();
    const early = async () => {
      // It begins before the write, and ends after it.
      const slow = readTogether(start(), key, async () => {
        const shown = service.policy;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return shown;
      });
      await grant("user 0");
      const late = await readTogether(start(), key, () => service.read());
      await slow;
      expect(late.members).toEqual(["user 0"]);
    };
    expect(await endsOf(() => [early()])).toEqual([undefined]);
  });

  it("that fail for the one who made it are made again by the others", async () => {
    const { service, key, start } = startService();
    let fails = true;
    const read = () =>
      readTogether(start(), key, async () => {
        const isFirst = fails;
        fails = false;
        await pause();
        if (isFirst) throw new Error("ended");
        return service.read();
      });
    expect(await endsOf(() => [read(), read(), read()])).toEqual([
      expect.stringContaining("ended"),
      undefined,
      undefined,
    ]);
  });
});
