import { Bucket } from "./bucket";
import { limitVariables, type ListLimits } from "./limits";
import type { Deadline } from "../deadline";
import { ComputeError } from "../errors/computeError";

/** A list went beyond a limit of this side. Asking again would only do the same. */
export class LimitExceededError extends ComputeError {}

/** What is left of the limits for one list. */
export class ListBudget {
  private readonly bucket: Bucket;
  private pages = 0;
  private emptyPages = 0;
  private items = 0;
  private bytes = 0;

  /** @param holds whether all of the list is kept: without that, items and memory are not counted */
  constructor(
    private readonly action: string,
    private readonly limits: ListLimits,
    private readonly holds: boolean,
  ) {
    this.bucket = new Bucket(limits.pagesPerSecond);
  }

  /**
   * Waits until the next page may be asked for.
   *
   * @throws LimitExceededError when there were too many
   */
  async turn(deadline: Deadline): Promise<void> {
    if (this.pages >= this.limits.pages) throw this.exceeded("pages", "pages");
    if (this.emptyPages >= this.limits.emptyPages) throw this.exceeded("emptyPages", "pages in a row without an item");
    this.pages += 1;
    const pauseMs = this.bucket.take();
    if (pauseMs > 0) await deadline.sleep(pauseMs);
  }

  /**
   * Counts what a page brought.
   *
   * @param items how many are kept
   * @param bytes what they take of the memory
   * @throws LimitExceededError when the list is too large to be held
   */
  add(items: number, bytes: number): void {
    this.emptyPages = items === 0 ? this.emptyPages + 1 : 0;
    if (!this.holds) return;
    this.items += items;
    this.bytes += bytes;
    if (this.items > this.limits.items) throw this.exceeded("items", "items");
    if (this.bytes > this.limits.megabytes * 1024 * 1024) throw this.exceeded("megabytes", "megabytes of answers");
  }

  private exceeded(limit: keyof ListLimits, what: string): LimitExceededError {
    const most = this.limits[limit];
    return new LimitExceededError({
      action: this.action,
      summary: `the list has more than ${String(most)} ${what}, the limit of ${limitVariables[limit]}`,
      fault: { kind: "listTooLong", limit: limitVariables[limit] },
      effect: "none",
    });
  }
}
