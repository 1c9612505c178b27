import { describe, expect, it, vi } from "vitest";
import { Deadline } from "../../../provider/src/http/deadline";
import { defaultLimits, type ListLimits } from "../../../provider/src/http/pace/limits";
import { pages, type Page } from "../../../provider/src/compute/paging";

/** A service of these pages, by token. */
function service(answers: Record<string, Page<number>>) {
  return vi.fn((token: string | undefined) => Promise.resolve(answers[token ?? "start"] ?? {}));
}

/** The list of these pages, each of a thousand bytes. */
function listed(
  fetchPage: (token: string | undefined) => Promise<Page<number>>,
  limits: Partial<ListLimits> = {},
  holds = true,
): AsyncGenerator<Page<number>, void, undefined> {
  return pages({
    action: "list routes",
    limits: { ...defaultLimits, ...limits },
    holds,
    deadline: () => Deadline.after(60_000),
    fetchPage: async (token) => {
      const page = await fetchPage(token);
      return { page, items: page.items?.length ?? 0, bytes: 1_000 };
    },
  });
}

async function collect(
  fetchPage: (token: string | undefined) => Promise<Page<number>>,
  limits?: Partial<ListLimits>,
  holds?: boolean,
): Promise<number[]> {
  const found: number[] = [];
  for await (const { items = [] } of listed(fetchPage, limits, holds)) found.push(...items);
  return found;
}

/** A service that has always another page, of so many items. */
function endless(items: number) {
  let number = 0;
  return vi.fn(() => {
    number += 1;
    return Promise.resolve({
      items: Array.from({ length: items }, () => number),
      nextPageToken: `t-${String(number)}`,
    });
  });
}

describe("a list", () => {
  it("is followed to its last page, past empty ones", async () => {
    const fetchPage = service({
      start: { items: [1, 2], nextPageToken: "a" },
      a: { nextPageToken: "b" },
      b: { items: [3], nextPageToken: "" },
    });
    expect(await collect(fetchPage)).toEqual([1, 2, 3]);
    expect(fetchPage.mock.calls).toEqual([[undefined], ["a"], ["b"]]);
  });

  it("of one page is one request, also when the token is null", async () => {
    const fetchPage = service({ start: { items: [1], nextPageToken: null as never } });
    expect(await collect(fetchPage)).toEqual([1]);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["at once", { start: { nextPageToken: "a" }, a: { nextPageToken: "a" } }, 2],
    ["in a circle", { start: { nextPageToken: "a" }, a: { nextPageToken: "b" }, b: { nextPageToken: "a" } }, 3],
  ])("whose token comes back %s is an error, not an endless list", async (_how, answers, count) => {
    const fetchPage = service(answers);
    await expect(collect(fetchPage)).rejects.toThrow(
      `list routes failed: the service gave the same page token twice, after ${String(count)} pages; the list would never end`,
    );
    expect(fetchPage).toHaveBeenCalledTimes(count);
  });

  it.each([{}, [], 7, true])(
    "is an error if a page token is not a text (%j), and not an endless list",
    async (nextPageToken) => {
      const fetchPage = vi.fn(() => Promise.resolve({ nextPageToken: structuredClone(nextPageToken) as never }));
      await expect(collect(fetchPage)).rejects.toThrow("a page token of the wrong type, after 1 pages");
      expect(fetchPage).toHaveBeenCalledTimes(1);
    },
  );

  it("that is left early is not fetched further", async () => {
    const fetchPage = service({ start: { items: [1], nextPageToken: "a" }, a: { items: [2], nextPageToken: "b" } });
    for await (const { items } of listed(fetchPage)) {
      if (items?.includes(2)) break;
    }
    expect(fetchPage).toHaveBeenCalledTimes(2);
  });

  it("passes a failure on", async () => {
    const fetchPage = vi.fn(() => Promise.reject(new Error("refused")));
    await expect(collect(fetchPage)).rejects.toThrow("refused");
  });

  it.each<[what: string, limits: Partial<ListLimits>, perPage: number, words: string, count: number]>([
    ["pages", { pages: 5 }, 1, "more than 5 pages, the limit of PULUMI_GCE_MAX_PAGES", 5],
    [
      "empty pages",
      { emptyPages: 5 },
      0,
      "more than 5 pages in a row without an item, the limit of PULUMI_GCE_MAX_EMPTY_PAGES",
      5,
    ],
    ["items", { items: 5 }, 2, "more than 5 items, the limit of PULUMI_GCE_MAX_ITEMS", 3],
    ["memory", { megabytes: 1 }, 1, "more than 1 megabytes of answers, the limit of PULUMI_GCE_MAX_MEGABYTES", 1_049],
  ])(
    "that goes beyond the limit of %s is an error that says how to raise it",
    async (_what, limits, perPage, words, count) => {
      const fetchPage = endless(perPage);
      await expect(collect(fetchPage, { pagesPerSecond: 10_000, ...limits })).rejects.toThrow(
        `list routes failed: the list has ${words}`,
      );
      expect(fetchPage).toHaveBeenCalledTimes(count);
    },
  );

  it("that is not kept may have any number of items", async () => {
    const items: number[] = [];
    for await (const page of listed(
      endless(2),
      { items: 5, megabytes: 1, pages: 2_000, pagesPerSecond: 10_000 },
      false,
    )) {
      items.push(...(page.items ?? []));
      if (items.length >= 3_000) break;
    }
    expect(items).toHaveLength(3_000);
  });

  it("is not fetched faster than the limit allows", async () => {
    const sinceMs = performance.now();
    await expect(collect(endless(1), { pages: 30, pagesPerSecond: 20 })).rejects.toThrow("more than 30 pages");
    // The first twenty at once, the others at a twentieth of a second each.
    expect(performance.now() - sinceMs).toBeGreaterThan(450);
  });

  it("is refused if a page token is too long for any URL", async () => {
    const fetchPage = vi.fn(() => Promise.resolve({ nextPageToken: "x".repeat(1_000_000) }));
    await expect(collect(fetchPage)).rejects.toThrow("a page token of more than 8192 characters, after 1 pages");
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });
});
