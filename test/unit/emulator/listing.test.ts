import { describe, expect, it } from "vitest";
import type { Resource } from "../../../emulator/src/basics/json";
import { ListSnapshots } from "../../../emulator/src/world/listing/list";
import { MemoryBudget } from "../../../emulator/src/world/memoryBudget";
import { emulatorForTest, insertRoute, send, wait } from "./helpers";

describe("a list", () => {
  const put = (name: string, id: string, scope: string) => ({
    name,
    id,
    scope,
    creationTimestamp: `2020-01-0${id}T00:00:00Z`,
  });

  it.each([
    ["name", ["a1", "c3", "c4", "e5"]],
    ["creationTimestamp desc", ["e5", "c4", "c3", "a1"]],
  ])("by %s that is evicted between two pages goes on after the last item, whatever came and went", (orderBy, all) => {
    const memory = new MemoryBudget(10_000);
    const snapshots = new ListSnapshots(memory);
    let stored = [put("a", "1", "x"), put("c", "3", "x"), put("c", "4", "y"), put("e", "5", "x")];
    const read = (version: number, pageToken: string, pages = Infinity): string[] => {
      const source = { fields: {}, items: () => [...stored] };
      const page = snapshots.page("routes", version, source, { maxResults: 1, pageToken, orderBy });
      const [item] = page.items.map(({ name, id }) => `${String(name)}${String(id)}`);
      token = page.nextPageToken ?? "";
      return [item ?? "none", ...(token === "" || pages === 1 ? [] : read(version, token, pages - 1))];
    };
    let token = "";
    expect(read(1, "")).toEqual(all);
    const first = read(1, "", 2);
    const second = token;
    snapshots.clear();
    // Objects that were read already go, and others come at both ends.
    stored = [put("0", "0", "x"), ...stored.filter(({ name, id }) => !first.includes(name + id)), put("z", "9", "x")];
    const wanted = orderBy === "name" ? [...all.slice(2), "z9"] : [...all.slice(2), "00"];
    expect(read(2, second)).toEqual(wanted);
    // The list that was made anew is another one than that of the token: its offsets are other items.
    expect(read(2, second)).toEqual(wanted);
    expect(memory.usedBytes).toBeGreaterThan(0);
  });

  it.each(["e30", "a/1/1", "Q/1/NaN/1/a", "Q/x/1/1/a", "Q/1/1"])("refuses the made token %s", (token) => {
    const snapshots = new ListSnapshots(new MemoryBudget());
    const source = { fields: {}, items: () => [put("a", "1", "x"), put("b", "2", "x")] };
    const { nextPageToken = "" } = snapshots.page("routes", 1, source, { maxResults: 1 });
    const query = Buffer.from(nextPageToken, "base64url").toString().split("/")[0] ?? "";
    const pageToken = Buffer.from(token.replace("Q", query)).toString("base64url");
    expect(() => snapshots.page("routes", 1, source, { maxResults: 1, pageToken })).toThrow(
      "does not belong to this list",
    );
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
