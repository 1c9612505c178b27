import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, insertRoute, ROOT, ROUTES, send, wait, type Wire } from "./helpers";

/** Puts routes r000, r001, … into the store, in an order that is not theirs. */
function seed(emulator: Emulator, count: number, project = "p"): void {
  for (let index = 0; index < count; index += 1) {
    const number = String((index * 7) % count).padStart(3, "0");
    emulator.objects.put(`projects/${project}/global/routes/r${number}`, {
      priority: index % 10,
      destRange: "10.0.0.0/8",
    });
  }
}

async function list(emulator: Emulator, parameters: Record<string, string> = {}): Promise<Wire> {
  const answer = await send(emulator, "GET", `${ROUTES}?${new URLSearchParams(parameters).toString()}`);
  if (answer.status !== 200) {
    throw new Error(answer.message);
  }
  return answer.json;
}

const namesOf = (page: Wire) => ((page.items ?? []) as { name: string }[]).map(({ name }) => name);

async function everyPage(emulator: Emulator, parameters: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let pageToken: unknown;
  do {
    const page = await list(emulator, { ...parameters, ...(typeof pageToken === "string" ? { pageToken } : {}) });
    pages.push(namesOf(page));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return pages;
}

describe("a list", () => {
  it("is wrapped in the envelope of its collection", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    expect(await list(emulator)).toEqual({
      kind: "compute#routeList",
      id: "projects/p/global/routes",
      items: [expect.objectContaining({ name: "r" })],
      selfLink: `${ROOT}projects/p/global/routes`,
    });
  });

  it("without items says so in a warning", async () => {
    const emulator = await emulatorForTest();
    const page = await list(emulator);
    expect(page).not.toHaveProperty("items");
    expect(page.warning).toMatchObject({ code: "NO_RESULTS_ON_PAGE", data: [{ key: "scope", value: "global" }] });
  });

  it("is sorted by name, or with the newest first", async () => {
    const emulator = await emulatorForTest();
    for (const name of ["b", "c", "a"]) {
      await wait(emulator, await insertRoute(emulator, { name }));
    }
    expect(namesOf(await list(emulator))).toEqual(["a", "b", "c"]);
    expect(namesOf(await list(emulator, { orderBy: "name" }))).toEqual(["a", "b", "c"]);
    expect(namesOf(await list(emulator, { orderBy: "creationTimestamp desc" }))).toEqual(["a", "c", "b"]);
  });

  it("sorts times as instants when they are written in different offsets", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put("projects/p/global/routes/old", { creationTimestamp: "2026-05-01T09:00:00Z" });
    emulator.objects.put("projects/p/global/routes/new", { creationTimestamp: "2026-05-01T03:00:00-07:00" });
    expect(namesOf(await list(emulator, { orderBy: "creationTimestamp desc" }))).toEqual(["new", "old"]);
  });

  it("gives every item once over its pages, which have at most the requested size", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 25);
    const pages = await everyPage(emulator, { maxResults: "10" });
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual([...new Set(pages.flat())].sort());
    expect(pages.flat()).toHaveLength(25);
  });

  it("has pages of 500 without a page size, or with zero", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 501);
    expect(namesOf(await list(emulator))).toHaveLength(500);
    expect(namesOf(await list(emulator, { maxResults: "0" }))).toHaveLength(500);
    expect(namesOf(await list(emulator, { maxResults: "500" }))).toHaveLength(500);
  });

  it("has no next page when the last item is on this one", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 20);
    expect((await everyPage(emulator, { maxResults: "10" })).map(({ length }) => length)).toEqual([10, 10]);
  });

  it("filters before it makes pages, in both forms", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 30);
    expect(
      (await everyPage(emulator, { filter: "priority < 5", maxResults: "10" })).map(({ length }) => length),
    ).toEqual([10, 5]);
    expect((await everyPage(emulator, { filter: "name eq r00.", maxResults: "4" })).flat()).toHaveLength(10);
    expect(namesOf(await list(emulator, { filter: "" }))).toHaveLength(30);
  });

  it("keeps the chain of its pages through changes, and starts a new chain with them", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 20);
    const first = await list(emulator, { maxResults: "10" });
    emulator.objects.put("projects/p/global/routes/a", {});
    emulator.objects.delete("projects/p/global/routes/r015");
    const second = await list(emulator, { maxResults: "10", pageToken: String(first.nextPageToken) });
    expect([...namesOf(first), ...namesOf(second)]).toHaveLength(20);
    expect(namesOf(await list(emulator))).toContain("a");
  });

  it.each([
    [{ maxResults: "501" }, "maxResults"],
    [{ maxResults: "-1" }, "maxResults"],
    [{ orderBy: "priority" }, "orderBy"],
    [{ orderBy: "name desc" }, "orderBy"],
    [{ orderBy: "creationTimestamp" }, "orderBy"],
    [{ pageToken: "nonsense" }, "pageToken"],
    [{ filter: "nobody = 1" }, "nobody"],
  ])("refuses %j", async (parameters, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "GET", `${ROUTES}?${new URLSearchParams(parameters).toString()}`);
    expect([answer.status, answer.reason]).toEqual([400, "invalid"]);
    expect(answer.message).toContain(names);
  });

  it("refuses a page token that belongs to another list", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 20);
    seed(emulator, 20, "q");
    const { nextPageToken } = await list(emulator, { maxResults: "10" });
    const pageToken = String(nextPageToken);
    await expect(list(emulator, { pageToken, filter: "priority < 5" })).rejects.toThrow("pageToken");
    await expect(list(emulator, { pageToken, orderBy: "creationTimestamp desc" })).rejects.toThrow("pageToken");
    const elsewhere = await send(emulator, "GET", `/projects/q/global/routes?pageToken=${pageToken}`);
    expect(elsewhere.status).toBe(400);
    // The size of a page may change on the way.
    expect(namesOf(await list(emulator, { pageToken, maxResults: "3" }))).toHaveLength(3);
  });
});
