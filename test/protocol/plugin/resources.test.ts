import { describe, expect, it } from "vitest";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { revealed, secret, startPlugin, urnOf } from "../../support/pluginProcess";
import type { Properties } from "../../support/providerProcess";
import { failureOf, plainRoute, routePath, shortRequests } from "../../support/routeProvider";
import { disk, disks } from "../others";

const unnamed = { ...plainRoute, name: null };
const { PROPOSE, ENFORCE, DISABLE } = messages.CheckRequest.AutonamingOptions.Mode;

describe("check", () => {
  it("makes a name of the logical one and the seed, or as the stack says", async () => {
    const { provider } = await startPlugin();
    const named = async (
      seed: number,
      naming?: readonly [mode: 0 | 1 | 2, name: string],
      urn = urnOf("Route", "my::Route"),
    ) => {
      provider.urn = urn;
      const { inputs, failures } = await provider.check({}, unnamed, (request) => {
        request.setRandomseed(new Uint8Array(32).fill(seed));
        const [mode, name] = naming ?? [];
        if (mode !== undefined)
          request.setAutonaming(
            new messages.CheckRequest.AutonamingOptions().setMode(mode).setProposedName(name ?? ""),
          );
      });
      return failures[0]?.reason ?? inputs.name;
    };
    expect(await named(1)).toMatch(/^my-route-[0-9a-f]{7}$/);
    expect(await named(1)).toBe(await named(1));
    expect(await named(2)).not.toBe(await named(1));
    expect(await named(1, [PROPOSE, "as-proposed"])).toBe("as-proposed");
    expect(await named(1, [PROPOSE, "As proposed"])).toMatch(/^as-proposed-[0-9a-f]{7}$/);
    expect(await named(1, [ENFORCE, "As-Enforced"])).toMatch(/As-Enforced/);
    expect(await named(1, [DISABLE, ""])).toMatch(/name is required: pulumi:autonaming turns automatic names off/);
    // The name that was made stays.
    const { inputs } = await provider.check({ name: "made-before", __auto: true }, unnamed);
    expect(inputs).toMatchObject({ name: "made-before", __auto: true });
  });

  it("takes what begins with __ for no argument, and says each problem in words of its own", async () => {
    const { provider } = await startPlugin({ config: { region: null } });
    const internal = { __provider: "x", __timeouts: { create: "1s" }, __pending: [], __filled: ["network"], __as: "y" };
    const { inputs } = await provider.check({}, { ...plainRoute, ...internal });
    expect(Object.keys(inputs).filter((key) => key.startsWith("__"))).toEqual([]);
    const { failures } = await provider.check({}, { ...plainRoute, destRnge: 1, priority: "x", nextHopIlb: "rule" });
    const reasons = failures.map(({ property, reason }) => `${property}|${reason}`);
    expect(reasons.join("\n")).toMatch(/^\|destRnge is not an argument\. Did you mean destRange/m);
    expect(reasons.join("\n")).toMatch(/priority must be a whole number from 0 to 65535; it is "x"/);
    expect(reasons.join("\n")).toMatch(/pulumi config set gce:region/);
    expect(reasons.join("\n")).not.toMatch(/gcp:\w/);
  });

  it("lets what is unknown be, at any depth and in a secret, and makes nothing else a secret because of it", async () => {
    const { provider } = await startPlugin();
    const args = { ...plainRoute, description: secret(unknownValue), tags: ["a", unknownValue], network: unknownValue };
    const { inputs, failures } = await provider.check({}, args);
    expect([inputs, failures]).toMatchObject([args, []]);
    const { outs } = await provider.create(inputs, (request) => request.setPreview(true));
    expect(outs).toMatchObject({ ...args, numericId: unknownValue, routeStatus: unknownValue });
  });
});

it("properties of more than four megabytes arrive, and a failure leaves out what it cannot carry", async () => {
  const { provider, inputs } = await startPlugin({ latency: { defaultMs: 600_000 } });
  const news = await inputs({ ...plainRoute, description: "x".repeat(5 * 1024 * 1024) });
  const { outs } = await provider.create(news, (request) => request.setPreview(true));
  expect(outs.description).toBe(news.description);
  const { message, partial } = await failureOf(provider.create(news, (request) => request.setTimeout(3)));
  expect(message).toMatch(/Not recorded, because it is too large to be sent beside an error: .*description\./);
  expect(partial?.properties).toMatchObject({ ...plainRoute, __pending: [{ action: "insert" }] });
});

it("a difference names what differs by place, and what it replaces, by what the program said before", async () => {
  const { emulator, provider, inputs } = await startPlugin();
  provider.urn = urnOf("Snapshot");
  for (const [path, object] of Object.entries(disks)) emulator.objects.put(path, { ...object });
  const before = await inputs({ name: "s", sourceDisk: disk, labels: { a: "1", b: "2" } });
  const { id, outs } = await provider.create(before);
  const news = await inputs({ name: "s", sourceDisk: disk, labels: { a: "3" }, description: "new" });
  expect(await provider.diff(id, outs, news)).toEqual({
    changes: true,
    replaces: ["description"],
    deleteBeforeReplace: true,
  });
  expect((await provider.details(id, outs, news, before)).shown).toEqual({
    description: "ADD_REPLACE of inputs",
    labels: expect.stringMatching(/^UPDATE/) as string,
  });
  const drifted = { ...outs, description: "drifted" };
  expect((await provider.details(id, drifted, before, before)).shown).toEqual({ description: "DELETE_REPLACE" });
  expect(await provider.diff(id, outs, before)).toMatchObject({ changes: false, replaces: [] });
});

it("create and update end at the deadline of their request, with what is known as the record", async () => {
  const { emulator, provider, inputs } = await startPlugin({ latency: { defaultMs: 600_000 } });
  const description = "canary-description";
  const news = await inputs({ ...plainRoute, description: secret(description) });
  const { message, partial } = await failureOf(provider.create(news, (request) => request.setTimeout(0.5)));
  expect(message).toMatch(/^gce:Route "r": insert failed: not finished within 500ms\n/);
  expect(partial).toMatchObject({ id: routePath, reasons: [message] });
  expect(partial?.properties).toMatchObject({
    ...plainRoute,
    description: secret(description),
    __pending: [{ action: "insert" }],
  });
  const again = await failureOf(
    provider.update(routePath, partial?.properties ?? {}, news, (request) => request.setTimeout(0.5)),
  );
  expect(again.message).toMatch(/an earlier insert is still running at the service/);
  expect(again.partial?.properties).toMatchObject({
    description: secret(description),
    __pending: [{ action: "insert" }],
  });
  emulator.finishOperations();
  const { outs } = await provider.update(routePath, again.partial?.properties ?? {}, news);
  expect(outs).toMatchObject({ description: secret(description), routeStatus: "ACTIVE" });
});

describe("read", () => {
  it("shows drift as inputs, and what has not drifted as the program says it", async () => {
    const { emulator, provider, inputs } = await startPlugin();
    const before = await inputs({ ...plainRoute, tags: [secret("a-secret-tag")] });
    const { id, outs } = await provider.create(before);
    const asBefore = await provider.read(id, outs, before);
    expect(asBefore).toEqual({ id, props: outs, inputs: before });
    emulator.objects.patch(routePath, { priority: 7 });
    expect(await provider.read(id, outs, before)).toEqual({
      id,
      props: { ...outs, priority: 7 },
      inputs: { ...before, priority: 7 },
    });
    emulator.objects.delete(routePath);
    expect(await provider.read(id, outs, before)).toMatchObject({ id: "", props: {} });
  });

  it("of an import says what is wrong with an id", async () => {
    const { emulator, provider } = await startPlugin();
    const rows = [
      [
        "Route",
        "nowhere",
        'gce:Route "nowhere": read failed: projects/my-project/global/routes/nowhere does not exist.',
      ],
      ["Route", "a/b/c", '"a/b/c" is not the id of a route'],
      ["Snapshot", routePath, "is not the id of a snapshot"],
      ["FirewallPolicyIamMember", "123", "is not the id of"],
    ] as const;
    for (const [kind, id, words] of rows) {
      provider.urn = urnOf(kind);
      const { message } = await failureOf(provider.read(id, {}));
      expect(message).toContain(words);
    }
    expect(shortRequests(emulator)).toEqual(["GET routes/nowhere"]);
  });
});

it("delete removes the object once, and leaves one that another id names", async () => {
  const { emulator, provider, inputs, nextRun } = await startPlugin();
  const { id, outs } = await provider.create(await inputs(plainRoute));
  await nextRun();
  expect((await failureOf(provider.delete(id.replace(/r$/, "other"), outs))).message).toMatch(/name two objects/);
  expect(emulator.objects.get(routePath)).toBeDefined();
  await provider.delete(id, outs);
  await provider.delete(id, outs);
  expect(emulator.objects.get(routePath)).toBeUndefined();
});

describe("what is secret", () => {
  const text = "a-text-that-is-a-secret";
  const plain = { Route: plainRoute, Snapshot: { name: "s", sourceDisk: disk } };
  const rows: readonly (readonly [where: string, kind: "Route" | "Snapshot", args: Properties])[] = [
    ["a text", "Route", { description: secret(text) }],
    ["an item of a list", "Route", { tags: ["open", secret(text)] }],
    ["a value of a map", "Snapshot", { labels: { open: "1", hidden: secret(text) } }],
    ["a whole map", "Snapshot", { labels: secret({ hidden: text }) }],
  ];
  it.each(rows)("stays it as %s, wherever it comes back, and is in no message", async (_where, kind, args) => {
    const { emulator, provider, inputs, nextRun } = await startPlugin();
    for (const [path, object] of Object.entries(disks)) emulator.objects.put(path, { ...object });
    provider.urn = urnOf(kind);
    const program = { ...plain[kind], ...args };
    const news = await inputs(program);
    expect(news).toMatchObject(args);
    const { id, outs } = await provider.create(news);
    expect(outs).toMatchObject(args);
    const read = await provider.read(id, outs, news);
    expect(read).toMatchObject({ props: outs, inputs: args });
    for (const properties of [news, outs, read.props]) expect(inTheClear(properties)).not.toContain(text);
    expect(await provider.diff(id, outs, news)).toMatchObject({ changes: false });
    await nextRun();
    emulator.fault({ match: { method: "DELETE" }, fault: { kind: "status", status: 400, message: `no ${text}` } });
    const { message } = await failureOf(provider.delete(id, outs));
    expect(message).toContain("no [secret]");
    emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 503, message: `no ${text}` } });
    provider.urn = urnOf(kind, "another");
    await provider.create(await inputs({ ...program, name: "another" }));
    expect(provider.logs.map((logged) => logged.message).join("\n")).not.toContain(text);
  });

  it.each(rows)(
    "becomes it as %s without a request, where the program has it in the clear first",
    async (_where, kind, args) => {
      const { emulator, provider, inputs } = await startPlugin();
      for (const [path, object] of Object.entries(disks)) emulator.objects.put(path, { ...object });
      provider.urn = urnOf(kind);
      const program = { ...plain[kind], ...args };
      const { id, outs } = await provider.create(await inputs(revealed(program)));
      const news = await inputs(program);
      expect(await provider.diff(id, outs, news)).toMatchObject({ changes: true, replaces: [] });
      emulator.clearRequests();
      const updated = await provider.update(id, outs, news);
      expect(emulator.requests()).toEqual([]);
      expect(inTheClear(updated.outs)).not.toContain(text);
      expect(await provider.diff(id, updated.outs, news)).toMatchObject({ changes: false });
    },
  );

  it("of a key is it although no program says so", async () => {
    const { emulator, provider, inputs } = await startPlugin();
    for (const [path, object] of Object.entries(disks)) emulator.objects.put(path, { ...object });
    provider.urn = urnOf("Snapshot");
    const rawKey = Buffer.alloc(32, 9).toString("base64");
    const news = await inputs({ name: "s", sourceDisk: disk, snapshotEncryptionKey: { rawKey } });
    expect(news.snapshotEncryptionKey).toEqual(secret({ rawKey }));
    const { outs } = await provider.create(news);
    expect(revealed(outs.snapshotEncryptionKey)).toMatchObject({ rawKey });
    expect(inTheClear(outs)).not.toContain(rawKey);
  });
});

/** The properties as JSON, without what is marked as secret. */
function inTheClear(properties: Properties): string {
  return JSON.stringify(properties, (_key, value: unknown) =>
    (value as Properties | null)?.["4dabf18193072939515e22adb298388d"] === undefined ? value : "secret",
  );
}
