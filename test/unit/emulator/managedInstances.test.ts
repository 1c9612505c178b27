import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { send, type Wire } from "./helpers";
import { LIST, start, read, patch, instances, settled } from "./groups";

async function actions(emulator: Emulator): Promise<string[]> {
  return (await instances(emulator)).map(({ currentAction }) => currentAction);
}

describe("the instances of a group", () => {
  it.each([
    ["REFRESH", "REFRESHING"],
    ["NONE", "REFRESHING"],
    ["RESTART", "RESTARTING"],
  ])("take a configuration for all with the minimal action %s by %s", async (minimalAction, action) => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE", minimalAction } }, 1_500);
    await patch(emulator, { allInstancesConfig: { properties: { labels: { a: "1" } } } });
    expect(await actions(emulator)).toEqual([action, action, action]);
    expect(await read(emulator)).toMatchObject({
      status: { allInstancesConfig: { effective: false, currentRevision: expect.any(String) } },
    });
    await settled(emulator);
    expect(await read(emulator)).toMatchObject({ status: { isStable: true, allInstancesConfig: { effective: true } } });
  });

  it.each([
    ["PAGELESS", "?maxResults=2&pageToken=nonsense", [5], false],
    ["PAGINATED", "?maxResults=2", [2, 2, 1], true],
  ])("of a %s group are listed in pages or not", async (listManagedInstancesResults, query, sizes, pages) => {
    const emulator = await start({ targetSize: 5, listManagedInstancesResults });
    const seen: number[] = [];
    const names = new Set<unknown>();
    let token: unknown = "";
    do {
      const { json } = await send(emulator, "POST", `${LIST}${query}${pages ? `&pageToken=${String(token)}` : ""}`);
      const page = json.managedInstances as Wire[];
      seen.push(page.length);
      page.forEach(({ name }) => names.add(name));
      token = json.nextPageToken;
    } while (token !== undefined);
    expect(seen).toEqual(sizes);
    expect(names.size).toBe(5);
  });
});
