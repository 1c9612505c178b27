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
import { emulatorForOfficialClient, project } from "../support/officialClient";

const parentId = "organizations/123456789012";

/** Realistic objects unless something else is asked for. */
const start = (options: EmulatorOptions = { seed: true }) => emulatorForOfficialClient(options);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const namesOf = (items: readonly { readonly name?: string | null }[]) => items.map(({ name }) => name ?? "");

describe("the official client over REST lists", () => {
  it("network profiles page by page, each once and by name, or as far as they can be reached", async () => {
    const { emulator, settings } = await start();
    const client = new NetworkProfilesClient(settings);
    const profiles = await all(client.listAsync({ project, maxResults: 2 }));
    expect(emulator.requests()).toHaveLength(Math.ceil(profiles.length / 2));
    expect(namesOf(profiles)).toEqual([...new Set(namesOf(profiles))].sort());
    expect(profiles.filter(({ id }) => String(id) === "18446744073709551615")).toHaveLength(1);
    const unreachables = ["projects/my-project/zones/us-central1-a"];
    emulator.fault({
      times: 2,
      fault: { kind: "partialFailure", unreachables, omit: ["us-central1-a-vpc-roce"] },
    });
    const request = { project, filter: 'location.name = "us-central1-a"' };
    await expect(client.list(request, { autoPaginate: false, maxRetries: 0 })).rejects.toMatchObject({ code: 503 });
    const [items, , envelope] = await client.list({ ...request, returnPartialSuccess: true }, { autoPaginate: false });
    expect(namesOf(items)).toEqual(["us-central1-a-vpc-falcon"]);
    expect(envelope).toMatchObject({ unreachables, warning: { code: "UNREACHABLE" } });
  });

  it("interconnect remote locations with the newest first, and is refused what the service refuses", async () => {
    const { settings } = await start();
    const client = new InterconnectRemoteLocationsClient(settings);
    const locations = await all(client.listAsync({ project, orderBy: "creationTimestamp desc", maxResults: 3 }));
    const times = locations.map(({ creationTimestamp }) => Date.parse(creationTimestamp ?? ""));
    expect(times).toEqual([...times].sort((left, right) => right - left));
    for (const filter of [
      "(continent = AFRICA) (lacp = LACP_UNSUPPORTED)",
      'remoteService = "Microsoft Azure" AND constraints.subnetLengthRange.min = 30',
      "attachmentConfigurationConstraints.bgpPeerAsnRanges.max = 4294967295",
      '(name ne "aws-.*") (name ne azure-.*)',
    ]) {
      const [found] = await client.list({ project, filter });
      expect(found.length, filter).toBeGreaterThan(0);
      expect(found.length, filter).toBeLessThan(locations.length);
    }
    for (const refused of [
      { orderBy: "city" },
      { pageToken: "nonsense" },
      { filter: "name eq a AND city = b" },
      { filter: "maxLagSize400Gbps > 1" },
    ])
      await expect(client.list({ project, ...refused }, { autoPaginate: false })).rejects.toMatchObject({ code: 400 });
  });

  it("the instances of a group, of a zone by pages and of a region without", async () => {
    const { emulator, settings } = await start();
    const client = new InstanceGroupManagersClient(settings);
    const group = { project, zone: "us-central1-a", instanceGroupManager: "checkout" };
    const instances = await all(client.listManagedInstancesAsync({ ...group, maxResults: 2 }));
    expect(instances).toHaveLength(6);
    expect(emulator.requests()).toHaveLength(3);
    const failing = instances.filter(({ lastAttempt }) => lastAttempt !== null);
    const filter = "lastAttempt.errors.errors.code = QUOTA_EXCEEDED";
    const [ofQuota] = await client.listManagedInstances({ ...group, filter });
    expect(ofQuota.length).toBeGreaterThan(0);
    expect(ofQuota.length).toBeLessThan(failing.length);
    const [kept] = await client.listManagedInstances({ ...group, filter: "preservedStateFromConfig.metadata.shard:*" });
    expect(kept[0]?.preservedStateFromConfig).toMatchObject({ disks: { archive: { mode: "READ_ONLY" } } });
    emulator.clearRequests();
    const quiet = { project, region: "us-central1", instanceGroupManager: "search" };
    const regional = new RegionInstanceGroupManagersClient(settings);
    expect(await all(regional.listManagedInstancesAsync({ ...quiet, maxResults: 2 }))).toHaveLength(3);
    expect(emulator.requests()).toHaveLength(1);
  });

  it("the operations of an organization, with their errors and metadata, and of that one alone", async () => {
    const { settings } = await start();
    const client = new GlobalOrganizationOperationsClient(settings);
    const list = async (filter: string) => (await client.list({ parentId, filter }))[0];
    const [failed] = await list("error.errors.code = QUOTA_EXCEEDED");
    expect(failed).toMatchObject({ status: "DONE", httpErrorStatusCode: 403, httpErrorMessage: "FORBIDDEN" });
    const details = (failed?.error?.errors ?? []).flatMap(({ errorDetails }) => errorDetails);
    expect(details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ quotaInfo: expect.objectContaining({ limit: 72, futureLimit: 96 }) }),
        expect.objectContaining({ localizedMessage: expect.objectContaining({ locale: "en-US" }) }),
      ]),
    );
    for (const status of ["PENDING", "RUNNING"])
      expect((await list(`status = ${status}`)).length, status).toBeGreaterThan(0);
    const [bulk] = await list('instancesBulkInsertOperationMetadata.perLocationStatus."zones/us-central1-a":*');
    expect(bulk?.instancesBulkInsertOperationMetadata?.perLocationStatus).toHaveProperty(["zones/us-central1-a"]);
    // The client reads only the types of details that it was built with: a limit of its own.
    await expect(list("(operationType = setCommonInstanceMetadata) (status = DONE)")).rejects.toThrow(
      "cannot find type google.rpc.ErrorInfo",
    );
    expect((await client.list({ parentId: "organizations/1" }))[0]).toEqual([]);
    await expect(client.list({}, { autoPaginate: false })).rejects.toMatchObject({ code: 400 });
  });
});

describe("the official client over REST", () => {
  it("reads a packet mirroring rule at the first and the last priority, and not the firewall rule at the same one", async () => {
    const { settings } = await start();
    const client = new NetworkFirewallPoliciesClient(settings);
    const read = async (priority: number) =>
      (await client.getPacketMirroringRule({ project, firewallPolicy: "traffic-inspection", priority }))[0];
    expect(await read(0)).toMatchObject({
      kind: "compute#packetMirroringRule",
      action: "mirror",
      match: { srcSecureTags: [{ state: "EFFECTIVE" }, { state: "INEFFECTIVE" }] },
    });
    expect(await read(2147483647)).toMatchObject({ priority: 2147483647 });
    await expect(read(5)).rejects.toMatchObject({ code: 400 });
  });

  it("waits for an operation of a region by its name and by its id, and again if the wait ends too early", async () => {
    const { emulator, settings } = await start({ latency: { defaultMs: 600_000 }, waitDeadlineMs: 50 });
    const region = "us-central1";
    const operations = new RegionOperationsClient(settings);
    const { fingerprint } = emulator.objects.put(`projects/${project}/regions/${region}/instanceGroupManagers/g`, {});
    const [answer] = await new RegionInstanceGroupManagersClient(settings).patch({
      ...{ project, region, instanceGroupManager: "g" },
      instanceGroupManagerResource: { fingerprint: String(fingerprint), targetSize: 2 },
    });
    const { name, id } = answer.latestResponse as { name?: string | null; id?: unknown };
    const [early] = await operations.wait({ project, region, operation: name ?? "" });
    expect(early.status).not.toBe("DONE");
    emulator.finishOperations();
    const [done] = await operations.wait({ project, region, operation: String(id) });
    expect(done).toMatchObject({ name, status: "DONE", operationType: "patch", progress: 100 });
  });
});
