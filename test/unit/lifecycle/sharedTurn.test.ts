import { afterEach, describe, expect, it, vi } from "vitest";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import { responseError } from "../../../provider/src/http/errors/responseError";
import type { Job } from "../../../provider/src/lifecycle/job";
import { readModifyWrite } from "../../../provider/src/lifecycle/readModifyWrite";
import { jobFor } from "../../support/testJob";

function refusal(status: number, message = "no", action = "set") {
  const body = JSON.stringify({ error: { code: status, message, errors: [{ reason: "aborted" }] } });
  return responseError({ status, headers: {}, body }, { action, permissions: [] });
}

const isNone = "Service account new@p.iam.gserviceaccount.com does not exist.";

interface Members {
  readonly etag: number;
  readonly names: readonly string[];
}

/** What goes wrong with a write: somebody else is faster. */
type Fault = "none" | "outrun";

function useFakeClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

let policies = 0;

/** An object that many change, each a name of its own, and that refuses what was based on another. */
class Policy {
  there: Members = { etag: 0, names: [] };
  reads = 0;
  writes = 0;
  /** What each write was to add. */
  readonly added: string[][] = [];
  faults: Fault[] = [];
  /** Names that the service does not know before that time. */
  readonly knownAtMs = new Map<string, number>();
  private readonly key = `policy ${String((policies += 1))}`;

  change(job: Job, name: string, pauseMs = 1): Promise<Members> {
    return readModifyWrite<Members, Members>(job, {
      action: "set",
      key: this.key,
      read: () => {
        this.reads += 1;
        return Promise.resolve(this.there);
      },
      versionOf: ({ etag }) => etag,
      modify: ({ etag, names }) => (names.includes(name) ? undefined : { etag, names: [...names, name] }),
      write: (next) => this.write(next, pauseMs),
      after: (_sent, answer) => answer,
    });
  }

  /** By somebody else. */
  set(...names: string[]): void {
    this.there = { etag: this.there.etag + 1, names };
  }

  private async write(next: Members, pauseMs: number): Promise<Members> {
    this.writes += 1;
    this.added.push(next.names.filter((name) => !this.there.names.includes(name)));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const fault = this.faults.shift() ?? "none";
    if (fault === "outrun") this.set(...this.there.names, `theirs ${String(this.writes)}`);
    if (next.names.some((name) => performance.now() < (this.knownAtMs.get(name) ?? 0)))
      throw refusal(400, isNone, "setIamPolicy locations/global/firewallPolicies/1");
    if (next.names.includes("bad")) throw refusal(400);
    if (next.etag !== this.there.etag) throw refusal(409);
    this.set(...next.names);
    return this.there;
  }
}

/** Until the change before has sent its write. */
const begun = () => new Promise((resolve) => setTimeout(resolve, 0));

const names = (count: number) => Array.from({ length: count }, (_, number) => `n${String(number)}`);

describe("changes of one object that is written whole", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("share a write if they wait for the same turn, and begin with what the turn before it was answered", async () => {
    const policy = new Policy();
    const first = policy.change(jobFor(), "first", 20);
    await begun();
    const results = await Promise.all(names(50).map((name) => policy.change(jobFor(), name)));
    await first;
    expect([...policy.there.names].sort()).toEqual(["first", ...names(50)].sort());
    expect([policy.reads, policy.writes]).toEqual([1, 2]);
    for (const [index, { names: seen }] of results.entries()) expect(seen).toContain(`n${String(index)}`);
  });

  it("have a turn each if the shared one is refused, so that only the bad one fails", async () => {
    const policy = new Policy();
    const jobs = [...names(5), "bad", "last"].map((name) => ({ name, job: jobFor() }));
    const ends = await Promise.allSettled(jobs.map(({ name, job }) => policy.change(job, name)));
    expect(ends.map(({ status }) => status)).toEqual(
      jobs.map(({ name }) => (name === "bad" ? "rejected" : "fulfilled")),
    );
    expect([...policy.there.names].sort()).toEqual([...names(5), "last"].sort());
    for (const { name, job } of jobs) expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], name !== "bad"]);
  });

  it("do not wait for one whose account is not known yet", async () => {
    useFakeClock();
    const policy = new Policy();
    policy.knownAtMs.set("new", performance.now() + 20_000);
    const ended: string[] = [];
    const made = (name: string) => policy.change(jobFor(600_000), name).then(() => ended.push(name));
    const all = [...names(3), "new", "last"].map(made);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ended).toEqual([...names(3), "last"]);
    all.push(made("later"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toContain("later");
    await vi.advanceTimersByTimeAsync(49_000);
    await Promise.all(all);
    expect(ended.at(-1)).toBe("new");
    expect([...policy.there.names].sort()).toEqual([...names(3), "last", "later", "new"].sort());
  });

  it("share no later turn with one whose account is not known yet", async () => {
    useFakeClock();
    const policy = new Policy();
    policy.knownAtMs.set("new", performance.now() + 10_000);
    const all = [policy.change(jobFor(600_000), "new")];
    for (const name of names(100)) {
      all.push(policy.change(jobFor(600_000), name, 300));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(all);
    const [, ...later] = policy.added.filter((added) => added.includes("new"));
    expect(later.length).toBeGreaterThan(1);
    expect(later).toEqual(later.map(() => ["new"]));
  });

  it("fail after a minute if no account is known, however many they are", async () => {
    useFakeClock();
    const policy = new Policy();
    for (const name of names(40)) policy.knownAtMs.set(name, Infinity);
    const ends = Promise.allSettled(names(40).map((name) => policy.change(jobFor(1_200_000), name)));
    await vi.advanceTimersByTimeAsync(61_000);
    for (const end of await ends) expect(end).toMatchObject({ reason: { serviceMessage: isNone } });
  });

  it("say that the account is not known if there is no time for another turn", async () => {
    useFakeClock();
    const policy = new Policy();
    policy.knownAtMs.set("new", Infinity);
    const hasty = Promise.allSettled([policy.change(jobFor(9_000), "new")]);
    await vi.advanceTimersByTimeAsync(5_500);
    void policy.change(jobFor(600_000), "slow", 10_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await hasty).toMatchObject([{ reason: { serviceMessage: isNone } }]);
  });

  it("say whose request they are part of, for those who look for the cause of a fault", async () => {
    const log = new EngineLog(undefined);
    const messages = vi.spyOn(log, "message");
    const policy = new Policy();
    const jobs = names(2).map((name) => jobFor(10_000, { log, subject: name, isDebugging: true }));
    await Promise.all(jobs.map((job) => policy.change(job, job.subject)));
    expect(messages.mock.calls).toEqual([["info", "n1: set is part of the request of n0"]]);
  });

  it("take the least time that one of them has, and go on without it", async () => {
    useFakeClock();
    const policy = new Policy();
    policy.faults = ["none", ...Array.from({ length: 30 }, (): Fault => "outrun")];
    const first = policy.change(jobFor(), "first");
    await vi.advanceTimersByTimeAsync(0);
    const hasty = policy.change(jobFor(6_000), "hasty");
    const ends = Promise.allSettled([first, policy.change(jobFor(600_000), "patient"), hasty]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await ends).toMatchObject([
      { status: "fulfilled" },
      { status: "fulfilled" },
      {
        reason: { message: expect.stringMatching(/somebody else changed .*, for the whole 6s of this step/) as string },
      },
    ]);
    expect(policy.there.names).toEqual(expect.arrayContaining(["first", "patient"]));
    expect(policy.there.names).not.toContain("hasty");
  });

  it("go alone with little time left, and do not cut others short", async () => {
    const policy = new Policy();
    const first = policy.change(jobFor(), "first", 20);
    await begun();
    const jobs = [jobFor(), jobFor(2_000), jobFor()];
    await Promise.all([first, ...jobs.map((job, index) => policy.change(job, `n${String(index)}`))]);
    expect(policy.there.names).toEqual(["first", "n0", "n2", "n1"]);
    expect(policy.writes).toBe(3);
  });
});
