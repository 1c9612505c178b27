import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure } from "../support/routeProvider";
import { global, group, mapNamed, network, policies, proxies, proxy, theirGroup } from "./others";

interface Row {
  readonly kind: string;
  readonly others: Readonly<Record<string, object>>;
  readonly args: Properties;
  /** The arguments of a change. */
  readonly next: Properties;
  /** The object at the service. */
  readonly path: string;
  /** The effect of the change on it. */
  readonly effect: Readonly<Record<string, unknown>>;
  /** The members that a failed operation sets, where they are not the effect. */
  readonly landsAs?: Readonly<Record<string, unknown>>;
}

const patch: Row = {
  kind: "RegionInstanceGroupManagerPatch",
  others: { [group]: theirGroup },
  args: { instanceGroupManager: "web", description: "ours", deletionPolicy: "RESTORE" },
  next: { description: "newer" },
  path: group,
  effect: { description: "newer" },
  landsAs: { description: "newer", fingerprint: "bmV3" },
};

const map: Row = {
  kind: "TargetSslProxyCertificateMap",
  others: { [proxy]: { ...proxies[proxy], certificateMap: mapNamed("theirs") } },
  args: { targetSslProxy: "mail", certificateMap: "ours" },
  next: { certificateMap: "newer" },
  path: proxy,
  effect: { certificateMap: mapNamed("newer") },
};

const association: Row = {
  kind: "NetworkFirewallPolicyAssociation",
  others: policies,
  args: { name: "guard", attachmentTarget: "default", firewallPolicy: "a" },
  next: { firewallPolicy: "b" },
  path: `${global}/firewallPolicies/b`,
  effect: { associations: [{ name: "guard", attachmentTarget: network }] },
  landsAs: {},
};

/** The next operation fails, with its effect or without. */
function fails(emulator: Emulator, { effect, landsAs = effect }: Row, hasEffect = true): void {
  const errors = [{ code: "INTERNAL_ERROR", message: "Internal error." }];
  emulator.fault({ fault: { kind: "operationError", errors, ...(hasEffect && { landsAs: { ...landsAs } }) } });
}

const changes = ({ requests }: Emulator) =>
  requests().filter(({ method, path }) => method !== "GET" && !path.endsWith("/wait")).length;

/** A resource that was made, a change of it that fails, and the next run. */
async function startFailedChange(row: Row, hasEffect: boolean) {
  const { emulator, provider, inputs, nextRun } = await startKindProvider(row.kind, { others: row.others });
  const { id, outs } = await provider.create(await inputs(row.args));
  const news = await inputs({ ...row.args, ...row.next });
  fails(emulator, row, hasEffect);
  const { message, partial } = await captureFailure(provider.update(id, outs, news));
  await nextRun();
  emulator.clearRequests();
  return { emulator, provider, id, outs, news, message, recorded: partial?.properties ?? {} };
}

describe.each([patch, association])("a change of a $kind whose operation has failed", (row) => {
  it("says that the service shows it, and the next run has nothing to send", async () => {
    const { emulator, provider, id, news, message, recorded } = await startFailedChange(row, true);
    expect(message).toContain("INTERNAL_ERROR");
    expect(message).toContain("The operation failed, and the service shows the change all the same.");
    const { outs } = await provider.update(id, recorded, news);
    expect([changes(emulator), outs.__pending]).toEqual([0, undefined]);
    expect(emulator.objects.get(row.path)).toMatchObject(row.effect);
  });

  it("says that the service does not show it, and the next run makes it", async () => {
    const { emulator, provider, id, news, message, recorded } = await startFailedChange(row, false);
    expect(message).toContain("The operation failed, and the service does not show the change so far.");
    expect(recorded).toMatchObject({ __pending: [{ operation: expect.any(String) as string }] });
    await provider.update(id, recorded, news);
    expect(changes(emulator)).toBe(1);
    expect(emulator.objects.get(row.path)).toMatchObject(row.effect);
  });
});

describe.each([patch, map])("a create of a $kind whose operation has failed after its effect", (row) => {
  const [member = ""] = Object.keys(row.effect);

  async function startFailedCreate(lateReads = 0) {
    const started = await startKindProvider(row.kind, { others: row.others });
    const { emulator, provider, inputs, nextRun } = started;
    const before = emulator.objects.get(row.path) ?? {};
    const news = await inputs({ ...row.args, ...row.next });
    fails(emulator, row);
    // The read before the change is one of them.
    const fault = { kind: "status", status: 200, body: JSON.stringify(before) } as const;
    emulator.fault({ match: { method: "GET", path: `/${row.path}$` }, times: lateReads + 1, fault });
    const { partial } = await captureFailure(provider.create(news));
    expect(emulator.objects.get(row.path)).toMatchObject(row.effect);
    await nextRun();
    return { ...started, news, previous: before[member], partial };
  }

  it.each([0, 1])("is recorded with what was there before, after %i late reads", async (lateReads) => {
    const { emulator, provider, shownMessages, previous, partial } = await startFailedCreate(lateReads);
    await provider.delete(partial?.id ?? "", partial?.properties ?? {});
    expect(emulator.objects.get(row.path)?.[member]).toEqual(previous);
    expect(shownMessages().filter((message) => /unknown|not known|left alone/.test(message))).toEqual([]);
  });

  it("counts as the earlier value if its run has recorded nothing, with a warning", async () => {
    const { emulator, provider, shownMessages, news } = await startFailedCreate();
    const { id, outs } = await provider.create(news);
    expect(shownMessages().join("\n")).toMatch(/counts as the earlier (?:value|map).* run that was killed/);
    await provider.delete(id, outs);
    expect(emulator.objects.get(row.path)).toMatchObject(row.effect);
  });
});

it("a change that the service has refused is no possible one: the next create knows what was there before", async () => {
  const { kind, others, args, next, path } = patch;
  const { emulator, provider, inputs, nextRun, shownMessages } = await startKindProvider(kind, { others });
  const news = await inputs({ ...args, ...next });
  emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "Quota." }] } });
  const { message, partial } = await captureFailure(provider.create(news));
  expect(message).toContain("Nothing was changed.");
  expect(partial).toBeUndefined();
  await nextRun();
  const { id, outs } = await provider.create(news);
  await provider.delete(id, outs);
  expect(emulator.objects.get(path)).toMatchObject({ description: "theirs" });
  expect(shownMessages()).toEqual([]);
});

it("a swap whose operation has failed after its effect is refused if its run has recorded nothing", async () => {
  const { provider, emulator, id, outs, news } = await startFailedChange(association, true);
  const { message } = await captureFailure(provider.update(id, outs, news));
  expect(message).toMatch(
    /held by an association that is not recorded as one of this resource[^]*replaceExistingAssociation: true/,
  );
  expect(changes(emulator)).toBe(0);
  const recordedNow = await provider.update(id, outs, { ...news, replaceExistingAssociation: true });
  expect(recordedNow.outs).toMatchObject({ name: news.name });
});
