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

const snapshot = `${global}/snapshots/s`;
const association = `${global}/networks/default/firewallPolicyAssociation`;
const alice = "user:alice@example.com";
const always = { expression: "true", title: "always on" };
const terraformName = `${global}/networks/default`;

interface Readable {
  readonly kind: string;
  readonly others: Readonly<Record<string, object>>;
  /** The id that the state has. */
  readonly id: string;
  readonly ids: readonly string[];
  readonly shows: object;
}

const attachedAs = (name: string) => ({
  [`${global}/firewallPolicies/a`]: { associations: [{ name, attachmentTarget: network }] },
});
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
/** The forms of an id of a grant, with slashes and with spaces. */
const listPolicyIds = (...rest: string[]) =>
  [policy, "123456789", `${root}${policy}`].flatMap((each) => ["/", " "].map((mark) => [each, ...rest].join(mark)));

/** The objects that `get` reads, and by which ids, as the documentation of each resource says. */
const readables: readonly Readable[] = [
  {
    kind: "Route",
    others: { [routePath]: { ...plainRoute, network, priority: 1000 } },
    id: routePath,
    ids: [`${project}/r`, "r", `https://compute.googleapis.com/compute/v1/${routePath}`, `${root}${routePath}`],
    shows: { project, name: "r", network },
  },
  {
    kind: "Snapshot",
    others: { [snapshot]: { sourceDisk: `${root}${disk}`, labels: { theirs: "1" } } },
    id: snapshot,
    ids: [`${project}/s`, "s", `${root}${snapshot}`],
    shows: { project, name: "s", effectiveLabels: { theirs: "1" } },
  },
  {
    kind: "NetworkFirewallPolicyAssociation",
    others: attachedAs("guard"),
    id: association,
    ids: [
      `${root}${association}`,
      ...[`${global}/firewallPolicies/a/associations/guard`, `${project}/a/guard`, "a/guard"],
    ],
    shows: { name: "guard", attachmentTarget: network, firewallPolicy: `${root}${global}/firewallPolicies/a` },
  },
  {
    kind: "NetworkFirewallPolicyAssociation",
    others: attachedAs(terraformName),
    id: association,
    ids: [`${global}/firewallPolicies/a/associations/${terraformName}`, `a/${terraformName}`],
    shows: { name: terraformName, attachmentTarget: network },
  },
  {
    kind: "TargetSslProxyCertificateMap",
    others: {
      [proxy]: { certificateMap: mapNamed("m") },
    },
    id: `${proxy}/certificateMap`,
    ids: [`${project}/mail`, "mail", `${root}${proxy}`],
    shows: { project, targetSslProxy: `${root}${proxy}` },
  },
  {
    kind: "FirewallPolicyIamBinding",
    others: grants,
    id: `${policy}/${role}`,
    ids: listPolicyIds(role),
    shows: { firewallPolicy: `${root}${policy}`, role, members: [alice] },
  },
  {
    kind: "FirewallPolicyIamMember",
    others: grants,
    id: `${policy}/${role}/${alice}`,
    ids: listPolicyIds(role, "user:ALICE@example.com"),
    shows: { firewallPolicy: `${root}${policy}`, role, member: alice },
  },
  {
    kind: "FirewallPolicyIamPolicy",
    others: grants,
    id: policy,
    ids: ["123456789", `${root}${policy}`],
    shows: { firewallPolicy: `${root}${policy}` },
  },
];

describe("get", () => {
  it("reads an object of every kind by every form of its id, gives the one of the state, and fails with the reason", async () => {
    const { emulator, provider } = await startKindProvider("Route");
    for (const { kind, others, id, ids, shows } of readables) {
      for (const [path, object] of Object.entries(others)) emulator.objects.put(path, { ...object });
      for (const inputId of [id, ...ids]) {
        const read = await provider.read(inputId, { __provider: loader(kind) });
        expect(read, inputId).toMatchObject({ id, props: shows, inputs: undefined });
      }
    }
    emulator.objects.put(policy, { ...grants[policy] });
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
