import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import type { JsonObject } from "../../../emulator/src/basics/json";
import { emulatorForTest, operate, ROOT, send, type Answer } from "./helpers";

const SUBNETWORK = "projects/p/regions/r/subnetworks/s";
const SERVICE = "projects/p/global/backendServices/b";
const ATTACHMENT = "projects/p/regions/r/serviceAttachments/a";
const one = { rangeName: "one", ipCidrRange: "10.1.0.0/16" };
const two = { rangeName: "two", ipCidrRange: "10.2.0.0/16" };

/** Patches an object under the fingerprint that it has now. */
function patch(emulator: Emulator, path: string, body: JsonObject): Promise<Answer> {
  const { fingerprint } = emulator.objects.get(path) ?? {};
  return send(emulator, "PATCH", `/${path}`, { body: { fingerprint, ...body } });
}

describe("the secondary ranges of a subnetwork", () => {
  async function withSubnetwork(secondaryIpRanges = [one]) {
    const emulator = await emulatorForTest();
    const network = "global/networks/default";
    const body = { name: "s", network, ipCidrRange: "10.0.0.0/16", secondaryIpRanges };
    await operate(emulator, "POST", "/projects/p/regions/r/subnetworks", { body });
    return emulator;
  }

  it("come and go, in a request each, and leave no empty list", async () => {
    const emulator = await withSubnetwork();
    for (const secondaryIpRanges of [[one, two], [two], []]) {
      expect((await patch(emulator, SUBNETWORK, { secondaryIpRanges })).status).toBe(200);
      const { secondaryIpRanges: ranges = [] } = emulator.objects.get(SUBNETWORK) ?? {};
      expect(ranges).toEqual(secondaryIpRanges);
    }
    expect(emulator.objects.get(SUBNETWORK)).not.toHaveProperty("secondaryIpRanges");
  });

  it("stay while an instance has addresses of them", async () => {
    const emulator = await withSubnetwork([one, two]);
    const aliasIpRanges = [{ ipCidrRange: "/24", subnetworkRangeName: "one" }];
    const networkInterfaces = [{ subnetwork: SUBNETWORK, aliasIpRanges }];
    emulator.objects.put("projects/p/zones/r-a/instances/vm", { networkInterfaces });
    expect(await patch(emulator, SUBNETWORK, { secondaryIpRanges: [two] })).toMatchObject({
      reason: "resourceInUseByAnotherResource",
      message: expect.stringContaining("zones/r-a/instances/vm") as string,
    });
    expect((await patch(emulator, SUBNETWORK, { secondaryIpRanges: [one] })).status).toBe(200);
  });

  it("may leave their addresses to the service or to a reservation", async () => {
    const emulator = await withSubnetwork();
    const reserved = { rangeName: "two", reservedInternalRange: "networkconnectivity/v1/internalRanges/i" };
    const secondaryIpRanges = [one, reserved, { rangeName: "three", ipVersion: "IPV6" }];
    expect((await patch(emulator, SUBNETWORK, { secondaryIpRanges })).status).toBe(200);
  });
});

it("access to Google's services has a method of its own, and changes the fingerprint of the subnetwork", async () => {
  const emulator = await emulatorForTest();
  const { fingerprint } = emulator.objects.put(SUBNETWORK, {});
  const set = (privateIpGoogleAccess: boolean) =>
    operate(emulator, "POST", `/${SUBNETWORK}/setPrivateIpGoogleAccess`, { body: { privateIpGoogleAccess } });
  expect(await set(true)).toMatchObject({ operationType: "setPrivateIpGoogleAccess", status: "DONE" });
  const after = emulator.objects.get(SUBNETWORK);
  expect(after).toMatchObject({ privateIpGoogleAccess: true });
  expect(after?.fingerprint).not.toBe(fingerprint);
  await set(false);
  expect(emulator.objects.get(SUBNETWORK)).not.toHaveProperty("privateIpGoogleAccess");
});

describe("the backends of a service", () => {
  const group = (name: string) => `${ROOT}projects/p/zones/r-a/instanceGroups/${name}`;
  const endpoints = (place: string) => `${ROOT}projects/p/${place}/networkEndpointGroups/n`;

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["global/backendServices", {}, { group: group("g") }, { balancingMode: "UTILIZATION", capacityScaler: 1 }],
    ["global/backendServices", {}, { group: endpoints("regions/r") }, {}],
    [
      "global/backendServices",
      {},
      { group: endpoints("zones/r-a"), balancingMode: "RATE", maxRatePerEndpoint: 5 },
      { capacityScaler: 1 },
    ],
    ["regions/r/backendServices", {}, { group: group("g") }, { balancingMode: "CONNECTION", capacityScaler: 1 }],
    [
      "regions/r/backendServices",
      { loadBalancingScheme: "INTERNAL_MANAGED" },
      { group: group("g"), capacityScaler: 0.5 },
      { balancingMode: "UTILIZATION" },
    ],
  ])("in %s %j, of which one is sent as %j, have %j besides", async (parent, service, sent, added) => {
    const emulator = await emulatorForTest();
    for (const place of ["regions/r", "zones/r-a"])
      emulator.objects.put(`projects/p/${place}/networkEndpointGroups/n`, {});
    const path = `projects/p/${parent}/b`;
    await operate(emulator, "POST", `/projects/p/${parent}`, { body: { name: "b", ...service, backends: [sent] } });
    expect(emulator.objects.get(path)?.backends).toEqual([{ ...added, ...sent }]);
    const other = { group: group("other"), capacityScaler: 0.5 };
    expect((await patch(emulator, path, { backends: [other, sent] })).status).toBe(200);
    const groups = (emulator.objects.get(path)?.backends as JsonObject[]).map((backend) => backend.group);
    expect(groups).toEqual([other.group, sent.group]);
    expect(emulator.objects.get(path)?.backends).toContainEqual({ ...added, ...sent });
  });

  it("that somebody puts past the API may be anything", async () => {
    const emulator = await emulatorForTest();
    const backends = ["x", { group: group("g"), balancingMode: "RATE" }];
    expect(emulator.objects.put(SERVICE, { backends }).backends).toEqual([
      "x",
      { ...(backends[1] as object), capacityScaler: 1 },
    ]);
  });
});

describe("the consumers of a service attachment", () => {
  it("come and go one by one", async () => {
    const emulator = await emulatorForTest();
    const project = (projectIdOrNum: string) => ({ projectIdOrNum, connectionLimit: 5 });
    const sent = { name: "a", connectionPreference: "ACCEPT_MANUAL", consumerAcceptLists: [project("q")] };
    await operate(emulator, "POST", "/projects/p/regions/r/serviceAttachments", { body: sent });
    for (const lists of [
      { consumerAcceptLists: [project("q"), project("r")] },
      { consumerAcceptLists: [project("r")], consumerRejectLists: ["q"] },
      { consumerAcceptLists: [], consumerRejectLists: null, connectionPreference: "ACCEPT_AUTOMATIC" },
    ])
      expect((await patch(emulator, ATTACHMENT, lists)).status).toBe(200);
    const after = emulator.objects.get(ATTACHMENT);
    expect(after).not.toHaveProperty("consumerAcceptLists");
    expect(after).not.toHaveProperty("consumerRejectLists");
  });
});

it.each([
  ["regions/us-central1/subnetworks/workloads", "secondaryIpRanges"],
  ["global/backendServices/storefront", "backends"],
  ["regions/us-central1/backendServices/ledger", "backends"],
  ["regions/us-central1/serviceAttachments/ledger", "consumerAcceptLists"],
])("the seeded %s takes its own %s from a client, and one item less", async (name, field) => {
  const emulator = await emulatorForTest({ seed: true });
  const path = `projects/my-project/${name}`;
  const list = emulator.objects.get(path)?.[field] as readonly JsonObject[];
  expect(list).toHaveLength(2);
  for (const items of [list, list.slice(1)]) {
    expect((await patch(emulator, path, { [field]: items })).status).toBe(200);
    expect(emulator.objects.get(path)?.[field]).toEqual(items);
  }
});

it("an owner that writes its whole list right before a patch drops the items of others, and the patch gets 412", async () => {
  const emulator = await emulatorForTest();
  const group = (name: string) => ({ group: `zones/z/instanceGroups/${name}` });
  const { fingerprint } = emulator.objects.put(SERVICE, { backends: [group("owners"), group("others")] });
  const list = { backends: [group("owners")] };
  emulator.fault({ match: { method: "PATCH" }, fault: { kind: "meanwhile", path: SERVICE, patch: list } });
  const body = { fingerprint, backends: [group("owners"), group("others"), group("ours")] };
  expect(await send(emulator, "PATCH", `/${SERVICE}`, { body })).toMatchObject({ reason: "conditionNotMet" });
  expect(emulator.objects.get(SERVICE)?.backends).toHaveLength(1);
  expect((await patch(emulator, SERVICE, { backends: [group("owners"), group("ours")] })).status).toBe(200);
});
