import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { pluginToken, typeToken } from "../../provider/src/names/typeToken";
import { nameOf, registeredKinds } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { global, networkPath, region, root } from "../kinds/parts/calls";
import { startTwoFacedStack, writeAdoption, type Declared } from "../support/bothFaces";
import { failed, mutations, succeeded } from "../support/routeStack";
import type { StateResource } from "../support/stack";

const rawKey = randomBytes(32).toString("base64");
const zone = region.replace("regions/us-central1", "zones/us-central1-a");
const toRange = { network: "default", destRange: "10.7.0.0/16" };
const route = (name: string, args: object): Declared => ({ kind: "Route", name, args: { name, ...toRange, ...args } });
const snapshot = (name: string, args: object): Declared => ({ kind: "Snapshot", name, args: { name, ...args } });

const importable = registeredKinds.filter(({ definition }) => definition.unreadable === undefined);

/** One of each kind that can be imported, and further ones of those with several forms. */
const declared: readonly Declared[] = [
  ...importable.map((kind) => ({ kind: nameOf(kind), name: nameOf(kind), args: kind.fullProgram })),
  route("by-address", { nextHopIp: "10.0.0.9", priority: 900 }),
  snapshot("of-disk", { sourceDisk: `${zone}/disks/e`, snapshotType: "ARCHIVE", chainName: "c" }),
  snapshot("of-instant", { sourceInstantSnapshot: `${zone}/instantSnapshots/i` }),
  snapshot("with-key", { sourceDisk: `${zone}/disks/e`, snapshotEncryptionKey: { rawKey } }),
];

/**
 * The arguments that the program of a kind gives, without defaults, what is ours alone and the labels that all may set, and with
 * the project.
 */
function listPrinted({ definition: { fields }, fullProgram }: TestedKind): string {
  const shown = Object.entries(fullProgram).filter(([name, value]) => {
    const field = fields[name];
    return field !== undefined && field.default !== value && field.fromSettings === undefined;
  });
  const names = [...shown.map(([name]) => name), ...("project" in fields ? ["project"] : [])];
  return [...new Set(names)].sort().join(" ");
}

/** The arguments of the program that an import prints. */
const printed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(importable.map((kind) => [nameOf(kind), listPrinted(kind)])),
  "by-address": "destRange name network nextHopIp priority project",
  "of-disk": "chainName name project snapshotType sourceDisk storageLocations",
  "of-instant": "name project sourceInstantSnapshot storageLocations",
  "with-key": "name project snapshotEncryptionKey sourceDisk storageLocations",
};

it("imports each kind by its id, and a class takes what is imported over without a request", async () => {
  const { emulator, stack, declare, recordRequests, importAll } = await startTwoFacedStack();
  for (const { calls } of registeredKinds) calls[0]?.seed(emulator);
  emulator.objects.put(`${zone}/disks/e`, { sizeGb: "20" });
  emulator.objects.put(`${zone}/instantSnapshots/i`, { sourceDisk: `${zone}/disks/e` });
  const kept = declared.map((one) => ({ ...one, options: { retainOnDelete: true } }));
  declare("class", kept);
  succeeded(await stack.up());
  const made = stack.managed().map(({ urn, type, id = "" }) => {
    return { kind: type.replace(typeToken(""), ""), name: urn.replace(/^.*::/, ""), id };
  });
  stack.program("");
  succeeded(await stack.up());
  expect(stack.managed()).toEqual([]);

  const output = succeeded(await importAll(made));
  // The hash of a key is all that the service shows, and the message says what to give in its place.
  const problems = [...output.matchAll(/'(.*)' has a problem: (\S+)/g)].map(([, name, place]) => `${name} ${place}`);
  expect([...new Set(problems)]).toEqual(["with-key snapshotEncryptionKey.sha256"]);
  const exported = await stack.mustSucceed(["stack", "export", "--show-secrets"]);
  const { deployment } = JSON.parse(exported, withoutSecretMarks) as { deployment: { resources: StateResource[] } };
  const ofPlugin = deployment.resources.filter(({ type }) => type.startsWith(pluginToken("")));
  const imported = ofPlugin.map(({ urn, type, id, protect, inputs = {} }) => {
    expect(protect).toBe(true);
    return { kind: type.replace(pluginToken(""), ""), name: urn.replace(/^.*::/, ""), id, inputs };
  });
  expect(Object.fromEntries(imported.map(({ name, inputs }) => [name, Object.keys(inputs).sort().join(" ")]))).toEqual(
    printed,
  );

  const asPrinted = imported.map(({ kind, name, inputs }) => {
    const args = name === "with-key" ? { ...inputs, snapshotEncryptionKey: { rawKey } } : inputs;
    return { kind, name, args, options: { protect: true } };
  });
  declare("class", writeAdoption("class", asPrinted));
  expect(await recordRequests(() => stack.up())).toEqual([]);
  expect(stack.managed().map(({ type, id }) => [type, id])).toEqual(
    expect.arrayContaining(imported.map(({ kind, id }) => [typeToken(kind), id])),
  );
  expect(stack.stateText()).not.toContain(rawKey);
  succeeded(await stack.up("--expect-no-changes", "--refresh"));
});

function withoutSecretMarks(_key: string, value: unknown): unknown {
  const { plaintext } = (value ?? {}) as { plaintext?: string };
  return plaintext === undefined ? value : JSON.parse(plaintext);
}

it("says what to do where an import cannot work, and where a class does not name what was imported", async () => {
  const { emulator, stack, declare, recordRequests, importAll } = await startTwoFacedStack();
  const network = root + networkPath;
  emulator.objects.put(`${global}/routes/old`, { ...toRange, network, nextHopIp: "10.0.0.9", priority: 1000 });
  const group = { kind: "RegionInstanceGroupManagerPatch", name: "web", id: `${region}/instanceGroupManagers/web` };
  expect(failed(await importAll([group]))).toMatch(
    /nothing at the service shows which values belong to it\.\s+Declare the fields to manage/,
  );
  succeeded(await importAll([{ kind: "Route", name: "old", id: `${global}/routes/old` }]));

  const old = [route("old", { nextHopIp: "10.0.0.9" })];
  declare("class", old);
  // The import protects the object from the delete that a program without it asks for.
  expect(failed(await stack.preview())).toContain("it is protected");
  expect(failed(await stack.up())).toMatch(/exists already\s[^]*under another name, type or provider, set the option/);
  declare("class", writeAdoption("class", old));
  expect(await recordRequests(() => stack.up())).toEqual([]);
  succeeded(await stack.destroy());
  expect(mutations(emulator)).toEqual(["delete old"]);
});
