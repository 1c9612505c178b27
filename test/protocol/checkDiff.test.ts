import { describe, expect, it } from "vitest";
import { everyKind } from "../kinds/every";
import { unknownValue } from "../../provider/src/fields/unknown";
import { startKindProvider } from "../support/kindProvider";
import { checkedRoute, declared, plainRoute, project, routePath, startRouteProvider } from "../support/routeProvider";

const makeUrn = (name: string) => `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:Route::${name}`;

describe("check", () => {
  it("completes the inputs without a request", async () => {
    const { provider, inputs, requests } = await startRouteProvider();
    const { __provider, ...completed } = await inputs();
    expect(String(__provider).length).toBeLessThanOrEqual(194);
    const selfLink = `https://www.googleapis.com/compute/v1/${routePath}`;
    expect(completed).toEqual({ ...checkedRoute, project, selfLink });
    const { name, ...nameless } = plainRoute;
    const made = await inputs({ ...nameless, __urn: makeUrn("logical") });
    expect(made.name).not.toBe(name);
    expect(made.name).toMatch(/^logical-[0-9a-f]{7}$/);
    const again = await provider.check(made, declared("Route", nameless));
    expect(again.inputs.name).toBe(made.name);
    expect(requests()).toEqual([]);
  });

  it("knows whose the first request of a process is, which the SDK's server does not tell", async () => {
    const { provider, inputs } = await startRouteProvider();
    expect(await inputs({ ...plainRoute, __urn: makeUrn("first") })).not.toHaveProperty("__urn");
    provider.urn = makeUrn("first");
    expect((await provider.check({}, declared("Route", plainRoute))).failures).toEqual([]);
    provider.urn = makeUrn("second");
    const { failures } = await provider.check({}, declared("Route", plainRoute));
    expect(failures.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/gce:Route "first"\s+of\s+this\s+program/),
    ]);
  });

  it("takes each argument of every kind while it is not known yet", async () => {
    const { emulator, provider } = await startKindProvider("Route");
    for (const { definition, fullProgram: program } of everyKind) {
      for (const argument of Object.keys(program)) {
        const args = { ...program, [argument]: unknownValue };
        const { inputs, failures } = await provider.check({}, declared(definition.kind, args));
        expect(failures, argument).toEqual([]);
        expect(inputs[argument], argument).toBe(unknownValue);
      }
    }
    expect(emulator.requests()).toEqual([]);
  });
});

describe("diff", () => {
  it("reaches the engine in detail, in the SDK's own messages", async () => {
    const { provider, inputs } = await startRouteProvider();
    const made = await inputs({ ...plainRoute, tags: ["a"] });
    const { id, outs } = await provider.create(made);
    const news = await inputs({ ...plainRoute, network: "global/networks/default", priority: 5, tags: ["a", "b"] });
    expect(await provider.details(id, outs, news, made)).toEqual({
      hasDetails: true,
      shown: { priority: "ADD_REPLACE of inputs", "tags[1]": "ADD_REPLACE of inputs" },
      paths: ["tags", "tags[1]", "priority"],
    });
    // A priority that the program left out is the service's default.
    expect((await provider.details(id, outs, news)).shown).toMatchObject({ priority: "UPDATE_REPLACE" });
  });

  it("of a new timeout is a change, whose update records it without a request", async () => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs());
    emulator.clearRequests();
    const news = await inputs(plainRoute, { delete: "2s" });
    expect(await provider.diff(id, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await provider.update(id, outs, news);
    expect(updated.outs).toEqual({ ...outs, __timeouts: { delete: "2s" } });
    expect(await provider.diff(id, updated.outs, news)).toMatchObject({ changes: false });
    expect(emulator.requests()).toEqual([]);
  });
});

describe("read", () => {
  it("returns the inputs that describe a change, in the program's spelling, no inputs without one, and a blank id once it is gone", async () => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const recorded = await inputs({ ...plainRoute, network: "global/networks/default", tags: ["b", "a"] });
    const { id, outs } = await provider.create(recorded);
    expect(await provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
    emulator.objects.patch(routePath, { tags: ["a", "b"] });
    expect((await provider.read(id, outs)).inputs).toBeUndefined();
    emulator.objects.patch(routePath, { priority: 7, description: "theirs" });
    const read = await provider.read(id, outs, recorded);
    expect(read.inputs).toEqual({ ...recorded, priority: 7, description: "theirs" });
    expect((await provider.diff(id, read.props, recorded)).replaces).toEqual(["description", "priority"]);
    emulator.objects.delete(routePath);
    expect(await provider.read(id, outs)).toMatchObject({ id: "" });
  });
});
