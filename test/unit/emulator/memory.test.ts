import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { catalogWith } from "../../../emulator/src/kinds/catalog";
import { consoleState } from "../../../emulator/src/console/views";
import { estimateHeapBytes } from "../../../emulator/src/world/heapEstimate";
import type { Resource } from "../../../emulator/src/basics/json";
import { MemoryBudget } from "../../../emulator/src/world/memoryBudget";
import { RequestLog } from "../../../emulator/src/world/requestLog";
import { readRequestUrl, type RequestUrl } from "../../../emulator/src/server/requestUrl";
import { Store } from "../../../emulator/src/world/store";
import { World } from "../../../emulator/src/world/world";
import { startedWithHeap } from "./commandLine";
import { ROUTES } from "./helpers";

const path = "projects/p/global/networks/n";
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapBytesInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const version = (number: number): Resource => ({ name: "n", number, description: "x".repeat(1_000) });

describe("what an emulator remembers", () => {
  it("has one budget in bytes, and the oldest goes first, whatever it is", () => {
    const memory = new MemoryBudget(50_000);
    const log = new RequestLog(memory);
    const store = new Store(memory);
    const first = log.begin("GET", "/first", { filter: "x".repeat(10_000) }, {});
    log.begin("GET", "/second", {}, { "x-header": "x".repeat(10_000) });
    log.noteAnswer(first, "x".repeat(10_000), { text: "", value: undefined });
    for (let number = 0; number < 10; number += 1) store.put(path, version(number));
    expect(memory.usedBytes).toBeLessThanOrEqual(50_000);
    expect(log.length).toBe(2);
    log.noteBody(log.begin("POST", "/third", {}, {}), "x".repeat(10_000));
    expect(log.entries().map((entry) => entry.path)).toEqual(["/second", "/third"]);
    expect([log.find(1), log.find(2)?.path, log.answerTo(1)]).toEqual([undefined, "/second", undefined]);
    for (let number = 10; number < 1_000; number += 1) store.put(path, version(number));
    expect(log.length).toBe(0);
    expect(memory.usedBytes).toBeLessThanOrEqual(50_000);
    const changes = store.changes(path);
    expect(changes.length).toBeGreaterThan(10);
    expect(changes.map(({ before, after }) => Number(after?.number) - Number(before?.number))).not.toContain(2);
    expect(changes.at(-1)?.after).toBe(store.get(path));
    log.begin("GET", "/after", {}, {});
    log.clear();
    store.clear();
    expect([memory.usedBytes, log.entries(), store.changes(path)]).toEqual([0, [], []]);
  });

  it("is nothing of requests that are cleared, however many there were, nor of the rest of a URL", () => {
    const memory = new MemoryBudget();
    new Store(memory).put(path, version(1));
    const log = new RequestLog(memory);
    const urls: RequestUrl[] = [];
    const before = heapBytesInUse();
    for (let count = 0; count < 300_000; count += 1) {
      if (count % 100 === 0) log.clear();
      log.begin("GET", "/x", {}, {});
    }
    for (let count = 0; count < 1_000; count += 1) {
      // A text that arrives is no part of another one.
      const url = Buffer.from(
        `/a/path/of/an/object?key=${"x".repeat(15_000)}&key=the-last-one-of-them${String(count)}`,
      );
      const { path: part, query } = readRequestUrl(url.toString());
      urls.push({ path: part, query: new URLSearchParams([["key", Object.fromEntries(query).key ?? ""]]) });
    }
    expect(heapBytesInUse() - before).toBeLessThan(5_000_000);
    expect(urls[999]?.query.get("key")).toBe("the-last-one-of-them999");
  });

  it("is looked through by the console only as far as that takes no time from the API", () => {
    const world = new World({ latency: {}, now: Date.now, kinds: catalogWith([]) });
    world.log.begin("GET", "/oldest", {}, {});
    for (let count = 0; count < 100_000; count += 1) world.log.begin("GET", "/x", {}, {});
    const requests = (filter: string) =>
      consoleState(world, { objects: "", requests: filter, problemsOnly: false }).requests;
    expect(requests("get")).toMatchObject({ total: 100_001, matching: 100_000 });
    expect(requests("oldest")).toMatchObject({ matching: 0 });
  });

  it("counts values by what they take of the heap, and not by their texts", () => {
    const empty = Array.from({ length: 1_000 }, () => ({}));
    expect(estimateHeapBytes(empty)).toBeGreaterThan(20 * JSON.stringify(empty).length);
    expect(estimateHeapBytes("é".repeat(1_000))).toBeLessThan(1_100);
    expect(estimateHeapBytes("€".repeat(1_000))).toBeGreaterThan(2_000);
    let nested: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) nested = [nested];
    expect(estimateHeapBytes(nested)).toBeGreaterThan(200_000 * 32);
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
    // The state that the page asks for every 400 ms is no copy of the emulator's memory.
    expect((await state.text()).length).toBeLessThan(500_000);
    const detail = await fetch(`${url}/_emulator/console/object?path=${path}`);
    if (detail.ok) expect(await detail.json()).toMatchObject({ changes: { length: expect.any(Number) as number } });
    expect([child.exitCode, output()]).toEqual([null, expect.not.stringContaining("heap") as string]);
  });
});
