import { format } from "oxfmt";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { readTypeScript } from "../support/adoptedProgram";
import { run, startCli } from "../support/cli";
import { fc, runs } from "../support/property";
import { declared, project } from "../support/routeProvider";
import { ProviderProcess, type Properties } from "../support/providerProcess";
import { root } from "../kinds/parts/calls";
import { exactMembers, memberSpellings } from "../support/whatPeopleWrite/members";

/*
 * Any objects → the program that `pulumi-gce adopt` writes → an `up` that sends no change, a second one that has none, and a
 * refresh without drift.
 */

const global = `${root}projects/${project}/global`;
const zone = `${root}projects/${project}/zones/us-central1-a`;
const region = `${root}projects/${project}/regions/us-central1`;
const elsewhere = `${root}projects/another-project`;

/** Some members of an object of the service, each of them often absent. */
const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });

const name = fc.stringMatching(/^[a-z]([a-z0-9-]{0,20}[a-z0-9])?$/);
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,10}$/);
const description = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("${x}", "\u202e", "`'\"\\", "*/"));
const network = fc.constantFrom(`${global}/networks/default`, `${global}/networks/web`);

const nextHop = fc.constantFrom<Properties>(
  { nextHopGateway: `${global}/gateways/default-internet-gateway` },
  { nextHopIp: "10.128.0.9" },
  { nextHopInstance: `${zone}/instances/nat`, nextHopIp: "10.128.0.9" },
  { nextHopIlb: `${region}/forwardingRules/rule` },
  { nextHopIlb: "10.128.0.10" },
  { nextHopVpnTunnel: `${region}/vpnTunnels/tunnel` },
  { nextHopNetwork: `${global}/networks/default`, routeType: "STATIC" },
  { nextHopNetwork: `${global}/networks/default`, routeType: "SUBNET" },
  { nextHopPeering: "peering" },
);

const route = fc
  .tuple(
    some({
      description,
      tags: fc.uniqueArray(
        word.filter((tag) => !/[_]|-$/.test(tag)),
        { maxLength: 4 },
      ),
      priority: fc.integer({ min: 0, max: 65_535 }),
    }),
    fc.record({ destRange: fc.constantFrom("0.0.0.0/0", "10.1.0.0/16", "192.0.2.1/32") }),
    nextHop,
  )
  .map(
    (parts): Properties =>
      Object.assign({ priority: 1000, network: `${global}/networks/default` }, ...parts) as Properties,
  );

const source = fc.constantFrom<Properties>(
  { sourceDisk: `${zone}/disks/d` },
  { sourceDisk: `${region}/disks/d` },
  { sourceDisk: `${elsewhere}/zones/europe-west1-b/disks/d` },
  { sourceDisk: `${zone}/disks/d`, sourceInstantSnapshot: `${zone}/instantSnapshots/i` },
);

const snapshot = fc
  .tuple(
    some({
      description,
      labels: fc.dictionary(fc.oneof(word, fc.constant("goog-managed")), word, { maxKeys: 4 }),
      storageLocations: fc.constantFrom(["eu"], ["europe-west1"]),
      chainName: name,
      snapshotType: fc.constantFrom("STANDARD", "ARCHIVE"),
      snapshotEncryptionKey: fc.constantFrom(
        { sha256: "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=" },
        { kmsKeyName: `projects/${project}/locations/eu/keyRings/ring/cryptoKeys/key/cryptoKeyVersions/1` },
      ),
      autoCreated: fc.boolean(),
      status: fc.constantFrom("READY", "FAILED", "CREATING"),
    }),
    source,
  )
  .map((parts): Properties => Object.assign({}, ...parts) as Properties);

const member = fc.constantFrom(...memberSpellings.flat(), ...exactMembers);
const binding = fc.record(
  {
    role: fc.constantFrom("roles/compute.admin", "roles/viewer", `projects/${project}/roles/own`),
    members: fc.uniqueArray(member, { minLength: 1, maxLength: 6, selector: (one) => one.toLowerCase() }),
    condition: fc.record({
      expression: fc.constantFrom("true", "request.time < timestamp('2030-01-01T00:00:00Z')"),
      title: description,
    }),
  },
  { requiredKeys: ["role", "members"] },
);

const world = fc.record({
  routes: fc.array(route, { maxLength: 4 }),
  snapshots: fc.array(snapshot, { maxLength: 4 }),
  networks: fc.uniqueArray(network),
  associationNames: fc.tuple(description, name, description),
  maps: fc.array(
    fc
      .constantFrom(project, "another-project")
      .map((owner) => `//certificatemanager.googleapis.com/projects/${owner}/locations/global/certificateMaps/m`),
    { maxLength: 2 },
  ),
  bindings: fc.array(binding, { maxLength: 3 }),
});

type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

it("a program that adopt writes is formatted, sends no change, and describes each object as it is", async () => {
  const { emulator } = await startCli();
  const provider = await ProviderProcess.start({
    config: { "gcp:project": project, "gcp:accessToken": "token", "gcp:computeCustomEndpoint": emulator.endpoint },
  });
  try {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(world, async (objects) => {
        number += 1;
        await emulator.reset();
        put(emulator, objects, number);
        await expectAdoptable(emulator, provider, number);
      }),
      { numRuns: runs(15) },
    );
  } finally {
    await provider.stop();
  }
});

/** @param number tells the names of one world from those of the others */
function put(
  { objects }: Emulator,
  { routes, snapshots, networks, associationNames, maps, bindings }: World,
  number: number,
) {
  const prefix = `x${String(number)}`;
  const own = `projects/${project}/global`;
  routes.forEach((one, index) => objects.put(`${own}/routes/${prefix}-${String(index)}`, one));
  snapshots.forEach((one, index) => objects.put(`${own}/snapshots/${prefix}-${String(index)}`, one));
  const associations = networks.map((network, index) => ({
    name: `${associationNames[index] ?? ""}${String(index)}`,
    attachmentTarget: `${network}-${prefix}`,
  }));
  for (const { attachmentTarget } of associations) objects.put(attachmentTarget.slice(root.length), {});
  objects.put(`${own}/firewallPolicies/${prefix}`, { associations });
  maps.forEach((certificateMap, index) =>
    objects.put(`${own}/targetSslProxies/${prefix}-${String(index)}`, { certificateMap }),
  );
  objects.put(`locations/global/firewallPolicies/${String(number)}`, {
    shortName: "corp",
    iamPolicy: { version: 3, bindings },
  });
}

async function expectAdoptable(emulator: Emulator, provider: ProviderProcess, number: number) {
  const { code, out, error } = await run("adopt", "--project", project, "--policy", String(number), "--all");
  expect(code, error).toBe(0);
  const reasons = [...error.matchAll(/left out: \d+ (.*) \(.*\)/g)].map(([, reason]) => reason);
  for (const reason of reasons) {
    expect(reason).toMatch(
      /^(of a (subnet|peering)|that the service makes or deletes now|its status is FAILED|that no program can declare\. .*sha256 is only a hash of the key, .*)$/,
    );
  }
  expect((await format("adopted.ts", out, { printWidth: 80 })).code).toBe(out);
  for (const { kind, args } of readTypeScript(out)) {
    provider.urn = `urn:pulumi:dev::p::pulumi-nodejs:dynamic/gce:${kind}::${String(number)}-${JSON.stringify(args)}`;
    // A key of Cloud KMS and a role have no form without their project.
    const links = Object.entries(args).filter(([name]) => name !== "role" && name !== "snapshotEncryptionKey");
    expect(JSON.stringify(links)).not.toContain(`projects/${project}/`);
    const { inputs, failures } = await provider.check({}, declared(kind, args));
    expect(failures, out).toEqual([]);
    emulator.clearRequests();
    const adopted = await provider.create(inputs);
    expect(
      emulator.requests().filter(({ method }) => method !== "GET"),
      out,
    ).toEqual([]);
    const again = await provider.check(inputs, declared(kind, args));
    expect((await provider.diff(adopted.id, adopted.outs, again.inputs)).changes, out).toBe(false);
    const { props } = await provider.read(adopted.id, adopted.outs);
    expect(props).toEqual(adopted.outs);
  }
}
