import {
  DisksClient,
  FirewallPoliciesClient,
  GlobalOperationsClient,
  GlobalOrganizationOperationsClient,
  InstanceGroupManagersClient,
  InstantSnapshotsClient,
  NetworkFirewallPoliciesClient,
  NetworksClient,
  RegionDisksClient,
  RegionInstanceGroupManagersClient,
  RegionOperationsClient,
  SnapshotsClient,
  TargetSslProxiesClient,
  ZoneOperationsClient,
} from "@google-cloud/compute";
import { describe, expect, it } from "vitest";
import { emulatorForOfficialClient } from "../support/officialClient";

const project = "my-project";

/** The emulator, the settings of its clients, and how an operation is waited for. */
async function start() {
  const { emulator, settings } = await emulatorForOfficialClient();
  const operations = new GlobalOperationsClient(settings);
  /** Waits for the operation that a mutation answered. */
  const finish = async ([answer]: [{ latestResponse?: unknown }, ...unknown[]]) => {
    const { name } = answer.latestResponse as { name?: string | null };
    const [done] = await operations.wait({ project, operation: name ?? "" });
    return done;
  };
  return { emulator, settings, finish };
}

describe("the official client over REST", () => {
  it("sets and clears the certificate map of a target SSL proxy", async () => {
    const { emulator, settings, finish } = await start();
    const proxies = new TargetSslProxiesClient(settings);
    const targetSslProxy = "proxy";
    emulator.objects.put(`projects/${project}/global/targetSslProxies/${targetSslProxy}`, { sslCertificates: ["c"] });
    const certificateMap = `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`;
    const set = (resource: { certificateMap?: string }) =>
      proxies.setCertificateMap({
        project,
        targetSslProxy,
        targetSslProxiesSetCertificateMapRequestResource: resource,
      });
    expect(await finish(await set({ certificateMap }))).toMatchObject({ operationType: "setCertificateMap" });
    expect((await proxies.get({ project, targetSslProxy }))[0]).toMatchObject({ certificateMap, proxyHeader: "NONE" });
    await finish(await set({}));
    expect((await proxies.get({ project, targetSslProxy }))[0].certificateMap ?? "").toBe("");
    expect((await proxies.list({ project }))[0].map(({ name }) => name)).toEqual([targetSslProxy]);
    await expect(set({ certificateMap: "m" })).rejects.toMatchObject({ code: 400 });
  });

  it("attaches a network firewall policy, replaces it and detaches it", async () => {
    const { emulator, settings, finish } = await start();
    const policies = new NetworkFirewallPoliciesClient(settings);
    const networks = new NetworksClient(settings);
    emulator.objects.put(`projects/${project}/global/firewallPolicies/one`, {});
    emulator.objects.put(`projects/${project}/global/firewallPolicies/two`, {
      packetMirroringRules: [{ priority: 3, action: "do_not_mirror", match: { srcIpRanges: ["10.0.0.0/8"] } }],
    });
    const attachmentTarget = `projects/${project}/global/networks/default`;
    const firewallPolicyAssociationResource = { name: "a", attachmentTarget };
    const add = (firewallPolicy: string, replaceExistingAssociation: boolean) =>
      policies.addAssociation({
        project,
        firewallPolicy,
        firewallPolicyAssociationResource,
        replaceExistingAssociation,
      });
    await finish(await add("one", false));
    await expect(add("two", false)).rejects.toMatchObject({ code: 400 });
    await finish(await add("two", true));
    const [association] = await policies.getAssociation({ project, firewallPolicy: "two", name: "a" });
    const shown = { name: "a", attachmentTarget: `https://www.googleapis.com/compute/v1/${attachmentTarget}` };
    expect(
      Object.fromEntries(Object.entries(association).filter(([key, value]) => value && !key.startsWith("_"))),
    ).toEqual(shown);
    await expect(policies.getAssociation({ project, firewallPolicy: "two", name: "none" })).rejects.toMatchObject({
      code: 400,
    });
    const [network] = await networks.get({ project, network: "default" });
    expect(network.firewallPolicy).toMatch(/\/firewallPolicies\/two$/);
    const [rule] = await policies.getPacketMirroringRule({ project, firewallPolicy: "two", priority: 3 });
    expect(rule).toMatchObject({ kind: "compute#packetMirroringRule", match: { srcIpRanges: ["10.0.0.0/8"] } });
    await finish(await policies.removeAssociation({ project, firewallPolicy: "two", name: "a" }));
    expect((await policies.get({ project, firewallPolicy: "two" }))[0].associations).toEqual([]);
    expect((await policies.list({ project }))[0].map(({ name }) => name)).toEqual(["one", "two"]);
  });

  it("makes, labels, lists and deletes a snapshot", async () => {
    const { emulator, settings, finish } = await start();
    const snapshots = new SnapshotsClient(settings);
    const disk = `projects/${project}/zones/us-central1-a/disks/d`;
    const rawKey = Buffer.alloc(32, 1).toString("base64");
    emulator.objects.put(disk, { diskEncryptionKey: { rawKey } });
    const insert = await snapshots.insert({
      project,
      snapshotResource: { name: "s", sourceDisk: disk, sourceDiskEncryptionKey: { rawKey }, labels: { a: "1" } },
    });
    expect(await finish(insert)).toMatchObject({ targetLink: expect.stringContaining(disk) });
    const [snapshot] = await snapshots.get({ project, snapshot: "s" });
    expect(snapshot).toMatchObject({ status: "READY", diskSizeGb: "10", labels: { a: "1" } });
    expect(snapshot.sourceDiskEncryptionKey?.rawKey ?? "").toBe("");
    const setLabels = (labelFingerprint: string) =>
      snapshots.setLabels({
        project,
        resource: "s",
        globalSetLabelsRequestResource: { labels: { b: "2" }, labelFingerprint },
      });
    await expect(setLabels("AAAA")).rejects.toMatchObject({ code: 412 });
    await finish(await setLabels(snapshot.labelFingerprint ?? ""));
    expect((await snapshots.list({ project, filter: "labels.b=2" }))[0].map(({ name }) => name)).toEqual(["s"]);
    await finish(await snapshots.delete({ project, snapshot: "s" }));
    await expect(snapshots.get({ project, snapshot: "s" })).rejects.toMatchObject({ code: 404 });
  });

  it("makes the same snapshot by the disk's method, as an operation of the disk's place", async () => {
    const { emulator, settings, finish } = await start();
    const snapshots = new SnapshotsClient(settings);
    const [zone, region] = ["us-central1-a", "us-central1"];
    const zonal = `projects/${project}/zones/${zone}/disks/d`;
    const regional = `projects/${project}/regions/${region}/disks/d`;
    emulator.objects.put(zonal, { sizeGb: "20" });
    emulator.objects.put(regional, { sizeGb: "30" });
    const nameOf = ([{ latestResponse }]: [{ latestResponse?: unknown }, ...unknown[]]) =>
      (latestResponse as { name?: string }).name ?? "";
    const labels = { a: "1" };
    const disks = new DisksClient(settings);
    const begun = await disks.createSnapshot({
      ...{ project, zone, disk: "d", guestFlush: false },
      snapshotResource: { name: "by-disk", labels },
    });
    const [done] = await new ZoneOperationsClient(settings).wait({ project, zone, operation: nameOf(begun) });
    expect(done).toMatchObject({
      operationType: "createSnapshot",
      targetLink: expect.stringContaining(zonal) as string,
      zone: expect.stringContaining(zone) as string,
    });
    await finish(
      await snapshots.insert({ project, snapshotResource: { name: "inserted", sourceDisk: zonal, labels } }),
    );
    const readBack = async (snapshot: string) => {
      const { name, id, selfLink, creationTimestamp, ...others } = (await snapshots.get({ project, snapshot }))[0];
      expect([name, id, selfLink, creationTimestamp]).not.toContain("");
      return others;
    };
    expect(await readBack("by-disk")).toEqual(await readBack("inserted"));
    const begunInRegion = await new RegionDisksClient(settings).createSnapshot({
      ...{ project, region, disk: "d" },
      snapshotResource: { name: "of-region" },
    });
    await new RegionOperationsClient(settings).wait({ project, region, operation: nameOf(begunInRegion) });
    expect(await readBack("of-region")).toMatchObject({ diskSizeGb: "30" });
    const create = (disk: string, snapshotResource: { name: string; sourceDisk?: string }) =>
      disks.createSnapshot({ project, zone, disk, snapshotResource });
    await expect(create("d", { name: "by-disk" })).rejects.toMatchObject({ code: 409 });
    await expect(create("d", { name: "x", sourceDisk: regional })).rejects.toMatchObject({ code: 400 });
    await expect(create("none", { name: "x" })).rejects.toMatchObject({ code: 404 });
  });

  it("reads disks and instant snapshots", async () => {
    const { emulator, settings } = await start();
    const disk = `projects/${project}/zones/z/disks/d`;
    emulator.objects.put(disk, {});
    emulator.objects.put(`projects/${project}/regions/r/disks/d`, {});
    emulator.objects.put(`projects/${project}/zones/z/instantSnapshots/i`, { sourceDisk: disk });
    const disks = new DisksClient(settings);
    const regionDisks = new RegionDisksClient(settings);
    const instants = new InstantSnapshotsClient(settings);
    expect((await disks.get({ project, zone: "z", disk: "d" }))[0]).toMatchObject({ sizeGb: "10", status: "READY" });
    expect((await disks.list({ project, zone: "z" }))[0]).toHaveLength(1);
    expect((await regionDisks.get({ project, region: "r", disk: "d" }))[0]).toMatchObject({ name: "d" });
    expect((await regionDisks.list({ project, region: "r" }))[0]).toHaveLength(1);
    const [instant] = await instants.get({ project, zone: "z", instantSnapshot: "i" });
    expect(instant.sourceDisk).toContain(disk);
    expect((await instants.list({ project, zone: "z" }))[0]).toHaveLength(1);
  });

  it("makes, lists and deletes a hierarchical firewall policy, by operations of its organization", async () => {
    const { settings } = await start();
    const policies = new FirewallPoliciesClient(settings);
    const operations = new GlobalOrganizationOperationsClient(settings);
    const parentId = "organizations/123456789012";
    const insert = (firewallPolicyResource: { shortName?: string; name?: string }, parent = parentId) =>
      policies.insert({ parentId: parent, firewallPolicyResource });
    const done = async ([{ latestResponse }]: [{ latestResponse?: unknown }, ...unknown[]]) => {
      const { name } = latestResponse as { name?: string };
      let [operation] = await operations.get({ operation: name ?? "", parentId });
      while (operation.status !== "DONE") [operation] = await operations.get({ operation: name ?? "", parentId });
      expect(operation.error?.errors ?? []).toEqual([]);
      return operation;
    };
    const inserted = await done(await insert({ shortName: "perimeter" }));
    const [id = ""] = /[0-9]+$/.exec(inserted.targetLink ?? "") ?? [];
    expect(inserted).toMatchObject({
      operationType: "insert",
      targetId: id,
      selfLink: expect.stringContaining("/compute/v1/locations/global/operations/") as string,
    });
    const [policy] = await policies.get({ firewallPolicy: id });
    expect(policy).toMatchObject({ name: id, id, shortName: "perimeter", parent: parentId });
    expect((await policies.list({ parentId }))[0].map(({ name }) => name)).toEqual([id]);
    expect((await policies.list({ parentId: "folders/1" }))[0]).toEqual([]);
    await policies.getIamPolicy({ resource: id });
    await expect(insert({ shortName: "perimeter" })).rejects.toMatchObject({ code: 409 });
    for (const refused of [{}, { shortName: "Perimeter" }, { shortName: "a", name: "a" }]) {
      await expect(insert(refused)).rejects.toMatchObject({ code: 400 });
    }
    await expect(insert({ shortName: "a" }, "organizations/acme")).rejects.toMatchObject({ code: 400 });
    const deleted = await done(await policies.delete({ firewallPolicy: id }));
    expect((await operations.list({ parentId }))[0].map(({ name }) => name)).toEqual([inserted.name, deleted.name]);
    await expect(policies.get({ firewallPolicy: id })).rejects.toMatchObject({ code: 404 });
  });

  it("reads and sets the IAM policy of a hierarchical firewall policy", async () => {
    const { emulator, settings } = await start();
    const policies = new FirewallPoliciesClient(settings);
    emulator.objects.put("locations/global/firewallPolicies/1234", {});
    const read = async () => (await policies.getIamPolicy({ resource: "1234", optionsRequestedPolicyVersion: 3 }))[0];
    const { etag } = await read();
    const policy = {
      version: 3,
      etag: etag ?? "",
      bindings: [
        { role: "roles/viewer", members: ["user:a@example.com"], condition: { expression: "true", title: "t" } },
      ],
      auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }],
    };
    const set = () =>
      policies.setIamPolicy({ resource: "1234", globalOrganizationSetPolicyRequestResource: { policy } });
    const [answer] = await set();
    expect(answer).toMatchObject({ version: 3, bindings: policy.bindings, auditConfigs: policy.auditConfigs });
    expect(await read()).toEqual(answer);
    await expect(set()).rejects.toMatchObject({ code: 409 });
  });

  it("patches a regional managed instance group and lists its instances", async () => {
    const { emulator, settings } = await start();
    const groups = new RegionInstanceGroupManagersClient(settings);
    const operations = new RegionOperationsClient(settings);
    const at = { project, region: "us-central1", instanceGroupManager: "g" };
    emulator.objects.put(`projects/${project}/regions/us-central1/instanceGroupManagers/g`, {
      targetSize: 5,
      listManagedInstancesResults: "PAGINATED",
    });
    const [group] = await groups.get(at);
    const patch = (fingerprint: string) =>
      groups.patch({
        ...at,
        instanceGroupManagerResource: {
          fingerprint,
          instanceTemplate: "global/instanceTemplates/two",
          updatePolicy: { type: "PROACTIVE", minimalAction: "REPLACE" },
        },
      });
    const [answer] = await patch(group.fingerprint ?? "");
    const { name } = answer.latestResponse as { name?: string | null };
    const [done] = await operations.wait({ project, region: at.region, operation: name ?? "" });
    expect(done).toMatchObject({ status: "DONE", operationType: "patch" });
    await expect(patch(group.fingerprint ?? "")).rejects.toMatchObject({ code: 412 });
    const [patched] = await groups.get(at);
    expect(patched).toMatchObject({
      updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3, calculated: 3 } },
      status: { isStable: true, versionTarget: { isReached: true } },
      currentActions: { none: 5 },
    });
    const instances = [];
    for await (const instance of groups.listManagedInstancesAsync({ ...at, maxResults: 2 })) {
      instances.push(instance);
    }
    expect(instances).toHaveLength(5);
    expect(instances[0]).toMatchObject({ currentAction: "NONE", instanceStatus: "RUNNING" });
    expect((await groups.list({ project, region: at.region }))[0]).toHaveLength(1);
  });

  it("reads a zonal managed instance group and lists its instances", async () => {
    const { emulator, settings } = await start();
    const groups = new InstanceGroupManagersClient(settings);
    const at = { project, zone: "us-central1-a", instanceGroupManager: "g" };
    emulator.objects.put(`projects/${project}/zones/us-central1-a/instanceGroupManagers/g`, { targetSize: 2 });
    expect((await groups.get(at))[0]).toMatchObject({ targetSize: 2, status: { isStable: true } });
    expect((await groups.listManagedInstances(at))[0]).toHaveLength(2);
  });

  it("knows every field that the emulator shows", async () => {
    const { emulator, settings, finish } = await start();
    const at = `projects/${project}`;
    const disk = `${at}/zones/us-central1-a/disks/d`;
    const rawKey = Buffer.alloc(32, 1).toString("base64");
    emulator.objects.put(disk, { licenses: ["l"], diskEncryptionKey: { rawKey } });
    const snapshotResource = { name: "s", sourceDisk: disk, labels: { a: "1" }, sourceDiskEncryptionKey: { rawKey } };
    await finish(await new SnapshotsClient(settings).insert({ project, snapshotResource }));
    emulator.objects.put(`${at}/zones/us-central1-a/instantSnapshots/i`, { sourceDisk: disk });
    emulator.objects.put(`${at}/global/targetSslProxies/t`, { certificateMap: "m" });
    emulator.objects.put(`${at}/global/firewallPolicies/f`, {
      associations: [{ name: "a", attachmentTarget: "global/networks/default" }],
      packetMirroringRules: [{ priority: 1, action: "do_not_mirror", match: { srcIpRanges: ["10.0.0.0/8"] } }],
    });
    emulator.objects.put(`${at}/regions/us-central1/instanceGroupManagers/g`, {
      targetSize: 1,
      autoHealingPolicies: [{ healthCheck: "global/healthChecks/h" }],
      allInstancesConfig: { properties: { labels: { a: "1" } } },
    });
    const { v1 } = (await import("@google-cloud/compute")).protos.google.cloud.compute;
    const messages = {
      disks: v1.Disk,
      firewallPolicies: v1.FirewallPolicy,
      instanceGroupManagers: v1.InstanceGroupManager,
      instantSnapshots: v1.InstantSnapshot,
      networks: v1.Network,
      snapshots: v1.Snapshot,
      targetSslProxies: v1.TargetSslProxy,
    };
    const seen = new Set<string>();
    for (const { path, object } of emulator.objects.list(at)) {
      const [collection = ""] = path.split("/").slice(-2);
      if (collection !== "managedInstances") {
        const message = messages[collection as keyof typeof messages];
        // Reading leaves out what is not known, at any depth, and 64-bit integers and bytes come back as they were.
        const read = message.toObject(message.fromObject(object) as never, { longs: String, bytes: String });
        expect(read, path).toEqual(object);
        seen.add(collection);
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(messages));
  });
});
