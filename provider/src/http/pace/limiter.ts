import type { Deadline } from "../deadline";
import { Pace, RecentCount, type Turn } from "./pace";

/**
 * Keeps requests below a rate that only the service knows, each project for itself.
 *
 * Nothing happens until the service refuses a request because there were too many. From then on requests leave in the
 * order in which they came, at even distances: a little slower than what was taken in the second before, then slowly
 * faster until the next refusal. While everything is refused, single requests ask whether it is taken again.
 */
export class RateLimiter {
  private readonly meters = new Map<string, Meter>();

  /** Resolves when a request may be sent, or when that is not before the deadline, or when the caller gives up. */
  turn(project: string, deadline: Deadline): Promise<Turn> | true {
    return this.meters.get(project)?.pace?.turn(deadline) ?? true;
  }

  /** The service took a request that was sent at that moment, whatever it answered. */
  accepted(project: string, sentAtMs: number): void {
    const meter = this.meter(project);
    meter.taken.add();
    if (meter.pace?.accepted(sentAtMs) === "forgotten") meter.pace = undefined;
  }

  /** The service refused a request that was sent at that moment, and may have said how long to wait. */
  refused(project: string, sentAtMs: number, waitMs = 0): void {
    const meter = this.meter(project);
    meter.pace ??= new Pace(meter.taken);
    meter.pace.refused(sentAtMs, waitMs);
  }

  /** Lets everyone go who waits: the client is closing. */
  close(): void {
    for (const { pace } of this.meters.values()) pace?.release();
  }

  private meter(project: string): Meter {
    let meter = this.meters.get(project);
    if (meter === undefined) {
      meter = { taken: new RecentCount(), pace: undefined };
      this.meters.set(project, meter);
    }
    return meter;
  }
}

interface Meter {
  /** What was taken. */
  taken: RecentCount;
  /** Only after a refusal. */
  pace: Pace | undefined;
}
