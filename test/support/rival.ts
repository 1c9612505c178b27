import { onTestFinished } from "vitest";
import type { Emulator, FaultMatch } from "../../emulator/src/index";

/**
 * Changes an object while each of these requests is on its way, so that the service refuses it as stale; that many times, or
 * until the test ends.
 */
export function rivalDuring(
  emulator: Emulator,
  match: FaultMatch,
  times: number | "always",
  change: (number: number) => void,
): void {
  emulator.fault({ match, times, fault: { kind: "delay", ms: 100 } });
  const refused = () => emulator.requests().filter(({ status }) => status === 409 || status === 412).length;
  const most = times === "always" ? Number.POSITIVE_INFINITY : refused() + times;
  let changes = 0;
  const timer = setInterval(() => {
    if (refused() < most) change((changes += 1));
  }, 20);
  onTestFinished(() => {
    clearInterval(timer);
  });
}
