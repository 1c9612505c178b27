import { describe, expect, it } from "vitest";
import { formatDuration } from "../../provider/src/names/duration";
import { withLongEnoughDeadline } from "../support/longEnough";
import { plainRoute, startRouteProvider } from "../support/routeProvider";

const makeUrn = (name: string) => `urn:pulumi:dev::test::my:Group$pulumi-nodejs:dynamic/gce:Route::${name}`;
const warns = { kind: "operationWarnings", warnings: [{ code: "DEPRECATED_RESOURCE_USED", message: "old" }] } as const;

describe("a message to the user", () => {
  it("belongs to the resource of the request, in every kind of request", async () => {
    const { emulator, provider, inputs } = await startRouteProvider();
    provider.urn = makeUrn("a");
    const declared = await inputs();
    emulator.fault({ fault: warns });
    const { id, outs } = await provider.create(declared);
    provider.urn = makeUrn("b");
    await provider.diff(id, outs, { ...outs, destRange: "10.2.0.0/16" });
    provider.urn = makeUrn("c");
    emulator.fault({ match: { method: "GET", path: "routes/r" }, fault: { kind: "status", status: 503 } });
    await provider.read(id, outs);
    provider.urn = makeUrn("d");
    await provider.delete(id, { ...outs, deletionPolicy: "ABANDON" });
    const messages = provider.logs.map(({ urn, message }) => [urn?.slice(-1), message.replace(/^gce:Route "r": /, "")]);
    expect(messages).toEqual([
      ["a", "DEPRECATED_RESOURCE_USED: old"],
      ["b", expect.stringContaining("leaves 10.1.0.0/16 without this route until the new one exists")],
      ["c", expect.stringContaining("trying again (attempt 2)")],
      ["d", expect.stringContaining("left in place (deletionPolicy ABANDON)")],
    ]);
  });

  it("belongs to one of two resources that are created at the same time", async () => {
    const { emulator, provider, inputs } = await startRouteProvider({ latency: { defaultMs: 200 } });
    const declared = await Promise.all(["one", "two"].map((name) => inputs({ ...plainRoute, name })));
    emulator.fault({ times: 2, match: { operationType: "insert" }, fault: warns });
    await Promise.all(
      declared.map((one) => {
        provider.urn = makeUrn(String(one.name));
        return provider.create(one);
      }),
    );
    const messages = provider.logs.map(({ urn, message }) => `${String(urn?.split("::").at(-1))} ${message}`);
    expect(messages.sort()).toEqual([
      'one gce:Route "one": DEPRECATED_RESOURCE_USED: old',
      'two gce:Route "two": DEPRECATED_RESOURCE_USED: old',
    ]);
  });

  it("is short while it runs, says how far the operation is, and ends with the link", async () => {
    const { provider, inputs } = await startRouteProvider({ latency: { defaultMs: 17_000 } });
    provider.urn = makeUrn("a");
    const { outs } = await provider.create(await inputs());
    const messages = () => provider.logs.map(({ message }) => message);
    // A status that does not stay may arrive after the answer. A machine that stands still for a while sees more of them.
    await expect.poll(() => messages().at(-1)).toBe(outs.selfLink);
    expect(messages()[0]).toMatch(/^insert is running at the service, (\d+ %, )?\d+s of at most 20m$/);
    expect(messages().at(-2)).toMatch(/^insert is running at the service, \d\d %, \d\ds of at most 20m$/);
    expect(provider.logs.every(({ ephemeral, urn }) => ephemeral && urn === makeUrn("a"))).toBe(true);
  });

  it("has no link if the change took no time", async () => {
    const { provider, inputs } = await startRouteProvider();
    await provider.create(await inputs());
    expect(provider.logs).toEqual([]);
  });

  it("reports every request with PULUMI_GCE_DEBUG=1, without bodies and headers", async () => {
    const { emulator, provider, inputs } = await startRouteProvider({ environment: { PULUMI_GCE_DEBUG: "1" } });
    emulator.fault({ match: { method: "POST", path: "routes$" }, fault: { kind: "resetBefore" } });
    await provider.create(await inputs({ ...plainRoute, description: "in no message" }));
    const messages = provider.logs.filter(({ severity }) => severity === "info").map(({ message }) => message);
    const insert = String.raw`POST /compute/v1/projects/my-project/global/routes\?requestId=[0-9a-f-]{36}`;
    expect(messages).toEqual([
      expect.stringMatching(new RegExp(`^gce:Route "r": ${insert}: .+ after \\d+ ms$`)),
      expect.stringMatching(new RegExp(`: ${insert}: 200 after \\d+ ms$`)),
      expect.stringMatching(/: POST .*\/operations\/operation-[^/]+\/wait.*: 200 after \d+ ms$/),
      expect.stringMatching(/: GET .*\/routes\/r: 200 after \d+ ms$/),
    ]);
    expect(provider.logs.map(({ message }) => message).join("\n")).not.toContain("in no message");
  });
});

it("a create ends at the deadline that the engine sends, if the inputs have none", async () => {
  const { emulator, provider, inputs } = await startRouteProvider({ latency: { defaultMs: 600_000 } });
  await withLongEnoughDeadline(async (deadlineMs) => {
    await emulator.reset();
    provider.createTimeoutSeconds = deadlineMs / 1_000;
    await expect(provider.create(await inputs())).rejects.toThrow(`not finished within ${formatDuration(deadlineMs)}`);
  });
});
