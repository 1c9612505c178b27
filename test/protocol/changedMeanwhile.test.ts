import { expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, declared, project, toClassUrn } from "../support/routeProvider";
import type { Properties } from "../support/providerProcess";
import { listVerbs } from "./budgets";
import { disk, disks, global } from "./others";
import { answers } from "./userMessages/rows";

/*
 * Changes that somebody has made at the service since the last run, and that the program says by now. A replacement that compares the
 * program with the state alone would delete it for nothing.
 */

const key = (name: string) => ({ kmsKeyName: `projects/${project}/locations/us/keyRings/ring/cryptoKeys/${name}` });
const snapshot = { sourceDisk: disk, snapshotEncryptionKey: key("a") };
const route = { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", description: "a" };

/** A resource of an earlier run, and a run whose program says something else; a name says that the old one is deleted first. */
async function startChange(kind: string, args: Properties, change: Properties) {
  const started = await startKindProvider(kind, { others: disks });
  const { emulator, provider, nextRun } = started;
  provider.urn = toClassUrn(kind);
  const first = await provider.check({}, declared(kind, args));
  const { id, outs } = await provider.create(first.inputs);
  await nextRun();
  const program = declared(kind, { ...args, ...change });
  /** Asks as the engine does for a change: the name of a replacement is made by another check. */
  const ask = async () => {
    const { inputs } = await provider.check(first.inputs, program);
    const diff = await provider.diff(id, outs, inputs);
    emulator.clearRequests();
    return { ...diff, inputs: "name" in args ? inputs : (await provider.check({}, program)).inputs };
  };
  return { ...started, id, outs, program, ask };
}

const unneeded = [
  {
    title: "the key of a snapshot",
    kind: "Snapshot",
    args: snapshot,
    change: { snapshotEncryptionKey: key("b") },
    theirs: { snapshotEncryptionKey: { kmsKeyName: `${key("b").kmsKeyName}/cryptoKeyVersions/3` } },
    says: /snapshotEncryptionKey is \{"kmsKeyName":"[^"]*\/a[^"]*"\} in the state, and \{"kmsKeyName":"[^"]*\/b\/cryptoKeyVersions\/3"\} at the service, as the program says/,
  },
  {
    title: "a description that the program and the service no longer have",
    kind: "Route",
    args: route,
    change: { description: null },
    theirs: { description: null },
    says: /description is "a" in the state, and not set at the service, as the program says/,
  },
  {
    title: "two arguments of a route",
    kind: "Route",
    args: route,
    change: { description: "b", priority: 7 },
    theirs: { description: "b", priority: 7 },
    says: /description is "a"[^]*priority is 1000 in the state, and 7 at the service/,
  },
];

it.each(unneeded)(
  "$title, as the program says it by now, ends a replacement before it begins",
  async ({ kind, args, change, theirs, says }) => {
    const { emulator, provider, id, outs, ask, nextRun } = await startChange(kind, args, change);
    emulator.objects.patch(id, theirs);
    const before = emulator.objects.list();

    const { replaces, deleteBeforeReplace, inputs } = await ask();
    expect([replaces, deleteBeforeReplace]).toEqual([Object.keys(change), false]);
    const { message, partial } = await captureFailure(provider.create(inputs));
    expect(message).toMatch(says);
    expect(message).toContain("Run `pulumi refresh`, which records that, and then `pulumi up`.");
    expect(message).toContain("Nothing was created, and nothing was deleted.");
    expect([partial, listVerbs(emulator), emulator.objects.list()]).toEqual([undefined, ["get"], before]);

    await nextRun();
    const read = await provider.read(id, outs);
    const again = await provider.check(inputs, declared(kind, { ...args, ...change }));
    expect(await provider.diff(id, read.props, { ...again.inputs, name: outs.name })).toMatchObject({
      changes: false,
      replaces: [],
    });
  },
);

const changed = { description: "b" };
/** Somebody else changes the object so. */
type Hand = (at: Awaited<ReturnType<typeof startChange>>) => void;
const sets =
  (description: string): Hand =>
  ({ emulator, id }) =>
    void emulator.objects.patch(id, { description });
const makesAnew: Hand = ({ emulator, id, outs }) => {
  emulator.objects.delete(id);
  emulator.objects.put(id, { ...route, network: outs.network, ...changed });
};

it.each<[what: string, args: Properties, change: Properties, hand: Hand, looks: boolean, kind?: string]>([
  ["that somebody has changed to something else", route, changed, sets("c"), true],
  ["that agrees in one of two fields only", route, { ...changed, priority: 7 }, sets("b"), true],
  ["that somebody has deleted", route, changed, ({ emulator, id }) => void emulator.objects.delete(id), true],
  ["that somebody has deleted, and made again as the program says", route, changed, makesAnew, true],
  [
    "whose key the service never shows",
    { ...snapshot, sourceDiskEncryptionKey: key("a") },
    { sourceDiskEncryptionKey: key("b") },
    () => undefined,
    true,
    "Snapshot",
  ],
  // No look can tell that nothing has to change.
  ["that gets another name", { ...route, name: "one" }, { ...changed, name: "two" }, sets("b"), false],
  ["that is left in place", { ...route, deletionPolicy: "ABANDON" }, changed, sets("b"), false],
])("an object %s is replaced", async (_what, args, change, hand, looks, kind = "Route") => {
  const started = await startChange(kind, args, change);
  const { emulator, provider, ask } = started;
  hand(started);
  const { inputs, replaces } = await ask();
  expect(replaces.length).toBeGreaterThan(0);
  const made = await provider.create(inputs);
  expect(listVerbs(emulator)).toEqual([...(looks ? ["get"] : []), "insert", "wait", "get"]);
  await provider.delete(started.id, started.outs);
  expect(emulator.objects.get(made.id)?.id).toBe(made.outs.numericId);
});

it("a snapshot that has failed is replaced, also where somebody has made it agree", async () => {
  const started = await startChange("Snapshot", snapshot, { snapshotEncryptionKey: key("b") });
  const { emulator, provider, id, outs, program } = started;
  emulator.objects.patch(id, { status: "FAILED", snapshotEncryptionKey: key("b") });
  const { inputs } = await provider.check({}, program);
  const diff = await provider.diff(id, { ...outs, status: "FAILED" }, { ...inputs, name: outs.name });
  expect(diff).toMatchObject({ replaces: ["snapshotEncryptionKey", "status"], deleteBeforeReplace: true });
  await provider.delete(id, outs);
  expect(emulator.objects.get(id)).toBeUndefined();
});

it("a change in place that the option replaceOnChanges makes a replacement is looked at, too", async () => {
  const [old, labels] = [{ labels: { team: "a" } }, { labels: { team: "b" } }];
  const { emulator, provider, id, ask } = await startChange("Snapshot", { ...snapshot, ...old }, labels);
  emulator.objects.patch(id, labels);
  const { replaces, inputs } = await ask();
  expect(replaces).toEqual([]);
  const { message } = await captureFailure(provider.create(inputs));
  expect(message).toMatch(
    /labels is \{"team":"a"\} in the state, and \{"team":"b"\} at the service, as the program says/,
  );
  expect(emulator.objects.list(`${global}/snapshots/`)).toHaveLength(1);
});

it("a replacement that Pulumi decides on without a difference is not looked at", async () => {
  const { emulator, provider, ask, id, outs } = await startChange("Route", route, {});
  await ask();
  emulator.clearRequests();
  const { inputs } = await provider.check({}, declared("Route", { ...route, name: "other" }));
  await provider.create(inputs);
  expect(listVerbs(emulator)).toEqual(["insert", "wait", "get"]);
  await provider.delete(id, outs);
  expect(emulator.objects.get(id)).toBeUndefined();
});

it("a replacement whose old object nobody may look at fails, and changes nothing", async () => {
  const { emulator, provider, ask } = await startChange("Route", route, { description: "b" });
  const { inputs } = await ask();
  answers(403, "forbidden", "no")(emulator);
  const { message, partial } = await captureFailure(provider.create(inputs));
  expect(message).toMatch(/replace failed: HTTP 403 forbidden: no[^]*Nothing was created, and nothing was deleted\./);
  expect([partial, listVerbs(emulator)]).toEqual([undefined, ["get"]]);
});
