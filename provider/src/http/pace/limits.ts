import { Bucket } from "./bucket";
import type { Deadline } from "../deadline";
import { ComputeError } from "../errors/computeError";

/** How much a list may take, whatever the other side goes on to give. */
export interface ListLimits {
  readonly pages: number;
  /** In a row, without an item in them. */
  readonly emptyPages: number;
  /** Of a result that holds all of them. */
  readonly items: number;
  /** What such a result takes of the memory, as an estimate from below. */
  readonly megabytes: number;
  /** What comes faster waits. */
  readonly pagesPerSecond: number;
}

/** Far beyond the largest projects, and well within the memory of a small machine. */
export const defaultLimits: ListLimits = {
  pages: 20_000,
  emptyPages: 1_000,
  items: 1_000_000,
  megabytes: 512,
  pagesPerSecond: 200,
};

/** The variables of the environment that set them. */
export const limitVariables: Readonly<Record<keyof ListLimits, string>> = {
  pages: "PULUMI_GCE_MAX_PAGES",
  emptyPages: "PULUMI_GCE_MAX_EMPTY_PAGES",
  items: "PULUMI_GCE_MAX_ITEMS",
  megabytes: "PULUMI_GCE_MAX_MEGABYTES",
  pagesPerSecond: "PULUMI_GCE_MAX_PAGES_PER_SECOND",
};

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
      hint:
        `Ask for less of it, with a narrower filter or fewer items, or set ${limitVariables[limit]} in the environment to a higher number. ` +
        "If there cannot be that many, something between here and the service may be answering in its place: check gcp:computeCustomEndpoint.",
      effect: "none",
    });
  }
}
