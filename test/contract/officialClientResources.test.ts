import {
  DisksClient,
  FirewallPoliciesClient,
  GlobalOrganizationOperationsClient,
  InstanceGroupManagersClient,
  NetworkFirewallPoliciesClient,
  NetworksClient,
  RegionDisksClient,
  RegionInstanceGroupManagersClient,
  SnapshotsClient,
  TargetSslProxiesClient,
} from "@google-cloud/compute";
import { describe, expect, it } from "vitest";
import { emulatorForOfficialClient, project } from "../support/officialClient";

const start = () => emulatorForOfficialClient();
const at = `projects/${project}`;
const zone = "us-central1-a";
const region = "us-central1";

describe("the official client over REST", () => {
  it("sets and clears the certificate map of a target SSL proxy", async () => {
    const { emulator, settings, finish } = await start();
    const proxies = new TargetSslProxiesClient(settings);
    const targetSslProxy = "proxy";
    emulator.objects.put(`${at}/global/targetSslProxies/${targetSslProxy}`, { sslCertificates: ["c"] });
    const certificateMap = `//certificatemanager.googleapis.com/${at}/locations/global/certificateMaps/m`;
    const set = (targetSslProxiesSetCertificateMapRequestResource: { certificateMap?: string }) =>
      proxies.setCertificateMap({ project, targetSslProxy, targetSslProxiesSetCertificateMapRequestResource });
    await finish(await set({ certificateMap }));
    expect((await proxies.get({ project, targetSslProxy }))[0]).toMatchObject({ certificateMap, proxyHeader: "NONE" });
    await finish(await set({}));
    expect((await proxies.get({ project, targetSslProxy }))[0].certificateMap ?? "").toBe("");
    await expect(set({ certificateMap: "m" })).rejects.toMatchObject({ code: 400 });
  });

  it("attaches a network firewall policy, replaces it and detaches it", async () => {
    const { emulator, settings, finish } = await start();
    const policies = new NetworkFirewallPoliciesClient(settings);
    for (const name of ["one", "two"]) emulator.objects.put(`${at}/global/firewallPolicies/${name}`, {});
    const attachmentTarget = `${at}/global/networks/default`;
    const firewallPolicyAssociationResource = { name: "a", attachmentTarget };
    const add = (firewallPolicy: string, replaceExistingAssociation: boolean) =>
      policies.addAssociation({
        ...{ project, firewallPolicy, replaceExistingAssociation },
        firewallPolicyAssociationResource,
      });
    const get = (name: string) => policies.getAssociation({ project, firewallPolicy: "two", name });
    await finish(await add("one", false));
    await expect(add("two", false)).rejects.toMatchObject({ code: 400 });
    await finish(await add("two", true));
    const [association] = await get("a");
    const members = Object.entries(association).filter(([key, value]) => value && !key.startsWith("_"));
    const target = `https://www.googleapis.com/compute/v1/${attachmentTarget}`;
    expect(Object.fromEntries(members)).toEqual({ name: "a", attachmentTarget: target });
    await expect(get("none")).rejects.toMatchObject({ code: 400 });
    const [network] = await new NetworksClient(settings).get({ project, network: "default" });
    expect(network.firewallPolicy).toMatch(/\/firewallPolicies\/two$/);
    await finish(await policies.removeAssociation({ project, firewallPolicy: "two", name: "a" }));
    expect((await policies.get({ project, firewallPolicy: "two" }))[0].associations).toEqual([]);
  });

  it("makes a snapshot, also by the method of its disk, and deletes it", async () => {
    const { emulator, settings, finish } = await start();
    const snapshots = new SnapshotsClient(settings);
    const rawKey = Buffer.alloc(32, 1).toString("base64");
    const disk = `${at}/zones/${zone}/disks/d`;
    emulator.objects.put(disk, { diskEncryptionKey: { rawKey } });
    emulator.objects.put(`${at}/regions/${region}/disks/d`, { sizeGb: "30" });
    const resource = { sourceDiskEncryptionKey: { rawKey }, labels: { a: "1" } };
    const inserted = { name: "inserted", sourceDisk: disk, ...resource };
    const insert = await finish(await snapshots.insert({ project, snapshotResource: inserted }));
    expect(insert.targetLink).toContain(disk);
    const disks = new DisksClient(settings);
    const byDisk = { project, zone, disk: "d", snapshotResource: { name: "by-disk", ...resource } };
    expect(await finish(await disks.createSnapshot(byDisk))).toMatchObject({ operationType: "createSnapshot" });
    const readBack = async (snapshot: string) => {
      const [{ name, id, selfLink, creationTimestamp, ...others }] = await snapshots.get({ project, snapshot });
      expect([name, id, selfLink, creationTimestamp]).not.toContain("");
      return others;
    };
    const read = await readBack("inserted");
    expect(read).toMatchObject({ status: "READY", diskSizeGb: "10", labels: { a: "1" } });
    expect(read.sourceDiskEncryptionKey?.rawKey ?? "").toBe("");
    expect(await readBack("by-disk")).toEqual(read);
    const ofRegion = { project, region, disk: "d", snapshotResource: { name: "of-region" } };
    await finish(await new RegionDisksClient(settings).createSnapshot(ofRegion));
    expect(await readBack("of-region")).toMatchObject({ diskSizeGb: "30" });
    await expect(disks.createSnapshot(byDisk)).rejects.toMatchObject({ code: 409 });
    await finish(await snapshots.delete({ project, snapshot: "inserted" }));
    await expect(snapshots.get({ project, snapshot: "inserted" })).rejects.toMatchObject({ code: 404 });
  });

  it("makes, lists and deletes a hierarchical firewall policy, by operations of its organization", async () => {
    const { settings, finish } = await start();
    const policies = new FirewallPoliciesClient(settings);
    const parentId = "organizations/123456789012";
    const insert = (firewallPolicyResource: { shortName?: string; name?: string }, parent = parentId) =>
      policies.insert({ parentId: parent, firewallPolicyResource });
    const inserted = await finish(await insert({ shortName: "perimeter" }));
    const [id = ""] = /[0-9]+$/.exec(inserted.targetLink ?? "") ?? [];
    const [policy] = await policies.get({ firewallPolicy: id });
    expect(policy).toMatchObject({ name: id, id, shortName: "perimeter", parent: parentId });
    expect((await policies.list({ parentId }))[0].map(({ name }) => name)).toEqual([id]);
    expect((await policies.list({ parentId: "folders/1" }))[0]).toEqual([]);
    await expect(insert({ shortName: "perimeter" })).rejects.toMatchObject({ code: 409 });
    for (const refused of [{}, { shortName: "Perimeter" }, { shortName: "a", name: "a" }])
      await expect(insert(refused)).rejects.toMatchObject({ code: 400 });
    await expect(insert({ shortName: "a" }, "organizations/acme")).rejects.toMatchObject({ code: 400 });
    const deleted = await finish(await policies.delete({ firewallPolicy: id }));
    const [operations] = await new GlobalOrganizationOperationsClient(settings).list({ parentId });
    expect(operations.map(({ name }) => name)).toEqual([inserted.name, deleted.name]);
    await expect(policies.get({ firewallPolicy: id })).rejects.toMatchObject({ code: 404 });
  });

  it("reads and sets the IAM policy of a hierarchical firewall policy", async () => {
    const { emulator, settings } = await start();
    const policies = new FirewallPoliciesClient(settings);
    emulator.objects.put("locations/global/firewallPolicies/1234", {});
    const read = async () => (await policies.getIamPolicy({ resource: "1234", optionsRequestedPolicyVersion: 3 }))[0];
    const { etag } = await read();
    const condition = { expression: "true", title: "t" };
    const policy = {
      version: 3,
      etag: etag ?? "",
      bindings: [{ role: "roles/viewer", members: ["user:a@example.com"], condition }],
      auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }],
    };
    const globalOrganizationSetPolicyRequestResource = { policy };
    const set = () => policies.setIamPolicy({ resource: "1234", globalOrganizationSetPolicyRequestResource });
    const [answer] = await set();
    expect(answer).toMatchObject({ version: 3, bindings: policy.bindings, auditConfigs: policy.auditConfigs });
    expect(await read()).toEqual(answer);
    await expect(set()).rejects.toMatchObject({ code: 409 });
  });

  it.each([`regions/${region}`, `zones/${zone}`])(
    "patches a managed instance group of %s under its fingerprint, and lists its instances",
    async (place) => {
      const { emulator, settings, finish } = await start();
      const isZonal = place.startsWith("zones/");
      // Both have the same methods.
      const Client = isZonal ? InstanceGroupManagersClient : RegionInstanceGroupManagersClient;
      const groups = new (Client as typeof InstanceGroupManagersClient)(settings);
      const group = { project, region, zone, instanceGroupManager: "g" };
      const listManagedInstancesResults = "PAGINATED";
      emulator.objects.put(`${at}/${place}/instanceGroupManagers/g`, { targetSize: 5, listManagedInstancesResults });
      const instanceTemplate = `${at}/regions/${region}/instanceTemplates/two`;
      emulator.objects.put(instanceTemplate, {});
      const fingerprint = (await groups.get(group))[0].fingerprint ?? "";
      const patch = (settable: object) =>
        groups.patch({ ...group, instanceGroupManagerResource: { fingerprint, ...settable } });
      const changes = { instanceTemplate, updatePolicy: { type: "PROACTIVE", minimalAction: "REPLACE" } };
      if (isZonal)
        await expect(patch({ distributionPolicy: { targetShape: "EVEN" } })).rejects.toMatchObject({ code: 400 });
      expect(await finish(await patch(changes))).toMatchObject({ operationType: "patch" });
      await expect(patch(changes)).rejects.toMatchObject({ code: 412 });
      const share = isZonal ? 1 : 3;
      expect((await groups.get(group))[0]).toMatchObject({
        instanceTemplate: expect.stringContaining(instanceTemplate) as string,
        updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: share, calculated: share } },
        status: { isStable: true, versionTarget: { isReached: true } },
        currentActions: { none: 5 },
      });
      const instances = [];
      for await (const instance of groups.listManagedInstancesAsync({ ...group, maxResults: 2 }))
        instances.push(instance);
      expect(instances).toHaveLength(5);
      expect(instances[0]).toMatchObject({ currentAction: "NONE", instanceStatus: "RUNNING" });
    },
  );
});
