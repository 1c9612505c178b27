import { expect, it } from "vitest";
import type { CallContext, ComputeClient, ComputeRequest } from "../../provider/src/http/client";
import {
  waitForInstances,
  type InstancesWait,
} from "../../provider/src/resources/instanceGroupManagerPatch/definition/instances";
import { VirtualClock } from "../simulation/clock";
import { jobFor } from "../support/testJob";

/*
 * A list of instances that is larger than any group, in pages with ever new tokens: the group alone tells how far they are.
 */

const [group, minute] = [{ project: "p", region: "r", name: "g" }, 60_000];

/** An instance whose errors and preserved state are those of a hostile service. */
const instance = { name: "web-1", currentAction: "VERIFYING", preservedStateFromPolicy: { metadata: { a: "b" } } };

interface EndlessList {
  /** Instances of each page, and what it takes of the memory. */
  readonly count: number;
  readonly bytes: number;
  /** When the group says that all is done, by its own clock. */
  readonly stableAfterMs?: number;
}

/** The end of a wait for the instances of a group, and how many pages each list has asked for. */
async function waitOver({ count, bytes, stableAfterMs = Infinity }: EndlessList, wait: Partial<InstancesWait> = {}) {
  const clock = VirtualClock.install();
  try {
    const beganMs = clock.nowMs;
    const lists: number[] = [];
    let tokens = 0;
    const request = ({ path, query }: ComputeRequest, { onAnswer }: CallContext) => {
      if (!path.endsWith("/listManagedInstances")) {
        const isStable = clock.nowMs - beganMs >= stableAfterMs;
        return Promise.resolve({ status: { isStable }, currentActions: { verifying: isStable ? 0 : 1 } });
      }
      if (query?.pageToken === undefined) lists.push(0);
      lists[lists.length - 1] = (lists.at(-1) ?? 0) + 1;
      onAnswer?.(bytes);
      tokens += 1;
      return Promise.resolve({
        managedInstances: Array.from({ length: count }, () => instance),
        nextPageToken: `after-${String(tokens)}`,
      });
    };
    const job = jobFor(10 * minute, { client: { request } as unknown as ComputeClient });
    const waits = waitForInstances(job, group, { goal: "STABLE", isLate: () => false, ...wait });
    const failing = waits.then(
      () => undefined,
      (error: unknown) => error,
    );
    return { error: await clock.until(failing), lists };
  } finally {
    clock.uninstall();
  }
}

it.each([
  ["in many small pages", { count: 500, bytes: 1_000 }, 17],
  ["in few large ones", { count: 1, bytes: 15_000_000 }, 5],
])("a wait for instances ends well when the group says so, over an endless list %s", async (_how, list, mostPages) => {
  const { error, lists } = await waitOver({ ...list, stableAfterMs: minute });
  expect(error).toBeUndefined();
  expect(lists.length).toBeGreaterThan(3);
  for (const pages of lists) expect(pages).toBe(mostPages);
});

it("a wait for instances that never get there says that they could not be listed", async () => {
  const { error } = await waitOver({ count: 500, bytes: 1_000 }, { progressDeadlineMs: minute });
  expect(error).toMatchObject({
    summary: expect.stringMatching(
      /^the instances are not STABLE after .*: no further instance got there in 1m$/,
    ) as string,
    details: ["current actions: verifying 1", "the instances could not be listed"],
  });
});
