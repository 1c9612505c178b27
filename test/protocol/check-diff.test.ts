import { describe, expect, it } from "vitest";
import { declaredRoute, plainRoute, project, routePath, startRouteProvider } from "../support/routeProvider";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("check", () => {
  it("completes the inputs without a request", async () => {
    const { provider, inputs, requests } = await startRouteProvider();
    const { __provider, ...completed } = await inputs();
    expect(String(__provider).length).toBeLessThanOrEqual(130);
    expect(completed).toEqual({
      ...plainRoute,
      project,
      selfLink: `https://www.googleapis.com/compute/v1/${routePath}`,
    });
    const nameless = Object.fromEntries(Object.entries(plainRoute).filter(([argument]) => argument !== "name"));
    const made = await inputs(nameless);
    expect(made.name).toMatch(/^logical-[0-9a-f]{7}$/);
    const again = await provider.check(made, declaredRoute(nameless));
    expect(again.inputs.name).toBe(made.name);
    expect(requests()).toEqual([]);
  });

  it.each(["name", "network", "destRange", "nextHopIp", "priority", "description", "project", "tags"])(
    "takes a value of %s that is not known yet",
    async (argument) => {
      const { provider, requests } = await startRouteProvider();
      const { inputs, failures } = await provider.check({}, declaredRoute({ ...plainRoute, [argument]: unknown }));
      expect(failures).toEqual([]);
      expect(inputs[argument]).toBe(unknown);
      expect("selfLink" in inputs).toBe(argument !== "name" && argument !== "project");
      expect(requests()).toEqual([]);
    },
  );

  it("accepts a list with an unknown member, and still finds errors in the others", async () => {
    const { provider } = await startRouteProvider();
    const good = await provider.check({}, declaredRoute({ ...plainRoute, tags: ["web", unknown] }));
    expect(good.failures).toEqual([]);
    const bad = await provider.check({}, declaredRoute({ ...plainRoute, tags: [unknown, "Not A Tag"] }));
    expect(bad.failures).toEqual([
      { property: "", reason: expect.stringMatching(/^tags\[1\] cannot be "Not A Tag": /) as string },
    ]);
  });

  it("names the command that sets a missing project", async () => {
    const { provider } = await startRouteProvider({ config: { "gcp:project": "" } });
    const { failures } = await provider.check({}, declaredRoute(plainRoute));
    expect(failures).toEqual([
      { property: "", reason: expect.stringContaining("pulumi config set gcp:project <project>") as string },
    ]);
  });
});

describe("diff", () => {
  it("is empty for a new object, in every spelling", async () => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs({ ...plainRoute, tags: ["b", "a"] }));
    emulator.clearRequests();
    for (const network of [
      "default",
      "global/networks/default",
      `projects/${project}/global/networks/default`,
      `https://compute.googleapis.com/compute/v1/projects/${project}/global/networks/default`,
      `${emulator.endpoint}/projects/${project}/global/networks/default`,
    ]) {
      const news = await inputs({ ...plainRoute, network, tags: ["a", "b"], priority: 1000 });
      // The last says how it would be replaced for a reason of the engine's.
      expect(await provider.diff(id, outs, news)).toEqual({ changes: false, replaces: [], deleteBeforeReplace: true });
    }
    expect(emulator.requests()).toEqual([]);
  });

  it.each([
    { change: { destRange: "10.9.0.0/16" }, replaces: ["destRange"], deleteBeforeReplace: true },
    { change: { name: "other" }, replaces: ["name"], deleteBeforeReplace: false },
    { change: { project: "other-project" }, replaces: ["project", "network"], deleteBeforeReplace: false },
    { change: { network: unknown }, replaces: ["network"], deleteBeforeReplace: true },
    { change: { name: unknown }, replaces: ["name"], deleteBeforeReplace: false },
    { change: { tags: [unknown] }, replaces: ["tags"], deleteBeforeReplace: true },
    { change: { deletionPolicy: "PREVENT" }, replaces: [], deleteBeforeReplace: true },
  ])("of $change replaces $replaces", async ({ change, replaces, deleteBeforeReplace }) => {
    const { provider, inputs, emulator } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs());
    emulator.clearRequests();
    const news = await inputs({ ...plainRoute, ...change });
    expect(await provider.diff(id, outs, news)).toEqual({ changes: true, replaces, deleteBeforeReplace });
    expect(emulator.requests()).toEqual([]);
    const warned = provider.logs.filter(({ severity }) => severity === "warning").map(({ message }) => message);
    expect(warned).toEqual(
      deleteBeforeReplace && replaces.length > 0
        ? [expect.stringMatching(/leaves 10\.1\.0\.0\/16 without this route/)]
        : [],
    );
  });

  it("reaches the engine in detail, in the SDK's own messages", async () => {
    const { provider, inputs } = await startRouteProvider();
    const made = await inputs({ ...plainRoute, tags: ["a"] });
    const { id, outs } = await provider.create(made);
    const news = await inputs({ ...plainRoute, network: "global/networks/default", priority: 5, tags: ["a", "b"] });
    expect(await provider.details(id, outs, news, made)).toEqual({
      isTold: true,
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
    const back = await provider.update(id, updated.outs, await inputs());
    expect(back.outs).toEqual(outs);
    expect(emulator.requests()).toEqual([]);
  });

  it("refuses a replacement of what deletionPolicy PREVENT keeps", async () => {
    const { provider, inputs } = await startRouteProvider();
    const { id, outs } = await provider.create(await inputs({ ...plainRoute, deletionPolicy: "PREVENT" }));
    const news = await inputs({ ...plainRoute, destRange: "10.9.0.0/16", deletionPolicy: "PREVENT" });
    await expect(provider.diff(id, outs, news)).rejects.toThrow(/a change of destRange needs a replacement/);
  });
});
