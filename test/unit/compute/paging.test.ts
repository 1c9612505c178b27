import { describe, expect, it, vi } from "vitest";
import { pages, type Page } from "../../../provider/src/compute/paging";

/** A service of these pages, by token. */
function service(answers: Record<string, Page<number>>) {
  return vi.fn((token: string | undefined) => Promise.resolve(answers[token ?? "start"] ?? {}));
}

async function collect(fetchPage: ReturnType<typeof service>): Promise<number[]> {
  const found: number[] = [];
  for await (const { items = [] } of pages("list routes", fetchPage)) found.push(...items);
  return found;
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

  it.each([{}, [], 7, true])("whose token is no text (%j) is an error, not an endless list", async (nextPageToken) => {
    const fetchPage = vi.fn(() => Promise.resolve({ nextPageToken: structuredClone(nextPageToken) as never }));
    await expect(collect(fetchPage)).rejects.toThrow("a page token that is no text, after 1 pages");
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it("that is left early is not fetched further", async () => {
    const fetchPage = service({ start: { items: [1], nextPageToken: "a" }, a: { items: [2], nextPageToken: "b" } });
    for await (const { items } of pages("list routes", fetchPage)) {
      if (items?.includes(2)) break;
    }
    expect(fetchPage).toHaveBeenCalledTimes(2);
  });

  it("passes a failure on", async () => {
    const fetchPage = vi.fn(() => Promise.reject(new Error("refused")));
    await expect(collect(fetchPage)).rejects.toThrow("refused");
  });
});
