import { describe, expect, it } from "vitest";
import { WrittenPages } from "../../../emulator/src/listing/writtenPages";
import { emulatorForTest, insertRoute, OPERATIONS, send, until } from "./helpers";

describe("a page that was written", () => {
  const render = (text: string) => () => ({ text });

  it("is not written again", () => {
    const pages = new WrittenPages();
    const page = { items: [] };
    const body = pages.body(page, render("first"));
    expect(pages.body(page, render("second"))).toBe(body);
    expect(body.bytes.toString()).toBe('{"text":"first"}');
    expect(pages.body({ items: [] }, render("second")).bytes.toString()).toBe('{"text":"second"}');
  });

  it("is given up, the oldest first, when there are too many bytes", () => {
    const pages = new WrittenPages(40);
    const [one, two, three] = [{ items: [] }, { items: [] }, { items: [] }];
    pages.body(one, render("one"));
    const kept = pages.body(two, render("two"));
    pages.body(three, render("three"));
    expect(pages.body(two, render("again"))).toBe(kept);
    expect(pages.body(one, render("again")).bytes.toString()).toBe('{"text":"again"}');
  });

  it("may be larger than all that is kept", () => {
    const pages = new WrittenPages(4);
    const page = { items: [] };
    expect(pages.body(page, render("long")).bytes.toString()).toBe('{"text":"long"}');
    expect(pages.body(page, render("other")).bytes.toString()).toBe('{"text":"other"}');
  });

  it("is not what a list shows after a change", async () => {
    const emulator = await emulatorForTest({ seed: { networkProfiles: 3, managedInstances: 0 } });
    const path = "/projects/my-project/global/networkProfiles";
    const before = await send(emulator, "GET", path);
    expect((await send(emulator, "GET", path)).text).toBe(before.text);
    emulator.objects.put("projects/my-project/global/networkProfiles/mine", {});
    expect((await send(emulator, "GET", path)).json.items).toHaveLength(4);
    await emulator.reset();
    expect((await send(emulator, "GET", path)).json.items).toHaveLength(3);
  });

  it("is not what a list of running operations shows a moment later", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 2000 } });
    await insertRoute(emulator);
    const shown = async () => (await send(emulator, "GET", OPERATIONS)).json.items;
    const first = await shown();
    expect(first).toMatchObject([{ operationType: "insert" }]);
    // A page that were kept would never change, and the test would end in its timeout.
    await until(async () => JSON.stringify(await shown()) !== JSON.stringify(first));
  });
});
