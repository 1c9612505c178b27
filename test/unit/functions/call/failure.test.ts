import { expect, it } from "vitest";
import { WaitTooLongError } from "../../../../provider/src/http/errors/unsentError";
import { OperationAbandonedError } from "../../../../provider/src/compute/errors/operationError";
import { toFailure } from "../../../../provider/src/functions/call/failure";

const tooLong = new WaitTooLongError("list p", 3_600_000, { remainingMs: 599_000, allowedMs: 600_000 });
const serviceMessage =
  "the service refused requests because there were too many, and asks to wait 1h, which is longer than the remaining time (9m59s of 10m)";
const advice = "Wait that long and run it again, with fewer calls at the same time, or raise `timeout` beyond it.";

it.each([
  ["a call", tooLong, `list p failed: ${serviceMessage}\n  ${advice}`],
  [
    "a wait",
    new OperationAbandonedError("wait for o", "o", 600_000, tooLong),
    `wait for o failed: the wait for the operation ended early: ${serviceMessage}\n  ${advice} The operation may still be running. To continue to wait, run it again.`,
  ],
])("%s that the service puts off for too long says so in the words of functions", (_what, error, text) => {
  expect(toFailure("getIt", error).message).toBe(`gce.getIt: ${text}`);
});
