import { expect, it } from "vitest";
import { ComputeProto } from "../support/computeProto";
import { MessageReader } from "../support/messageReader";
import { officialMethod } from "../support/officialRequests";
import { beyondSpecification } from "./beyondSpecification";
import { emulatorForTest } from "../support/untilTestEnds";

/*
 * Every answer of an emulator that is full of realistic objects, to the endpoints that only read, against the official
 * `compute.proto`.
 */
const project = "my-project";
const at = `projects/${project}`;
const parentId = "organizations/123456789012";

it("the answers of an emulator that is full of realistic objects have members, types and values of the official messages", async () => {
  const emulator = await emulatorForTest({ seed: true });
  const reader = new MessageReader(ComputeProto.load());

  async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${emulator.endpoint}/${path}`, {
      method,
      headers: { authorization: "Bearer test-token", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer;
  }

  /** Every page of a list, read as its message. */
  async function readPages(message: string, path: string, query: Record<string, string> = {}): Promise<void> {
    const method = path.endsWith("/listManagedInstances") ? "POST" : "GET";
    let pageToken: unknown = "";
    do {
      const parameters = new URLSearchParams({ maxResults: "2", ...query, pageToken: String(pageToken) });
      const page = await ask(method, `${path}?${parameters.toString()}`);
      reader.read(message, page);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  const [profiles, locations] = [`${at}/global/networkProfiles`, `${at}/global/interconnectRemoteLocations`];
  const zonal = `${at}/zones/us-central1-a/instanceGroupManagers/checkout/listManagedInstances`;
  const regional = `${at}/regions/us-central1/instanceGroupManagers/storefront/listManagedInstances`;
  await readPages("NetworkProfilesListResponse", profiles);
  await readPages("InstanceGroupManagersListManagedInstancesResponse", zonal);
  await readPages("RegionInstanceGroupManagersListInstancesResponse", regional);
  await readPages("OperationList", "locations/global/operations", { parentId });
  await readPages("InterconnectRemoteLocationList", locations);
  for (const priority of [0, 1000, 2000, 3000, 6000, 2147483647]) {
    const path = `${at}/global/firewallPolicies/traffic-inspection/getPacketMirroringRule`;
    reader.read("FirewallPolicyRule", await ask("GET", `${path}?priority=${String(priority)}`));
  }
  // Only a page without items, or one of which a part could not be reached, shows these members.
  await readPages("InterconnectRemoteLocationList", locations, { filter: "name = nobody" });
  await readPages("OperationList", "locations/global/operations", { parentId: "folders/1" });
  emulator.fault({ fault: { kind: "partialFailure", unreachables: ["regions/us-west1"] } });
  await readPages("NetworkProfilesListResponse", profiles, { returnPartialSuccess: "true" });
  // A wait for an operation of a region.
  const group = `${at}/regions/us-central1/instanceGroupManagers/g`;
  const { fingerprint } = emulator.objects.put(group, { targetSize: 1 });
  const { name } = await ask("PATCH", group, { fingerprint, targetSize: 2 });
  reader.read("Operation", await ask("POST", `${at}/regions/us-central1/operations/${String(name)}/wait`));

  expect(reader.problems).toEqual([]);
  expect(reader.missing(), "every field that there is").toEqual(
    [...fieldsBeyond, ...Object.keys(notOfTheseObjects)].sort(),
  );
});

it("every object of such an emulator has members, types and values of its official message", async () => {
  const { objects } = await emulatorForTest({ seed: true });
  // The seed leaves these to the program.
  const sourceDiskEncryptionKey = { rawKey: Buffer.alloc(32, 1).toString("base64") };
  objects.put(`${at}/global/snapshots/s`, { labels: { a: "1" }, sourceDiskEncryptionKey });
  objects.put(`${at}/global/routes/r`, { network: "global/networks/default", destRange: "10.0.0.0/8" });
  const reader = new MessageReader(ComputeProto.load());
  const all = objects.list(at).filter(({ path }) => !path.includes("/managedInstances/"));
  for (const { path, object } of all) reader.read(officialMethod("GET", path).answer, object, path);
  expect(reader.problems).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
});

const fieldsBeyond = Object.entries(beyondSpecification).flatMap(([message, fields]) =>
  fields.map((field) => `${message}.${field}`),
);

/** Fields that the objects of these endpoints cannot have, or do not. */
const notOfTheseObjects: Readonly<Record<string, string>> = {
  "FirewallPolicyRule.tlsInspect": "For the action apply_security_profile_group only, which no mirroring rule has.",
  "Operation.creationTimestamp": "Deprecated; insertTime is shown.",
  "Operation.zone": "For zonal operations only.",
};
