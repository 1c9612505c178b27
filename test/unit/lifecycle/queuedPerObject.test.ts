import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { getQueue } from "../../../provider/src/lifecycle/changes/objectQueue";
import { jobFor } from "../../support/testJob";

/** Collects garbage, after the promises that have ended let go of what they hold. */
async function collectGarbage(): Promise<void> {
  await new Promise(setImmediate);
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

it("a queue forgets what its changes have answered", async () => {
  const job = jobFor();
  const answers: WeakRef<object>[] = [];
  const change = async () => {
    const queue = getQueue(job, "projects/p/global/firewallPolicies/forgotten");
    answers.push(new WeakRef(await queue.enqueue(job, () => Promise.resolve({ etag: "e" }))));
  };
  for (let count = 0; count < 3; count += 1) await change();
  await collectGarbage();
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined]);
});
