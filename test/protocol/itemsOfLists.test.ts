import { describe, expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure, declared, project } from "../support/routeProvider";
import { global, root } from "./others";

/*
 * Items of a list that several owners share: a request has everybody's, and a program touches its own alone.
 */

const service = `${global}/backendServices/web`;
const group = (name: string) => `${root}projects/${project}/zones/us-central1-a/networkEndpointGroups/${name}`;
/** As the service answers it, and with a member that no version of this package knows. */
const item = (name: string, members: object = {}) => ({
  group: group(name),
  balancingMode: "RATE",
  maxRatePerEndpoint: 50,
  capacityScaler: 1,
  ...members,
});
const groups = Object.fromEntries(["one", "two", "mine", "new"].map((name) => [group(name).slice(root.length), {}]));
const theirs = [item("one", { trafficDuration: "LONG" }), item("two")];
const mine = {
  group: "zones/us-central1-a/networkEndpointGroups/mine",
  balancingMode: "RATE",
  maxRatePerEndpoint: 100,
};
const made = { group: group("mine"), balancingMode: "RATE", maxRatePerEndpoint: 100 };
/** The same at the service, which adds what it has by default. */
const placed = (members: object = {}) => ({ ...made, capacityScaler: 1, ...members });
const kind = "BackendServicePatch";

async function startService(backends: readonly object[] = theirs) {
  const started = await startKindProvider(kind, {
    others: { ...groups, [service]: { backends, protocol: "HTTP" } },
  });
  const { emulator, provider } = started;
  const inputs = (args: Properties) => started.inputs({ backendService: "web", deletionPolicy: "RESTORE", ...args });
  return {
    ...started,
    inputs,
    make: async (args: Properties) => provider.create(await inputs(args)),
    change: async (olds: { id: string; outs: Properties }, args: Properties) => ({
      id: olds.id,
      ...(await provider.update(olds.id, olds.outs, await inputs(args))),
    }),
    refresh: async ({ id, outs }: { id: string; outs: Properties }) => ({
      id,
      outs: (await provider.read(id, outs)).props,
    }),
    differs: async ({ id, outs }: { id: string; outs: Properties }, args: Properties) =>
      (await provider.diff(id, outs, await inputs(args))).changes,
    /** The backends at the service. */
    actual: () => emulator.objects.get(service)?.backends as Properties[],
    /** Somebody else sets the list. */
    set(backends: readonly object[]) {
      emulator.objects.patch(service, { backends });
    },
    sent: () =>
      emulator.requests().flatMap(({ method, body }) => (method === "PATCH" ? [(body as Properties).backends] : [])),
  };
}

describe("an item of a list", () => {
  it("is added behind those of others, which stay as they are, and taken out again", async () => {
    const { make, actual, provider, sent, differs } = await startService();
    const first = await make({ backends: [mine] });
    expect(actual()).toEqual([...theirs, placed()]);
    expect(sent()).toEqual([[...theirs, made]]);
    expect(first.outs.backends).toEqual([made]);
    expect(first.outs.managedFields).toEqual([
      'backends["zones/us-central1-a/networkEndpointGroups/mine"].balancingMode',
      'backends["zones/us-central1-a/networkEndpointGroups/mine"].group',
      'backends["zones/us-central1-a/networkEndpointGroups/mine"].maxRatePerEndpoint',
    ]);
    expect(await differs(first, { backends: [mine] })).toBe(false);
    await provider.delete(first.id, first.outs);
    expect(actual()).toEqual(theirs);
  });

  it("of somebody else is taken out where the program says so, and put back with all that it had", async () => {
    const { make, actual, set, provider, differs, change, refresh } = await startService();
    const without = { backends: [{ group: group("one"), absent: true }] };
    const first = await make(without);
    expect(actual()).toEqual([theirs[1]]);
    expect(await differs(first, without)).toBe(false);
    set([...theirs]);
    const again = await refresh(first);
    expect(await differs(again, without)).toBe(true);
    const third = await change(again, without);
    expect(actual()).toEqual([theirs[1]]);
    await provider.delete(first.id, third.outs);
    expect(actual()).toEqual([theirs[1], theirs[0]]);
  });

  it("that is gone unseen stays gone, whatever the program changes of it, until a refresh shows that", async () => {
    const { make, actual, set, change, refresh, differs, shownMessages } = await startService();
    const first = await make({ backends: [mine], timeoutSec: 40 });
    set(theirs);
    const next = { backends: [{ ...mine, maxRatePerEndpoint: 101 }], timeoutSec: 41 };
    const second = await change(first, next);
    expect(actual()).toEqual(theirs);
    expect(shownMessages()).toEqual([
      expect.stringContaining(
        'changed backends["zones/us-central1-a/networkEndpointGroups/mine"] (now absent) since the state recorded it',
      ),
    ]);
    const third = await refresh(second);
    expect(await differs(third, next)).toBe(true);
    await change(third, next);
    expect(actual()).toEqual([...theirs, placed({ maxRatePerEndpoint: 101 })]);
  });

  it("loses the members that leave the program, and not those of others", async () => {
    const { make, actual, change } = await startService();
    const first = await make({ backends: [{ ...mine, description: "ours", capacityScaler: 0.5 }] });
    await change(first, { backends: [mine] });
    expect(actual()[2]).toEqual(placed());
  });

  it.each([
    ["twice", [mine, { group: made.group, capacityScaler: 0 }], /backends\[1\] is the same item as backends\[0\]/],
    ["without a key", [{ capacityScaler: 0 }], /backends\[0\]\.group is required/],
    [
      "absent and with members",
      [{ ...mine, absent: true }],
      /backends\[0\]\.absent says .* balancingMode, maxRatePerEndpoint/,
    ],
  ])("%s is an error before any call", async (_words, backends, reason) => {
    const { provider, emulator } = await startService();
    const { failures } = await provider.check({}, declared(kind, { backendService: "web", backends }));
    expect(failures.map(({ reason: text }) => text)).toEqual([expect.stringMatching(reason)]);
    expect(emulator.requests()).toEqual([]);
  });

  it("meets a conflict only where somebody changes the same item", async () => {
    const { make, emulator, set, actual, inputs, provider } = await startService();
    const first = await make({ backends: [mine] });
    emulator.latency({ requestMs: 100 });
    /** An update with somebody else's hand between its read and its request. */
    const update = async (outs: Properties, maxRatePerEndpoint: number, hand: readonly object[]) => {
      emulator.clearRequests();
      const args = await inputs({ backends: [{ ...mine, maxRatePerEndpoint }] });
      const done = provider.update(first.id, outs, args);
      await expect.poll(() => emulator.requests()[0]?.status, { interval: 5 }).toBe(200);
      set(hand);
      return done;
    };
    const second = await update(first.outs, 101, [item("new"), ...theirs, made]);
    expect(actual()).toEqual([item("new"), ...theirs, placed({ maxRatePerEndpoint: 101 })]);
    const failure = await captureFailure(update(second.outs, 102, [...theirs, { ...made, maxRatePerEndpoint: 7 }]));
    expect(failure.message).toMatch(/mine"\]\.maxRatePerEndpoint was 101, is 7 now, and is 102 in the program/);
  });
});
