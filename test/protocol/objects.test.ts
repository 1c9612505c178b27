import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { startKindProvider } from "../support/kindProvider";
import {
  captureFailure,
  plainRoute,
  project,
  routePath,
  routesPath,
  startRouteProvider,
} from "../support/routeProvider";
import { disk, disks, global, mapNamed, network, policy, proxy, role, root } from "./others";

const alice = "user:alice@example.com";
const always = { expression: "true", title: "always on" };
const association = { name: "guard", attachmentTarget: network };
const grants = {
  [policy]: {
    iamPolicy: {
      bindings: [
        { role, members: [alice] },
        { role, members: [alice], condition: always },
      ],
    },
  },
};
const firewallPolicy = `${root}${policy}`;

/** The objects that `get` reads, by an id of a program and by that of the state. */
const readables: readonly [kind: string, id: string, recorded: string, shows: object][] = [
  ["Route", `${root}${routePath}`, routePath, { project, name: "r", network }],
  ["Snapshot", `${project}/s`, `${global}/snapshots/s`, { project, name: "s", effectiveLabels: { theirs: "1" } }],
  [
    "NetworkFirewallPolicyAssociation",
    "a/guard",
    `${global}/networks/default/firewallPolicyAssociation`,
    { ...association, firewallPolicy: `${root}${global}/firewallPolicies/a` },
  ],
  ["TargetSslProxyCertificateMap", "mail", `${proxy}/certificateMap`, { project, targetSslProxy: `${root}${proxy}` }],
  ["FirewallPolicyIamBinding", `123456789 ${role}`, `${policy}/${role}`, { firewallPolicy, role, members: [alice] }],
  [
    "FirewallPolicyIamMember",
    `${policy}/${role}/user:ALICE@example.com`,
    `${policy}/${role}/${alice}`,
    { firewallPolicy, role, member: alice },
  ],
  ["FirewallPolicyIamPolicy", "123456789", policy, { firewallPolicy }],
];

it("get reads an object of every kind, gives the id of the state, and fails with the reason", async () => {
  const { provider } = await startKindProvider("Route", {
    others: {
      ...grants,
      [routePath]: { ...plainRoute, network, priority: 1000 },
      [`${global}/snapshots/s`]: { sourceDisk: `${root}${disk}`, labels: { theirs: "1" } },
      [`${global}/firewallPolicies/a`]: { associations: [association] },
      [proxy]: { certificateMap: mapNamed("m") },
    },
  });
  for (const [kind, written, id, shows] of readables) {
    for (const one of [written, id]) {
      const read = await provider.read(one, { __provider: loader(kind) });
      expect(read, one).toMatchObject({ id, props: shows, inputs: undefined });
    }
  }
  const conditional = { __provider: loader("FirewallPolicyIamBinding") };
  const { id, props } = await provider.read(`123456789 ${role} always on`, conditional);
  expect(id).toMatch(/\/always%20on~[0-9a-f]{10}$/);
  expect(props).toMatchObject({ members: [alice], condition: always });
  const nowhere = `gce:Route "nowhere": read failed: ${routesPath}/nowhere does not exist.`;
  for (const [wrong, words] of [
    ["nowhere", nowhere],
    ["a/b/c", '"a/b/c" is not the id of a route'],
  ] as const) {
    const { message } = await captureFailure(provider.read(wrong, { __provider: loader("Route") }));
    expect(message).toContain(words);
  }
});

describe("what is recorded", () => {
  it("of a route is what the service has, and the settings that later steps need", async () => {
    const { emulator, provider, inputs } = await startRouteProvider();
    const args = { ...plainRoute, deletionPolicy: "ABANDON", adoptExisting: false };
    const { id, outs } = await provider.create(await inputs(args, { delete: "1m" }));
    expect(id).toBe(routePath);
    expect(outs).toEqual({
      __provider: loader("Route"),
      project,
      name: "r",
      network,
      destRange: "10.1.0.0/16",
      priority: 1000,
      nextHopIp: "10.0.0.9",
      kind: "compute#route",
      numericId: emulator.objects.get(routePath)?.id,
      creationTimestamp: expect.stringMatching(/^\d{4}-/) as string,
      selfLink: `${root}${routePath}`,
      routeType: "STATIC",
      routeStatus: "ACTIVE",
      deletionPolicy: "ABANDON",
      __timeouts: { delete: "1m" },
    });
  });

  it("of a key in either form is its hash in the clear", async () => {
    const { provider, inputs, made } = await startKindProvider("Snapshot", { others: disks });
    for (const [member, bytes] of [
      ["rawKey", 32],
      ["rsaEncryptedKey", 256],
    ] as const) {
      const snapshotEncryptionKey = { [member]: Buffer.alloc(bytes, 1).toString("base64") };
      const args = { name: member.toLowerCase(), sourceDisk: disk, snapshotEncryptionKey };
      const { id, outs } = await made(args);
      const sha256 = outs.snapshotEncryptionKeySha256;
      expect(sha256).toMatch(/^[\w+/]{43}=$/);
      expect(outs.snapshotEncryptionKey).toEqual({ ...snapshotEncryptionKey, sha256 });
      expect(await provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
      expect(await provider.diff(id, outs, await inputs(args))).toMatchObject({ changes: false });
    }
  });
});

it("waits for as many operations as there are routes, over one pool of connections", async () => {
  const { emulator, provider, inputs, routes } = await startRouteProvider({ latency: { defaultMs: 600_000 } });
  const names = Array.from({ length: 100 }, (_, index) => `r-${String(index)}`);
  const all = await Promise.all(names.map((name) => inputs({ ...plainRoute, name })));
  const made = Promise.all(all.map((each) => provider.create(each)));
  // Nothing ends before all are under way.
  const waits = () => emulator.requests().filter(({ path }) => path.endsWith("/wait"));
  await expect.poll(() => waits().length, { timeout: 50_000 }).toBe(names.length);
  emulator.finishOperations();
  expect(new Set((await made).map(({ id }) => id)).size).toBe(names.length);
  expect(routes()).toHaveLength(names.length);
  expect(emulator.requests()).toHaveLength(3 * names.length);
});
