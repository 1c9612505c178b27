import { describe, expect, it } from "vitest";
import { plainRoute, routePath, startRouteProvider } from "../support/routeProvider";

const urnOf = (name: string) => `urn:pulumi:dev::test::my:Group$pulumi-nodejs:dynamic/gce:Route::${name}`;
const warns = { kind: "operationWarnings", warnings: [{ code: "DEPRECATED_RESOURCE_USED", message: "old" }] } as const;

describe("a message to the user", () => {
  it("belongs to the resource of the request, in every kind of request", async () => {
    const { emulator, provider, inputs } = await startRouteProvider();
    provider.urn = urnOf("a");
    const declared = await inputs();
    emulator.fault({ fault: warns });
    const { id, outs } = await provider.create(declared);
    provider.urn = urnOf("b");
    await provider.diff(id, outs, { ...outs, destRange: "10.2.0.0/16" });
    provider.urn = urnOf("c");
    emulator.fault({ match: { method: "GET", path: "routes/r" }, fault: { kind: "status", status: 503 } });
    await provider.read(id, outs);
    provider.urn = urnOf("d");
    await provider.update(id, outs, { ...outs, deletionPolicy: "ABANDON" });
    provider.urn = urnOf("e");
    await provider.delete(id, { ...outs, deletionPolicy: "ABANDON" });
    const told = provider.logs.map(({ urn, message }) => [urn?.slice(-1), message.replace(/^gce:Route "r": /, "")]);
    expect(told).toEqual([
      ["a", "DEPRECATED_RESOURCE_USED: old"],
      ["b", expect.stringContaining("without this route until the new one exists")],
      ["c", expect.stringContaining("trying again (attempt 2)")],
      ["e", expect.stringContaining("left in place (deletionPolicy ABANDON)")],
    ]);
  });

  it("belongs to one of two resources that are created at the same time", async () => {
    const { emulator, provider, inputs } = await startRouteProvider({ latency: { defaultMs: 200 } });
    const declared = await Promise.all(["one", "two"].map((name) => inputs({ ...plainRoute, name })));
    emulator.fault({ times: 2, match: { operationType: "insert" }, fault: warns });
    await Promise.all(
      declared.map((one) => {
        provider.urn = urnOf(String(one.name));
        return provider.create(one);
      }),
    );
    const told = provider.logs.map(({ urn, message }) => `${String(urn?.split("::").at(-1))} ${message}`);
    expect(told.sort()).toEqual([
      'one gce:Route "one": DEPRECATED_RESOURCE_USED: old',
      'two gce:Route "two": DEPRECATED_RESOURCE_USED: old',
    ]);
  });

  it("is short while it runs, at most every ten seconds, and ends with the link", async () => {
    const { provider, inputs, emulator } = await startRouteProvider({ latency: { defaultMs: 17_000 } });
    provider.urn = urnOf("a");
    const declared = await inputs();
    const { outs } = await provider.create(declared);
    // A status that does not stay may arrive after the answer.
    await expect
      .poll(() => provider.logs.map(({ message }) => message))
      .toEqual([
        expect.stringMatching(/^insert is running at the service, [5-7]s of at most 20m$/),
        expect.stringMatching(/^insert is running at the service, \d\d %, 1[5-7]s of at most 20m$/),
        outs.selfLink,
      ]);
    expect(provider.logs.every(({ ephemeral, urn }) => ephemeral && urn === urnOf("a"))).toBe(true);
    expect(emulator.objects.get(routePath)).toBeDefined();
  });

  it("has no link if the change took no time", async () => {
    const { provider, inputs } = await startRouteProvider();
    await provider.create(await inputs());
    expect(provider.logs).toEqual([]);
  });

  it.each(["1", "true"])(
    "reports every request with PULUMI_GCE_DEBUG=%s, without bodies and headers",
    async (value) => {
      const { emulator, provider, inputs } = await startRouteProvider({ environment: { PULUMI_GCE_DEBUG: value } });
      emulator.fault({ match: { method: "POST", path: "routes$" }, fault: { kind: "resetBefore" } });
      await provider.create(await inputs({ ...plainRoute, description: "in no message" }));
      const told = provider.logs.filter(({ severity }) => severity === "info").map(({ message }) => message);
      expect(told.map((message) => message.replace(/requestId=[0-9a-f-]{36}/, "requestId=…"))).toEqual([
        expect.stringMatching(
          /^gce:Route "r": POST \/compute\/v1\/projects\/my-project\/global\/routes\?requestId=…: .+ after \d+ ms$/,
        ),
        expect.stringMatching(
          /: POST \/compute\/v1\/projects\/my-project\/global\/routes\?requestId=…: 200 after \d+ ms$/,
        ),
        expect.stringMatching(/: POST .*\/operations\/operation-[^/]+\/wait.*: 200 after \d+ ms$/),
        expect.stringMatching(/: GET .*\/routes\/r: 200 after \d+ ms$/),
      ]);
      expect(provider.logs.map(({ message }) => message).join("\n")).not.toContain("in no message");
    },
  );
});
