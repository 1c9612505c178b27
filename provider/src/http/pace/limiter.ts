import type { Deadline } from "../deadline";
import { Pace, type Turn } from "./pace";

/**
 * Keeps requests below a rate that only the service knows, each project for itself.
 *
 * Nothing happens until the service refuses a request because there were too many. From then on requests leave in the
 * order in which they came, at even distances: at half of the rate after each refusal, then slowly faster until the next
 * one. While everything is refused, single requests ask whether it is taken again.
 */
export class RateLimiter {
  /** Only after a refusal. */
  private readonly paces = new Map<string, Pace>();

  /** Resolves when a request may be sent, or when that is not before the deadline, or when the caller gives up. */
  awaitTurn(project: string, deadline: Deadline): Promise<Turn> | true {
    return this.paces.get(project)?.awaitTurn(deadline) ?? true;
  }

  /** The service took a request that was sent at that moment, whatever it answered. */
  noteAccepted(project: string, sentAtMs: number): void {
    if (this.paces.get(project)?.noteAccepted(sentAtMs)) this.paces.delete(project);
  }

  /** The service refused a request that was sent at that moment, and may have said how long to wait. */
  noteRefused(project: string, sentAtMs: number, waitMs = 0): void {
    const pace = this.paces.get(project) ?? new Pace();
    this.paces.set(project, pace);
    pace.noteRefused(sentAtMs, waitMs);
  }

  /** Lets everyone go who waits: the client is closing. */
  close(): void {
    for (const pace of this.paces.values()) pace.release();
  }
}
