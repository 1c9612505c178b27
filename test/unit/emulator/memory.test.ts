import { describe, expect, it } from "vitest";
import { heapBytesOf } from "../../../emulator/src/heapBytes";
import type { Resource } from "../../../emulator/src/json";
import { ListSnapshots } from "../../../emulator/src/listing/list";
import { MemoryBudget } from "../../../emulator/src/memoryBudget";
import { Operations } from "../../../emulator/src/operations";
import { RequestLog } from "../../../emulator/src/requestLog";
import { Store } from "../../../emulator/src/store";
import { startedWithHeap } from "./commandLine";
import { ROUTES } from "./helpers";

const path = "projects/p/global/networks/n";
const version = (number: number): Resource => ({ name: "n", number, description: "x".repeat(1_000) });

describe("what an emulator remembers", () => {
  it("has one budget in bytes, and the oldest goes first, whatever it is", () => {
    const memory = new MemoryBudget(50_000);
    const log = new RequestLog(memory);
    const store = new Store(memory, () => undefined);
    const first = log.begin("GET", "/first", { filter: "x".repeat(10_000) }, {});
    log.begin("GET", "/second", {}, { "x-header": "x".repeat(10_000) });
    log.noteAnswer(first, "x".repeat(10_000), { text: "", value: undefined });
    for (let number = 0; number < 10; number += 1) store.put(path, version(number));
    expect(memory.bytes).toBeLessThanOrEqual(50_000);
    expect(log.length).toBe(2);
    log.keepBody(log.begin("POST", "/third", {}, {}), "x".repeat(10_000));
    expect(log.entries().map((entry) => entry.path)).toEqual(["/second", "/third"]);
    expect([log.find(1), log.find(2)?.path, log.answerTo(1)]).toEqual([undefined, "/second", undefined]);
    for (let number = 10; number < 1_000; number += 1) store.put(path, version(number));
    expect(log.length).toBe(0);
    expect(memory.bytes).toBeLessThanOrEqual(50_000);
    const changes = store.changes(path);
    expect(changes.length).toBeGreaterThan(10);
    expect(changes.map(({ before, after }) => Number(after?.number) - Number(before?.number))).not.toContain(2);
    expect(changes.at(-1)?.after).toBe(store.get(path));
    log.begin("GET", "/after", {}, {});
    log.clear();
    store.clear();
    expect([memory.bytes, log.entries(), store.changes(path)]).toEqual([0, [], []]);
  });

  it("gives a page of a list that is forgotten from the objects as they are now, and no mixture", () => {
    const memory = new MemoryBudget(20_000);
    const snapshots = new ListSnapshots(memory);
    const store = new Store(memory, (changeCount) => {
      snapshots.dropBefore(changeCount);
    });
    const names = ["a", "b", "c"];
    const put = (round: number) => {
      for (const name of names) store.put(`projects/p/global/networks/${name}`, { ...version(round), name });
    };
    const source = { fields: {}, items: () => store.items("projects/p/global/networks") };
    const page = (pageToken = "") => snapshots.page("l", store.changeCount, source, { maxResults: 1, pageToken });
    put(1);
    const { nextPageToken } = page();
    put(2);
    expect(page(nextPageToken).items).toMatchObject([{ name: "b", number: 1 }]);
    for (let round = 3; round < 100; round += 1) put(round);
    expect(page(nextPageToken).items).toMatchObject([{ name: "b", number: 99 }]);
  });

  it("counts values by what they take of the heap, and not by their texts", () => {
    const empty = Array.from({ length: 1_000 }, () => ({}));
    expect(heapBytesOf(empty)).toBeGreaterThan(20 * JSON.stringify(empty).length);
    expect(heapBytesOf("é".repeat(1_000))).toBeLessThan(1_100);
    expect(heapBytesOf("€".repeat(1_000))).toBeGreaterThan(2_000);
    let nested: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) nested = [nested];
    expect(heapBytesOf(nested)).toBeGreaterThan(200_000 * 32);
  });

  it("is nothing of what only the change of an operation needed, once it is done", () => {
    const change = { operationType: "patch", scope: "projects/p/global", target: path, targetId: "1" };
    const terms = { durationMs: 0, user: "u", doneAtOnce: true };
    const land = () => undefined;
    const { change: kept } = new Operations().start({ ...change, before: version(1), references: [path], land }, terms);
    expect(kept).toMatchObject(change);
    expect(Object.values({ ...kept })).not.toContainEqual(version(1));
    expect(kept.land).not.toBe(land);
  });

  it.each<[string, (url: string, round: number) => Promise<Response>, number]>([
    [
      "changes of a large object",
      (url, round) =>
        fetch(`${url}/_emulator/objects/${path}`, {
          method: "PUT",
          body: JSON.stringify({ description: `${String(round)} ${"x".repeat(1_000_000)}` }),
        }),
      80,
    ],
    [
      "GETs with long queries",
      (url, round) =>
        fetch(`${url}/compute/v1${ROUTES}?filter=name%3D${String(round)}${"x".repeat(14_000)}`, {
          headers: { authorization: "Bearer t" },
        }),
      1_600,
    ],
  ])("stays in a small heap: %s", async (_what, ask, times) => {
    const { child, url, output } = await startedWithHeap(40);
    for (let round = 0; round < times; round += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, place) => {
          await (await ask(url, round + place)).arrayBuffer();
        }),
      );
    }
    const state = await fetch(`${url}/_emulator/console/state?objects=&requests=routes&problems=`);
    // What the page asks for every 400 ms is no copy of what the emulator remembers.
    expect((await state.text()).length).toBeLessThan(500_000);
    const detail = await fetch(`${url}/_emulator/console/object?path=${path}`);
    if (detail.ok) expect(await detail.json()).toMatchObject({ changes: { length: expect.any(Number) as number } });
    expect([child.exitCode, output()]).toEqual([null, expect.not.stringContaining("heap") as string]);
  });
});
