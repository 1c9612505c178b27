import {
  GlobalOrganizationOperationsClient,
  InstanceGroupManagersClient,
  InterconnectRemoteLocationsClient,
  NetworkFirewallPoliciesClient,
  NetworkProfilesClient,
  RegionInstanceGroupManagersClient,
  RegionOperationsClient,
} from "@google-cloud/compute";
import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { emulatorForOfficialClient } from "../support/officialClient";

const project = "my-project";
const parentId = "organizations/123456789012";
const zonal = { project, zone: "us-central1-a" };
const regional = { project, region: "us-central1" };
const LARGEST_ID = "18446744073709551615";

/** Realistic objects unless something else is asked for. */
const start = (options: EmulatorOptions = { seed: true }) => emulatorForOfficialClient(options);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const namesOf = (items: readonly { readonly name?: string | null }[]) => items.map(({ name }) => name ?? "");

describe("the official client over REST lists network profiles", () => {
  it("page by page, each once and by name", async () => {
    const { emulator, settings } = await start();
    const profiles = await all(new NetworkProfilesClient(settings).listAsync({ project, maxResults: 100 }));
    expect(profiles).toHaveLength(360);
    expect(namesOf(profiles)).toEqual([...new Set(namesOf(profiles))].sort());
    expect(emulator.requests()).toHaveLength(4);
    expect(profiles.filter(({ id }) => String(id) === LARGEST_ID)).toHaveLength(1);
  });

  it("with their features and places", async () => {
    const { settings } = await start();
    const filter = 'location.name = "us-central1-a" AND features.interfaceTypes:MRDMA';
    const [profiles] = await new NetworkProfilesClient(settings).list({ project, filter });
    expect(profiles).toMatchObject([
      {
        kind: "compute#networkProfile",
        name: "us-central1-a-vpc-roce",
        location: { scope: "ZONE", name: "us-central1-a" },
        features: { allowVpn: "VPN_BLOCKED", unicast: "UNICAST_SDN", interfaceTypes: ["MRDMA"] },
      },
    ]);
  });

  it("as far as they can be reached, when a part is enough", async () => {
    const { emulator, settings } = await start();
    const client = new NetworkProfilesClient(settings);
    const unreachables = ["projects/my-project/zones/us-central1-a"];
    const omit = ["us-central1-a-vpc-roce"];
    emulator.fault({ times: 2, fault: { kind: "partialFailure", unreachables, omit } });
    const request = { project, filter: 'location.name = "us-central1-a"' };
    await expect(client.list(request, { autoPaginate: false, maxRetries: 0 })).rejects.toMatchObject({ code: 503 });
    const [items, , envelope] = await client.list({ ...request, returnPartialSuccess: true }, { autoPaginate: false });
    expect(namesOf(items)).toEqual(["us-central1-a-vpc-falcon"]);
    expect(envelope).toMatchObject({ unreachables, warning: { code: "UNREACHABLE" } });
  });
});

describe("the official client over REST lists interconnect remote locations", () => {
  it.each([
    ["lacp = LACP_SUPPORTED", 240],
    ["(continent = AFRICA) (lacp = LACP_UNSUPPORTED)", 16],
    ['remoteService = "Microsoft Azure" AND constraints.subnetLengthRange.min = 30', 120],
    ["constraints.portPairVlan = PORT_PAIR_MATCHING_VLAN", 240],
    ["attachmentConfigurationConstraints.bgpPeerAsnRanges.max = 4294967295", 120],
    ['attachmentConfigurationConstraints.bgpMd5 = MD5_REQUIRED OR remoteService = "Amazon Web Services"', 240],
    ["name eq aws-.*", 120],
    ['(name ne "aws-.*") (name ne azure-.*)', 240],
    ["city eq 'São Paulo, .*'", 16],
  ])("that have %s", async (filter, count) => {
    const { settings } = await start({ seed: { parts: ["catalogs"] } });
    const [locations] = await new InterconnectRemoteLocationsClient(settings).list({ project, filter });
    expect(locations).toHaveLength(count);
  });

  it("with the newest first", async () => {
    const { settings } = await start();
    const client = new InterconnectRemoteLocationsClient(settings);
    const locations = await all(client.listAsync({ project, orderBy: "creationTimestamp desc", maxResults: 150 }));
    const times = locations.map(({ creationTimestamp }) => Date.parse(creationTimestamp ?? ""));
    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect(times).toHaveLength(480);
  });

  it("and is refused what the service refuses", async () => {
    const { settings } = await start({});
    const client = new InterconnectRemoteLocationsClient(settings);
    const refused = [
      { maxResults: 501 },
      { orderBy: "city" },
      { pageToken: "nonsense" },
      { filter: "name eq a AND city = b" },
      { filter: "maxLagSize400Gbps > 1" },
    ];
    for (const request of refused) {
      await expect(client.list({ project, ...request }, { autoPaginate: false })).rejects.toMatchObject({ code: 400 });
    }
  });
});

describe("the official client over REST lists the instances of a group", () => {
  it("of a zone, with what is going on, what is kept and what failed", async () => {
    const { emulator, settings } = await start();
    const client = new InstanceGroupManagersClient(settings);
    const group = { ...zonal, instanceGroupManager: "checkout" };
    const instances = await all(client.listManagedInstancesAsync({ ...group, maxResults: 20 }));
    expect(instances).toHaveLength(65);
    expect(emulator.requests()).toHaveLength(4);
    const failing = instances.filter(({ lastAttempt }) => lastAttempt !== null);
    expect(failing.length).toBeGreaterThan(0);
    const filter = "lastAttempt.errors.errors.code = QUOTA_EXCEEDED";
    const [ofQuota] = await client.listManagedInstances({ ...group, filter });
    expect(ofQuota.length).toBeGreaterThan(0);
    expect(ofQuota.length).toBeLessThan(failing.length);
    const [kept] = await client.listManagedInstances({ ...group, filter: "preservedStateFromConfig.metadata.shard:*" });
    expect(kept[0]?.preservedStateFromConfig).toMatchObject({
      disks: { archive: { mode: "READ_ONLY" } },
      internalIPs: { nic0: { ipAddress: { address: expect.stringContaining("/addresses/") } } },
    });
  });

  it("of a region, and all on one page if the group has no pages", async () => {
    const { emulator, settings } = await start();
    const client = new RegionInstanceGroupManagersClient(settings);
    const busy = { ...regional, instanceGroupManager: "storefront" };
    expect(await all(client.listManagedInstancesAsync({ ...busy, maxResults: 30 }))).toHaveLength(65);
    emulator.clearRequests();
    const quiet = { ...regional, instanceGroupManager: "search" };
    const instances = await all(client.listManagedInstancesAsync({ ...quiet, maxResults: 30 }));
    expect(instances.map(({ currentAction }) => currentAction)).toEqual(Array.from({ length: 65 }, () => "NONE"));
    expect(emulator.requests()).toHaveLength(1);
  });
});

describe("the official client over REST lists the operations of an organization", () => {
  /** Details of the errors of one location may be of any type; the client reads the types that it was built with. */
  const READABLE = "(operationType != setCommonInstanceMetadata OR status != DONE)";
  const errorsOf = (operation: { error?: { errors?: { code?: string | null }[] | null } | null }) =>
    (operation.error?.errors ?? []).map(({ code }) => code);

  it("with their errors and every detail of them", async () => {
    const { settings } = await start();
    const client = new GlobalOrganizationOperationsClient(settings);
    const operations = await all(
      client.listAsync({ parentId, maxResults: 50, filter: "error.errors.code = QUOTA_EXCEEDED" }),
    );
    expect(operations.every((operation) => errorsOf(operation).includes("QUOTA_EXCEEDED"))).toBe(true);
    const details = operations.flatMap(({ error }) => error?.errors ?? []).flatMap(({ errorDetails }) => errorDetails);
    expect(details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ quotaInfo: expect.objectContaining({ limit: 72, futureLimit: 96 }) }),
        expect.objectContaining({ help: { links: expect.arrayContaining([expect.anything()]) } }),
        expect.objectContaining({ localizedMessage: expect.objectContaining({ locale: "en-US" }) }),
      ]),
    );
    expect(operations[0]).toMatchObject({ status: "DONE", httpErrorStatusCode: 403, httpErrorMessage: "FORBIDDEN" });
  });

  it("in every status, and with the metadata of both kinds", async () => {
    const { settings } = await start();
    const client = new GlobalOrganizationOperationsClient(settings);
    const list = async (filter: string) => (await client.list({ parentId, filter }))[0];
    for (const status of ["PENDING", "RUNNING", "DONE"]) {
      const filter = `status = ${status} AND ${READABLE}`;
      expect((await list(filter)).length, status).toBeGreaterThan(0);
    }
    const [bulk] = await list('instancesBulkInsertOperationMetadata.perLocationStatus."zones/us-central1-a":*');
    expect(bulk?.instancesBulkInsertOperationMetadata?.perLocationStatus).toHaveProperty(["zones/us-central1-a"]);
    const [common] = await list("setCommonInstanceMetadataOperationMetadata:* AND status = RUNNING");
    expect(common?.setCommonInstanceMetadataOperationMetadata?.perLocationOperations).toMatchObject({
      "zones/us-central1-b": { state: "PROPAGATING" },
    });
  });

  it("but none with a detail whose type it does not know, which is a limit of its own", async () => {
    const { settings } = await start();
    const client = new GlobalOrganizationOperationsClient(settings);
    const filter = "(operationType = setCommonInstanceMetadata) (status = DONE)";
    await expect(client.list({ parentId, filter })).rejects.toThrow("cannot find type google.rpc.ErrorInfo");
  });

  it("of that organization alone, and of none without its id", async () => {
    const { settings } = await start();
    const client = new GlobalOrganizationOperationsClient(settings);
    expect((await client.list({ parentId: "organizations/1" }))[0]).toEqual([]);
    await expect(client.list({}, { autoPaginate: false })).rejects.toMatchObject({ code: 400 });
  });
});

describe("the official client over REST reads a packet mirroring rule", () => {
  it("at the first and the last priority, and not the firewall rule at the same one", async () => {
    const { settings } = await start();
    const client = new NetworkFirewallPoliciesClient(settings);
    const read = async (priority: number) =>
      (await client.getPacketMirroringRule({ project, firewallPolicy: "traffic-inspection", priority }))[0];
    expect(await read(0)).toMatchObject({
      kind: "compute#packetMirroringRule",
      action: "mirror",
      match: { srcSecureTags: [{ state: "EFFECTIVE" }, { state: "INEFFECTIVE" }] },
    });
    expect(await read(1000)).toMatchObject({ action: "do_not_mirror", match: { destRegionCodes: ["US"] } });
    expect(await read(2147483647)).toMatchObject({ priority: 2147483647 });
    await expect(read(5)).rejects.toMatchObject({ code: 400 });
  });
});

describe("the official client over REST waits for an operation of a region", () => {
  it("by its name and by its id, and again if the wait ends too early", async () => {
    const { emulator, settings } = await start({ latency: { defaultMs: 2_000 }, waitDeadlineMs: 50 });
    const groups = new RegionInstanceGroupManagersClient(settings);
    const operations = new RegionOperationsClient(settings);
    // Reads its protos, which takes long and would otherwise be a part of the first wait.
    await operations.initialize();
    const { fingerprint } = emulator.objects.put(`projects/${project}/regions/us-central1/instanceGroupManagers/g`, {});
    const [answer] = await groups.patch({
      ...regional,
      instanceGroupManager: "g",
      instanceGroupManagerResource: { fingerprint: String(fingerprint), targetSize: 2 },
    });
    const { name, id } = answer.latestResponse as { name?: string | null; id?: unknown };
    const [early] = await operations.wait({ ...regional, operation: name ?? "" });
    expect(early.status).not.toBe("DONE");
    emulator.latency({ waitDeadlineMs: 120_000 });
    const [done] = await operations.wait({ ...regional, operation: String(id) });
    expect(done).toMatchObject({ name, status: "DONE", operationType: "patch", progress: 100 });
  });
});
