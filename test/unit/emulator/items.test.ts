import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import type { JsonObject } from "../../../emulator/src/basics/json";
import { emulatorForTest, operate, ROOT, send, type Answer } from "./helpers";

const SUBNETWORK = "projects/p/regions/r/subnetworks/s";
const one = { rangeName: "one", ipCidrRange: "10.1.0.0/16" };
const two = { rangeName: "two", ipCidrRange: "10.2.0.0/16" };

/** Patches an object under the fingerprint that it has now. */
function patch(emulator: Emulator, path: string, body: JsonObject): Promise<Answer> {
  const { fingerprint } = emulator.objects.get(path) ?? {};
  return send(emulator, "PATCH", `/${path}`, { body: { fingerprint, ...body } });
}

describe("the secondary ranges of a subnetwork", () => {
  async function withRanges(...secondaryIpRanges: readonly JsonObject[]) {
    const emulator = await emulatorForTest();
    const body = { name: "s", network: "global/networks/default", ipCidrRange: "10.0.0.0/16", secondaryIpRanges };
    await operate(emulator, "POST", "/projects/p/regions/r/subnetworks", { body });
    return emulator;
  }

  it("stay while an instance has addresses of them, and leave no empty list", async () => {
    const emulator = await withRanges(one, two);
    const aliasIpRanges = [{ ipCidrRange: "/24", subnetworkRangeName: "one" }];
    const networkInterfaces = [{ subnetwork: SUBNETWORK, aliasIpRanges }];
    const instance = "projects/p/zones/r-a/instances/vm";
    emulator.objects.put(instance, { networkInterfaces });
    expect(await patch(emulator, SUBNETWORK, { secondaryIpRanges: [two] })).toMatchObject({
      reason: "resourceInUseByAnotherResource",
      message: expect.stringContaining("zones/r-a/instances/vm") as string,
    });
    expect((await patch(emulator, SUBNETWORK, { secondaryIpRanges: [one] })).status).toBe(200);
    emulator.objects.delete(instance);
    expect((await patch(emulator, SUBNETWORK, { secondaryIpRanges: [] })).status).toBe(200);
    expect(emulator.objects.get(SUBNETWORK)).not.toHaveProperty("secondaryIpRanges");
  });

  it("may leave their addresses to the service or to a reservation", async () => {
    const emulator = await withRanges(one);
    const reserved = { rangeName: "two", reservedInternalRange: "networkconnectivity/v1/internalRanges/i" };
    const secondaryIpRanges = [one, reserved, { rangeName: "three", ipVersion: "IPV6" }];
    expect((await patch(emulator, SUBNETWORK, { secondaryIpRanges })).status).toBe(200);
  });
});

describe("the backends of a service", () => {
  const group = (name: string) => ({ group: `${ROOT}projects/p/zones/r-a/instanceGroups/${name}` });
  const endpoints = (place: string) => ({ group: `${ROOT}projects/p/${place}/networkEndpointGroups/n` });
  const rate = { balancingMode: "RATE", maxRatePerEndpoint: 5 };
  const managed = { loadBalancingScheme: "INTERNAL_MANAGED" };

  it.each<[place: string, service: JsonObject, sent: JsonObject, added: JsonObject]>([
    ["global", {}, group("g"), { balancingMode: "UTILIZATION", capacityScaler: 1 }],
    ["global", {}, endpoints("regions/r"), {}],
    ["global", {}, { ...endpoints("zones/r-a"), ...rate }, { capacityScaler: 1 }],
    ["regions/r", {}, group("g"), { balancingMode: "CONNECTION", capacityScaler: 1 }],
    ["regions/r", managed, { ...group("g"), capacityScaler: 0.5 }, { balancingMode: "UTILIZATION" }],
  ])("in %s %j, of which one is sent as %j, have %j besides", async (place, service, sent, added) => {
    const emulator = await emulatorForTest();
    for (const other of ["regions/r", "zones/r-a"])
      emulator.objects.put(`projects/p/${other}/networkEndpointGroups/n`, {});
    const parent = `projects/p/${place}/backendServices`;
    await operate(emulator, "POST", `/${parent}`, { body: { name: "b", ...service, backends: [sent] } });
    const read = () => emulator.objects.get(`${parent}/b`)?.backends as JsonObject[];
    expect(read()).toEqual([{ ...added, ...sent }]);
    const before = { ...group("before"), capacityScaler: 0.5 };
    expect((await patch(emulator, `${parent}/b`, { backends: [before, sent] })).status).toBe(200);
    expect(read()).toEqual([expect.objectContaining(before), { ...added, ...sent }]);
  });

  it("that somebody puts past the API may be anything", async () => {
    const backends = ["x", { ...group("g"), balancingMode: "RATE" }];
    const { objects } = await emulatorForTest();
    const service = objects.put("projects/p/global/backendServices/b", { backends });
    expect(service).toMatchObject({ backends: ["x", { ...group("g"), balancingMode: "RATE", capacityScaler: 1 }] });
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
