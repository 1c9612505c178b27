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
