import { describe, expect, it } from "vitest";
import type { Emulator, SeedOptions } from "../../../emulator/src/index";
import { admin, emulatorForTest, send, type Wire } from "./helpers";

const PROJECT = "/projects/my-project";
const LOCATIONS = `${PROJECT}/global/interconnectRemoteLocations`;
const PROFILES = `${PROJECT}/global/networkProfiles`;
const OPERATIONS = "/locations/global/operations?parentId=organizations/123456789012";
const CHECKOUT = `${PROJECT}/zones/us-central1-a/instanceGroupManagers/checkout`;
const STOREFRONT = `${PROJECT}/regions/us-central1/instanceGroupManagers/storefront`;
const few: SeedOptions = { networkProfiles: 6, interconnectRemoteLocations: 8, organizationOperations: 12 };
const none: SeedOptions = { ...few, networkProfiles: 0, managedInstances: 0, packetMirroringRules: 0 };

async function list(emulator: Emulator, path: string): Promise<Wire[]> {
  const method = path.endsWith("/listManagedInstances") ? "POST" : "GET";
  const { status, json, text } = await send(emulator, method, path);
  if (status !== 200) throw new Error(text);
  return (json.items ?? json.managedInstances ?? []) as Wire[];
}

/** Everything that was planted, as it is listed. */
async function everything(emulator: Emulator): Promise<unknown> {
  const lists = [LOCATIONS, PROFILES, OPERATIONS, ...[CHECKOUT, STOREFRONT].map((at) => `${at}/listManagedInstances`)];
  return Promise.all(lists.map((path) => list(emulator, path)));
}

describe("an emulator without a seed", () => {
  it("has no read-only objects", async () => {
    const emulator = await emulatorForTest();
    expect(await list(emulator, LOCATIONS)).toEqual([]);
    expect(await list(emulator, PROFILES)).toEqual([]);
    expect(await list(emulator, OPERATIONS)).toEqual([]);
    expect(emulator.objects.list(`projects/my-project/global/firewallPolicies`)).toEqual([]);
  });
});

describe("a seed", () => {
  const now = () => Date.UTC(2026, 5, 1);

  it("gives the same objects to everyone who plants it, and others to another number", async () => {
    const [one, same, other] = [
      await emulatorForTest({ now, seed: few }),
      await emulatorForTest({ now, seed: few }),
      await emulatorForTest({ now, seed: { ...few, seed: 2 } }),
    ];
    expect(await everything(same)).toEqual(await everything(one));
    expect(await everything(other)).not.toEqual(await everything(one));
  });

  it("gives the same first objects, however many there are", async () => {
    const [small, large] = [
      await emulatorForTest({ now, seed: none }),
      await emulatorForTest({ now, seed: { ...none, interconnectRemoteLocations: 481, organizationOperations: 60 } }),
    ];
    expect(await list(large, `${LOCATIONS}?maxResults=500`)).toEqual(
      expect.arrayContaining(await list(small, LOCATIONS)),
    );
    expect(await list(large, OPERATIONS)).toEqual(expect.arrayContaining(await list(small, OPERATIONS)));
  });

  it("gives each object a unique name, in any number", async () => {
    const emulator = await emulatorForTest();
    const planted = emulator.seed({ ...none, networkProfiles: 2000, interconnectRemoteLocations: 2000 });
    expect(planted).toMatchObject({
      "projects/my-project/global/networkProfiles": 2000,
      "projects/my-project/global/interconnectRemoteLocations": 2000,
      "locations/global/operations": 12,
    });
    const group = emulator.seed({ ...none, managedInstances: 2000 });
    expect(group).toMatchObject({
      "projects/my-project/zones/us-central1-a/instanceGroupManagers/checkout/managedInstances": 2000,
    });
  });

  it("that is planted again changes times at most", async () => {
    const emulator = await emulatorForTest({ seed: few });
    expect(emulator.seed(few)).toEqual(emulator.seed(few));
  });

  it("of the start is there again after a reset, by code and over HTTP, and one of later is not", async () => {
    const emulator = await emulatorForTest({ seed: none });
    emulator.seed({ ...none, networkProfiles: 3 });
    expect(await list(emulator, PROFILES)).toHaveLength(3);
    await emulator.reset();
    expect([(await list(emulator, PROFILES)).length, (await list(emulator, LOCATIONS)).length]).toEqual([0, 8]);
    emulator.seed({ ...none, networkProfiles: 3 });
    await admin(emulator, "POST", "/reset");
    expect([(await list(emulator, PROFILES)).length, (await list(emulator, LOCATIONS)).length]).toEqual([0, 8]);
  });

  it("goes to the given place, also over HTTP", async () => {
    const emulator = await emulatorForTest();
    const places = { project: "other", region: "europe-west1", parentId: "folders/7", seed: 3 };
    const { json } = await admin(emulator, "POST", "/seed", { ...few, ...places });
    expect(json.planted).toMatchObject({
      "projects/other/global/networkProfiles": 6,
      "projects/other/zones/europe-west1-a/instanceGroupManagers": 2,
      "projects/other/regions/europe-west1/instanceGroupManagers": 2,
    });
    expect(await list(emulator, "/locations/global/operations?parentId=folders/7")).toHaveLength(12);
    expect(await list(emulator, OPERATIONS)).toEqual([]);
  });

  it.each([
    [{ profiles: 3 }, "Accepted: project"],
    [{ networkProfiles: -1 }, "networkProfiles"],
    [{ networkProfiles: 1.5 }, "networkProfiles"],
    [{ managedInstances: 10_001 }, "managedInstances"],
    [{ project: "No Project" }, "seed.project"],
    [{ region: "" }, "seed.region"],
    [{ parentId: "1234" }, "organizations/NUMBER"],
  ])("is refused with %j", async (options, names) => {
    const emulator = await emulatorForTest();
    const answer = await admin(emulator, "POST", "/seed", options);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });
});

describe("what a seed plants", () => {
  /** Every value that a member, at any depth, has in some of the objects. */
  function valuesOf(value: unknown, member: string, into = new Set<unknown>()): Set<unknown> {
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (name === member && typeof inner !== "object") into.add(inner);
        valuesOf(inner, member, into);
      }
    }
    return into;
  }

  const sorted = (values: Iterable<unknown>) => [...values].map(String).sort();

  it("has remote locations of every continent, status and constraint", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const locations = await list(emulator, LOCATIONS);
    expect(locations).toHaveLength(480);
    expect(sorted(valuesOf(locations, "continent"))).toEqual(
      sorted(["AFRICA", "ASIA_PAC", "EUROPE", "NORTH_AMERICA", "SOUTH_AMERICA"]),
    );
    expect(sorted(valuesOf(locations, "status"))).toEqual(["AVAILABLE", "CLOSED"]);
    expect(sorted(valuesOf(locations, "lacp"))).toEqual(["LACP_SUPPORTED", "LACP_UNSUPPORTED"]);
    expect(sorted(valuesOf(locations, "bgpMd5"))).toEqual(["MD5_OPTIONAL", "MD5_REQUIRED", "MD5_UNSUPPORTED"]);
    expect(valuesOf(locations, "portPairVlan").size).toBe(2);
    expect(valuesOf(locations, "portPairRemoteLocation").size).toBe(2);
    expect(valuesOf(locations, "max")).toContain(4294967295);
    for (const { status, permittedConnections, lacp, maxLagSize10Gbps } of locations) {
      expect(permittedConnections === undefined).toBe(status === "CLOSED");
      expect(lacp === "LACP_SUPPORTED" || maxLagSize10Gbps === 1).toBe(true);
    }
  });

  it("has instances in every action, health and kind of failure, in a zone and in a region", async () => {
    const emulator = await emulatorForTest({ seed: true });
    for (const path of [CHECKOUT, STOREFRONT]) {
      const instances = await list(emulator, `${path}/listManagedInstances`);
      expect(sorted(valuesOf(instances, "currentAction"))).toEqual(
        sorted([
          ...["NONE", "CREATING", "CREATING_WITHOUT_RETRIES", "VERIFYING", "RECREATING", "DELETING", "ABANDONING"],
          ...["RESTARTING", "REFRESHING", "SUSPENDING", "RESUMING", "STOPPING", "STARTING"],
        ]),
      );
      expect(sorted(valuesOf(instances, "detailedHealthState"))).toEqual(
        sorted(["DRAINING", "HEALTHY", "TIMEOUT", "UNHEALTHY", "UNKNOWN"]),
      );
      expect(valuesOf(instances, "code").size).toBeGreaterThan(2);
      for (const instance of instances) {
        // What does not exist yet has neither an id nor a status; what is going has no template any more.
        const exists = !["CREATING", "CREATING_WITHOUT_RETRIES"].includes(String(instance.currentAction));
        expect(instance.id !== undefined).toBe(exists);
        expect(instance.instanceStatus !== undefined).toBe(exists);
        const isLeaving = ["DELETING", "ABANDONING"].includes(String(instance.currentAction));
        expect(Object.hasOwn(instance.version as Wire, "instanceTemplate")).toBe(!isLeaving);
      }
    }
  });

  it("has groups that count what their instances do, stable and not", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const busy = (await send(emulator, "GET", CHECKOUT)).json;
    expect(busy).toMatchObject({ targetSize: 65, status: { isStable: false, versionTarget: { isReached: false } } });
    expect(Object.values(busy.currentActions as Record<string, number>)).toEqual(Array.from({ length: 13 }, () => 5));
    const quiet = (await send(emulator, "GET", STOREFRONT.replace("storefront", "search"))).json;
    expect(quiet).toMatchObject({ status: { isStable: true, versionTarget: { isReached: true } } });
  });

  it("has operations in every status, with every detail of an error and both kinds of metadata", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const operations = await list(emulator, OPERATIONS);
    expect(operations).toHaveLength(240);
    expect(sorted(valuesOf(operations, "status"))).toEqual(
      sorted(["PENDING", "RUNNING", "DONE", "CREATING", "ROLLING_BACK"]),
    );
    expect(sorted(valuesOf(operations, "state"))).toEqual(
      sorted(["ABANDONED", "DONE", "FAILED", "PROPAGATED", "PROPAGATING"]),
    );
    const text = JSON.stringify(operations);
    for (const detail of ["errorInfo", "quotaInfo", "help", "localizedMessage"]) expect(text).toContain(`"${detail}"`);
    expect(text).not.toContain("parentId");
    for (const { status, startTime, endTime, progress, error, httpErrorStatusCode } of operations) {
      expect([startTime !== undefined, endTime !== undefined]).toEqual([status !== "PENDING", status === "DONE"]);
      expect(progress === 100).toBe(status === "DONE");
      expect(error !== undefined).toBe(httpErrorStatusCode !== undefined);
    }
    const reasons = [...valuesOf(operations, "reason")].map(String);
    expect(reasons.filter((reason) => !/^[A-Z][A-Z0-9_]{0,61}[A-Z0-9]$/.test(reason))).toEqual([]);
  });

  it("has what a program refers to, attaches or changes in part, with all that the service adds", async () => {
    const emulator = await emulatorForTest({ seed: few });
    const [zone, region] = [`${PROJECT}/zones/us-central1-a`, `${PROJECT}/regions/us-central1`];
    for (const path of [
      `${zone}/disks/database`,
      `${region}/disks/documents`,
      `${zone}/instantSnapshots/database-now`,
      `${PROJECT}/global/networks/default`,
      `${PROJECT}/global/firewallPolicies/baseline-2`,
      `${PROJECT}/global/targetSslProxies/mail-proxy`,
      `${region}/instanceGroupManagers/search`,
    ]) {
      expect(await send(emulator, "GET", path), path).toMatchObject({
        status: 200,
        json: { name: path.split("/").pop() },
      });
    }
    expect(
      (await send(emulator, "GET", "/locations/global/firewallPolicies/123456789/getIamPolicy")).json,
    ).toMatchObject({
      bindings: [{ role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:security@example.com"] }],
    });
    const instant = emulator.objects.get(`${zone}/instantSnapshots/database-now`.slice(1));
    expect(instant).toMatchObject({ sourceDiskId: emulator.objects.get(`${zone}/disks/database`.slice(1))?.id });
  });

  it("has the largest uint64 once among the ids of each kind", async () => {
    const emulator = await emulatorForTest({ seed: true });
    for (const path of [LOCATIONS, PROFILES, OPERATIONS, `${CHECKOUT}/listManagedInstances`]) {
      const ids = (await list(emulator, path)).map(({ id }) => id).filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toContain("18446744073709551615");
      expect(ids.every((id) => BigInt(String(id)) > 2n ** 53n)).toBe(true);
    }
  });
});
