import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import type { Properties } from "../support/providerProcess";
import { plainRoute, routePath } from "../support/routeProvider";
import { startRuns, urnOf, type Declared } from "../support/runs";

const route: Declared = { kind: "Route", name: "old", args: plainRoute };

it("a route that got a new name is left in place", async () => {
  const { emulator, run } = await startRuns();
  const old = await (await run()).create(route);
  const made = emulator.objects.get(routePath)?.id;
  const successor = await (await run()).create({ ...route, name: "new", args: { ...plainRoute, adoptExisting: true } });
  const next = await run();
  await next.keep(successor);
  await next.remove(old);
  expect(emulator.objects.get(routePath)?.id).toBe(made);
});

describe("two patches of one group in one program, children of one name of two components", () => {
  const kind = "RegionInstanceGroupManagerPatch";
  const componentOf = (type: string) => ({ type: `app:${type}`, urn: `urn:pulumi:dev::p::app:${type}::shop` });

  it.each([
    ["the first of which is what its process is told first", 0],
    ["when the process was told of others before", 1],
  ])("are refused when they manage the same, %s", async (_when, before) => {
    const { run } = await startRuns();
    const { provider } = await run();
    const checked = async (parent: { type?: string; urn?: string }, name: string, args: Properties) => {
      provider.urn = urnOf(kind, name, parent.type === undefined ? "" : `${parent.type}$`);
      const inside = parent.urn === undefined ? {} : { __in: parent.urn };
      const declared = { __provider: loader(kind), __as: name, ...inside, instanceGroupManager: "web", ...args };
      return (await provider.check({}, declared)).failures;
    };
    for (let count = 0; count < before; count += 1) await checked({}, "other", { baseInstanceName: "ours" });
    const [web, api] = [componentOf("Web"), componentOf("Api")];
    expect(await checked(web, "settings", { description: "a" })).toEqual([]);
    // The engine may ask again about the same resource.
    expect(await checked(web, "settings", { description: "a" })).toEqual([]);
    expect(await checked(api, "settings", { targetSize: 3 })).toEqual([]);
    expect(await checked(api, "settings", { description: "b" })).toEqual([
      {
        property: "",
        reason: expect.stringContaining(
          `description is managed by "settings" of ${web.urn} too,\n  a resource of this program`,
        ) as string,
      },
    ]);
  });
});
