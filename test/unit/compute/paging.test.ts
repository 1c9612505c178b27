import { describe, expect, it, vi } from "vitest";
import type { CallContext, ComputeClient, ComputeRequest } from "../../../provider/src/http/client";
import { Deadline } from "../../../provider/src/http/deadline";
import { pageForm, pages, type ItemsOptions, type Page } from "../../../provider/src/compute/paging";

type FetchPage = (token: string | undefined) => Promise<Page<number>>;
type Keeps = ItemsOptions<Page<number>, number>["keeps"];

/** The list of these pages, each of a hundred megabytes. */
function listed(fetchPage: FetchPage, keeps: Keeps, context = () => ({ deadline: Deadline.after(60_000) })) {
  const request = async ({ query }: ComputeRequest, { onAnswer }: CallContext) => {
    const page = await fetchPage(query?.pageToken as string | undefined);
    onAnswer?.(100_000_000);
    return page;
  };
  const form = pageForm("number");
  const first = { action: "list routes", method: "GET", path: "routes", permissions: [], form } as const;
  return pages<Page<number>, number>({ request } as unknown as ComputeClient, first, context, { keeps });
}

async function collect(fetchPage: FetchPage, keeps: Keeps = "all"): Promise<number[]> {
  const found: number[] = [];
  for await (const { items } of listed(fetchPage, keeps)) found.push(...items);
  return found;
}

describe("a list", () => {
  it.each<[Keeps, string, number]>([
    ["all", "512 MiB", 6],
    [{ mebibytes: 250, items: Infinity }, "250 MiB", 3],
    [{ mebibytes: Infinity, items: 10 }, "10 items", 4],
  ])("of which whoever asks keeps %j ends with an error beyond that", async (bound, most, pageCount) => {
    let number = 0;
    const endless = vi.fn(() => Promise.resolve({ items: [1, 2, 3], nextPageToken: String((number += 1)) }));
    await expect(collect(endless, bound)).rejects.toThrow(
      `list routes failed: the list has more than ${most}, the most that this package keeps of one list`,
    );
    expect(endless).toHaveBeenCalledTimes(pageCount);
  });

  it("that is not kept may have any size", async () => {
    const page = (number: number) => ({ items: [number], nextPageToken: number < 20 ? String(number + 1) : "" });
    expect(await collect((token) => Promise.resolve(page(Number(token ?? 1))), "one page")).toHaveLength(20);
  });
});
