import { describe, expect, it } from "vitest";
import type { Resource } from "../../../emulator/src/json";
import { ListSnapshots } from "../../../emulator/src/listing/list";
import { MemoryBudget } from "../../../emulator/src/memoryBudget";
import { emulatorForTest, insertRoute, send, wait } from "./helpers";

describe("a list", () => {
  it("is sorted once for all who ask until the store changes, unless its items change without the store", () => {
    const snapshots = new ListSnapshots(new MemoryBudget());
    const stored: Resource[] = [{ name: "b" }, { name: "c" }];
    let reads = 0;
    const source = {
      fields: {},
      items: () => {
        reads += 1;
        return [...stored];
      },
    };
    const names = (version: number, isVolatile: boolean, pageToken = "") => {
      const page = snapshots.page("routes", version, { ...source, isVolatile }, { maxResults: 1, pageToken });
      return { names: page.items.map(({ name }) => name), token: page.nextPageToken ?? "" };
    };
    const first = names(1, false);
    names(1, false);
    expect(reads).toBe(1);
    stored.push({ name: "a" });
    expect(names(2, false).names).toEqual(["a"]);
    expect(names(2, false, first.token).names).toEqual(["c"]);
    expect(reads).toBe(2);
    names(2, true);
    names(2, true);
    expect(reads).toBe(4);
  });

  it("of operations tells how far they are, although no object changes", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED" }] } });
    const operation = await insertRoute(emulator);
    const statuses = async () => {
      const { json } = await send(emulator, "GET", "/projects/p/global/operations");
      return (json.items as Resource[]).map(({ status }) => status);
    };
    expect(await statuses()).not.toEqual(["DONE"]);
    emulator.finishOperations();
    await wait(emulator, operation);
    expect(await statuses()).toEqual(["DONE"]);
  });

  it("has objects that are found by their numbers, too", async () => {
    const emulator = await emulatorForTest();
    const networks = "/projects/p/global/networks";
    const { json } = await send(emulator, "GET", `${networks}/default`);
    expect((await send(emulator, "GET", `${networks}/${String(json.id)}`)).json).toEqual(json);
  });
});
