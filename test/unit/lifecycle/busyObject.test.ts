import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { runExclusively } from "../../../provider/src/lifecycle/changes/busyObject";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const path = "projects/p/global/firewallPolicies/a";
const client = { isClosing: new AbortController().signal } as unknown as ComputeClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

it("a change that never has its turn before its deadline names the changes before it", async () => {
  let isBusy = false;
  const sent: string[] = [];
  const change = (who: string, withinMs = 60_000) =>
    runExclusively(jobFor(withinMs, { client }), { path, label: "the firewall policy" }, async () => {
      sent.push(who);
      if (isBusy) throw refusal(400, "resourceNotReady", `The resource '${path}' is not ready`);
      isBusy = true;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      isBusy = false;
    });
  const [first, second] = [change("a"), change("b")];
  await vi.advanceTimersByTimeAsync(500);
  const late = expect(change("c", 500)).rejects.toThrow(
    "other changes of the same object went on until the deadline of 500ms",
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all([first, second, late]);
  expect(sent).toEqual(["a", "b", "b"]);
});
