import { describe, expect, it } from "vitest";
import type { Resource } from "../../../emulator/src/json";
import { ListSnapshots } from "../../../emulator/src/listing/list";

describe("a list", () => {
  it("is sorted once for all who ask until the store changes, unless its items change without the store", () => {
    const snapshots = new ListSnapshots();
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
});
