import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { secretNameWarning, secretTitleReason } from "../../../provider/src/names/secretIds";
import { formatDuration } from "../../../provider/src/names/duration";
import { withLongEnoughDeadline } from "../../support/longEnough";
import { inTheClear, revealed, secret, startPlugin, toUrn } from "../../support/pluginProcess";
import type { Properties } from "../../support/providerProcess";
import { checkedRoute, captureFailure, plainRoute, routePath } from "../../support/routeProvider";
import { disk, disks, group, theirGroup } from "../others";

const { AutonamingOptions } = messages.CheckRequest;
const pending = [{ action: "insert" }];

it("check makes a name of the logical one and the seed, or as the stack says, and keeps it", async () => {
  const { provider } = await startPlugin();
  const { PROPOSE, ENFORCE, DISABLE } = AutonamingOptions.Mode;
  provider.urn = toUrn("Route", "my::Route");
  const named = async (seed: number, mode?: 0 | 1 | 2, proposed = "", olds = {}) => {
    const { inputs, failures } = await provider.check(olds, { ...plainRoute, name: null }, (request) => {
      request.setRandomseed(new Uint8Array(32).fill(seed));
      if (mode !== undefined) request.setAutonaming(new AutonamingOptions().setMode(mode).setProposedName(proposed));
    });
    return failures[0]?.reason ?? inputs.name;
  };
  expect(await named(1)).toMatch(/^my-route-[0-9a-f]{7}$/);
  expect(await named(2)).not.toBe(await named(1));
  expect(await named(1)).toBe(await named(1));
  expect(await named(1, PROPOSE, "as-proposed")).toBe("as-proposed");
  expect(await named(1, PROPOSE, "As proposed")).toMatch(/^as-proposed-[0-9a-f]{7}$/);
  expect(await named(1, ENFORCE, "As-Enforced")).toMatch(/^name .*"As-Enforced"/);
  expect(await named(1, DISABLE)).toMatch(/name is required: pulumi:autonaming turns automatic names off/);
  expect(await named(1, DISABLE, "", { name: "made-before", __auto: true })).toBe("made-before");
});

it("check takes what begins with __ for no argument, and says each problem in words of its own", async () => {
  const { provider } = await startPlugin({ config: { region: null } });
  const internal = { __provider: "x", __timeouts: { create: "1s" }, __pending: [], __filled: ["network"], __urn: "y" };
  const { inputs } = await provider.check({}, { ...plainRoute, ...internal });
  expect(Object.keys(inputs).filter((key) => key.startsWith("__"))).toEqual([]);
  // The request of the engine for `ignoreChanges: ["*"]`.
  expect(await provider.check(inputs, inputs)).toEqual({ inputs, failures: [] });
  const { failures } = await provider.check({}, { ...plainRoute, destRnge: 1, priority: "x", nextHopIlb: "rule" });
  expect(failures).toMatchObject(
    [
      /^destRnge is not an argument. Did you mean destRange/,
      /^priority must be .*"x"/,
      /pulumi config set gce:region/,
    ].map((words) => ({ property: "", reason: expect.stringMatching(words) as string })),
  );
  expect(JSON.stringify(failures)).not.toMatch(/gcp:\w/);
});

it("what is unknown stays it, at any depth and in a secret, and makes nothing else a secret", async () => {
  const { provider, inputs } = await startPlugin();
  const args = { ...plainRoute, description: secret(unknownValue), tags: ["a", unknownValue], network: unknownValue };
  const news = await inputs(args);
  expect(news).toMatchObject(args);
  const { outs } = await provider.create(news, (request) => request.setPreview(true));
  expect(outs).toMatchObject({ ...args, numericId: unknownValue, routeStatus: unknownValue });
});

it("properties of more than four megabytes arrive, and a failure leaves out what it cannot carry", async () => {
  const { emulator, provider, inputs } = await startPlugin({ latency: { defaultMs: 600_000 } });
  const news = await inputs({ ...plainRoute, description: "x".repeat(5 * 1024 * 1024) });
  const { outs } = await provider.create(news, (request) => request.setPreview(true));
  expect(outs.description).toBe(news.description);
  await withLongEnoughDeadline(async (deadlineMs) => {
    await emulator.reset();
    const { message, partial } = await captureFailure(
      provider.create(news, (request) => request.setTimeout(deadlineMs / 1_000)),
    );
    expect(message).toMatch(/Not recorded, because it is too large to be sent beside an error: .*description\./);
    expect(partial?.properties).toMatchObject({ ...checkedRoute, __pending: pending });
  });
});

it("create and update end at the deadline of their request, with what is known as the record", async () => {
  const { emulator, provider, inputs } = await startPlugin({ latency: { defaultMs: 600_000 } });
  const description = secret("canary-description");
  const news = await inputs({ ...plainRoute, description });
  const properties = await withLongEnoughDeadline(async (deadlineMs) => {
    await emulator.reset();
    const first = await captureFailure(provider.create(news, (request) => request.setTimeout(deadlineMs / 1_000)));
    const short = formatDuration(deadlineMs);
    expect(first.message).toMatch(new RegExp(`^gce:Route "r": insert failed: not finished within ${short}\n`));
    expect(first.partial).toMatchObject({ id: routePath, reasons: [first.message] });
    return first.partial?.properties ?? {};
  });
  expect(properties).toMatchObject({ ...checkedRoute, description, __pending: pending });
  const again = await withLongEnoughDeadline(async (deadlineMs) => {
    const updating = provider.update(routePath, properties, news, (request) => request.setTimeout(deadlineMs / 1_000));
    const failure = await captureFailure(updating);
    expect(failure.message).toMatch(/an earlier insert is still running at the service/);
    return failure;
  });
  expect(again.partial?.properties).toMatchObject({ description, __pending: pending });
  emulator.finishOperations();
  const { outs } = await provider.update(routePath, again.partial?.properties ?? {}, news);
  expect(outs).toMatchObject({ description, routeStatus: "ACTIVE" });
});

it("read shows drift as inputs, and what has not drifted as the program says it; delete deletes once", async () => {
  const { emulator, provider, inputs, nextRun } = await startPlugin();
  const before = await inputs({ ...plainRoute, tags: [secret("a-secret-tag")] });
  const { id, outs } = await provider.create(before);
  expect(await provider.read(id, outs, before)).toEqual({ id, props: outs, inputs: before });
  emulator.objects.patch(routePath, { priority: 7 });
  const priority = { priority: 7 };
  const drifted = { id, props: { ...outs, ...priority }, inputs: { ...before, ...priority } };
  expect(await provider.read(id, outs, before)).toEqual(drifted);
  await nextRun();
  const other = id.replace(/r$/, "other");
  expect((await captureFailure(provider.delete(other, outs))).message).toMatch(
    /its id and its outputs name two objects/,
  );
  expect(emulator.objects.get(routePath)).toBeDefined();
  await provider.delete(id, outs);
  await provider.delete(id, outs);
  expect(emulator.objects.get(routePath)).toBeUndefined();
  expect(await provider.read(id, outs, before)).toMatchObject({ id: "", props: {} });
});

const text = "a-text-that-is-a-secret";
const secrets: readonly (readonly [where: string, kind: "Route" | "Snapshot", args: Properties])[] = [
  ["a text", "Route", { description: secret(text) }],
  ["an item of a list", "Route", { tags: ["open", secret(text)] }],
  ["a value of a map", "Snapshot", { labels: { open: "1", hidden: secret(text) } }],
  ["a whole map", "Snapshot", { labels: secret({ hidden: text }) }],
];

it.each(secrets)("%s that is secret stays it, wherever it comes back, and is in no message", async (_, kind, args) => {
  const { emulator, provider, inputs, nextRun } = await startPlugin({ kind, others: disks });
  const program = { ...(kind === "Route" ? plainRoute : { name: "s", sourceDisk: disk }), ...args };
  const news = await inputs(program);
  const { id, outs } = await provider.create(news);
  const read = await provider.read(id, outs, news);
  for (const properties of [news, outs, read.props, read.inputs ?? {}]) {
    expect(properties).toMatchObject(args);
    expect(inTheClear(properties)).not.toContain(text);
  }
  expect(await provider.diff(id, outs, news)).toMatchObject({ changes: false });
  await nextRun();
  emulator.fault({ match: { method: "DELETE" }, fault: { kind: "status", status: 400, message: `no ${text}` } });
  expect((await captureFailure(provider.delete(id, outs))).message).toContain("no [secret]");
  emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 503, message: `no ${text}` } });
  await provider.create(await inputs({ ...program, name: "another" }));
  expect(JSON.stringify(provider.logs)).toContain("no [secret]");
  expect(JSON.stringify(provider.logs)).not.toContain(text);
});

it.each(secrets)(
  "%s becomes secret without a request, where the program has it in the clear first",
  async (_, kind, args) => {
    const { emulator, provider, inputs } = await startPlugin({ kind, others: disks });
    const program = { ...(kind === "Route" ? plainRoute : { name: "s", sourceDisk: disk }), ...args };
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

it("a message has the earlier values of a patch, but no metadata, and nothing of what the program keeps secret", async () => {
  const { emulator, provider, inputs } = await startPlugin({
    kind: "RegionInstanceGroupManagerPatch",
    others: { [group]: { ...theirGroup, description: "their-words", updatePolicy: { type: "PROACTIVE" } } },
  });
  const properties = { labels: { team: "network" }, metadata: { key: "their-key" } };
  const program = (type: string) =>
    inputs({
      ...{ instanceGroupManager: group, description: secret("our-words") },
      ...{ updatePolicy: { type }, allInstancesConfig: { properties } },
    });
  const { id, outs } = await provider.create(await program("OPPORTUNISTIC"));
  const message = "PROACTIVE, OPPORTUNISTIC, network, their-words, our-words, their-key";
  emulator.fault({ match: { method: "PATCH" }, fault: { kind: "status", status: 400, message } });
  const update = provider.update(id, outs, await program("PROACTIVE"));
  expect((await captureFailure(update)).message).toContain(
    "PROACTIVE, OPPORTUNISTIC, network, [secret], [secret], [secret]",
  );
});

it("a key is secret although no program says so", async () => {
  const { provider, inputs } = await startPlugin({ kind: "Snapshot", others: disks });
  const rawKey = Buffer.alloc(32, 9).toString("base64");
  const news = await inputs({ name: "s", sourceDisk: disk, snapshotEncryptionKey: { rawKey } });
  const { outs } = await provider.create(news);
  for (const properties of [news, outs]) {
    expect(revealed(properties.snapshotEncryptionKey)).toMatchObject({ rawKey });
    expect(inTheClear(properties)).not.toContain(rawKey);
  }
});

it("check refuses a secret title of a condition, which the id would show, and warns once of each secret name", async () => {
  const { provider } = await startPlugin({ attaches: true });
  const [common, member] = [{ role: "roles/viewer" }, "user:ada@example.com"];
  const reasons = async (args: Properties) =>
    (await provider.check({}, args)).failures.map(({ reason }) => reason.replaceAll(/\s+/g, " "));
  for (const [index, kind] of ["FirewallPolicyIamMember", "FirewallPolicyIamBinding"].entries()) {
    provider.urn = toUrn(kind);
    const firewallPolicy = `12${String(index)}`;
    const args = { ...common, firewallPolicy, ...(index === 0 ? { member } : { members: [member] }) };
    const refusal = [expect.stringContaining(secretTitleReason) as string];
    for (const condition of [
      { title: secret("only for Ada"), expression: "true" },
      secret({ title: "only for Ada", expression: "true" }),
    ])
      expect(await reasons({ ...args, condition })).toEqual(refusal);
    for (const condition of [{ title: "plain", expression: secret("true") }, secret({ title: "", expression: "true" })])
      expect(await reasons({ ...args, condition })).toEqual([]);
  }
  provider.urn = toUrn("Route");
  const from = provider.logs.length;
  for (let time = 0; time < 2; time += 1) {
    expect(await reasons({ ...plainRoute, project: secret("hidden-project"), name: secret("hidden-name") })).toEqual(
      [],
    );
  }
  await expect
    .poll(() => provider.logs.slice(from).map(({ message }) => message))
    .toEqual([`gce:Route: ${secretNameWarning("project")}`, `gce:Route: ${secretNameWarning("name")}`]);
});
