import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { endpoints } from "../../emulator/src/catalog";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { ComputeProto } from "../support/computeProto";
import { MessageReader } from "../support/messageReader";

/*
 * The endpoints that only read: what the specification says of each request, and every answer of an emulator that is
 * full of realistic objects, against the official `compute.proto`. Where the two differ, the difference is listed here.
 */
const proto = ComputeProto.load();
const project = "my-project";
const parentId = "organizations/123456789012";
const LIST = ["filter", "maxResults", "orderBy", "pageToken", "returnPartialSuccess"];
const ZONAL = "projects/{project}/zones/{zone}/instanceGroupManagers/{instanceGroupManager}";
const REGIONAL = "projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}";

interface ReadEndpoint {
  /** Number in the specification. */
  readonly number: string;
  readonly rpc: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query: readonly string[];
  readonly answer: string;
}

const readEndpoints: readonly ReadEndpoint[] = [
  {
    number: "2",
    rpc: "NetworkProfiles.List",
    method: "GET",
    path: "projects/{project}/global/networkProfiles",
    query: LIST,
    answer: "NetworkProfilesListResponse",
  },
  {
    number: "4",
    rpc: "InstanceGroupManagers.ListManagedInstances",
    method: "POST",
    path: `${ZONAL}/listManagedInstances`,
    query: LIST,
    answer: "InstanceGroupManagersListManagedInstancesResponse",
  },
  {
    number: "4, regional",
    rpc: "RegionInstanceGroupManagers.ListManagedInstances",
    method: "POST",
    path: `${REGIONAL}/listManagedInstances`,
    query: LIST,
    answer: "RegionInstanceGroupManagersListInstancesResponse",
  },
  {
    number: "6",
    rpc: "RegionOperations.Wait",
    method: "POST",
    path: "projects/{project}/regions/{region}/operations/{operation}/wait",
    query: [],
    answer: "Operation",
  },
  {
    number: "8",
    rpc: "NetworkFirewallPolicies.GetPacketMirroringRule",
    method: "GET",
    path: "projects/{project}/global/firewallPolicies/{firewallPolicy}/getPacketMirroringRule",
    query: ["priority"],
    answer: "FirewallPolicyRule",
  },
  {
    number: "9",
    rpc: "GlobalOrganizationOperations.List",
    method: "GET",
    path: "locations/global/operations",
    query: [...LIST, "parentId"],
    answer: "OperationList",
  },
  {
    number: "12",
    rpc: "InterconnectRemoteLocations.List",
    method: "GET",
    path: "projects/{project}/global/interconnectRemoteLocations",
    query: LIST,
    answer: "InterconnectRemoteLocationList",
  },
];

describe.each(readEndpoints)("endpoint $number, $rpc,", ({ rpc, method, path, query, answer }) => {
  const official = proto.rpcs.get(rpc);
  const served = endpoints.find((endpoint) => endpoint.path === `/compute/v1/${path}` && endpoint.method === method);

  it("has the method, the path, the query parameters and the answer of the specification", () => {
    expect(official).toMatchObject({ name: rpc, method, path, body: undefined, answer });
    expect(Object.keys(official?.query ?? {}).sort()).toEqual([...query].sort());
  });

  it("is served like that, without a body", () => {
    expect(Object.keys(served?.query ?? {}).sort()).toEqual([...query].sort());
    expect(served?.body).toBeUndefined();
  });

  it("only reads: it starts no operation and needs no permission to change anything", () => {
    expect(served).not.toHaveProperty("operationType");
    expect(served).not.toHaveProperty("changes");
    expect(served?.permissions.every((permission) => /\.(?:get|list)$/.test(permission))).toBe(true);
  });
});

describe("the answers of an emulator that is full of realistic objects", () => {
  const reader = new MessageReader(proto);
  let emulator: Emulator;

  async function ask(method: string, path: string): Promise<Record<string, unknown>> {
    const headers = { authorization: "Bearer test-token" };
    const response = await fetch(`${emulator.endpoint}/${path}`, { method, headers });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer;
  }

  /** Every page of a list, read as its message. */
  async function readPages(rule: ReadEndpoint, path: string, query: Record<string, string> = {}): Promise<void> {
    let pageToken: unknown = "";
    do {
      const parameters = new URLSearchParams({ maxResults: "50", ...query, pageToken: String(pageToken) });
      const page = await ask(rule.method, `${path}?${parameters.toString()}`);
      reader.read(rule.answer, page);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  beforeAll(async () => {
    emulator = await startEmulator({ seed: true });
    const [profiles, zonal, regional, wait, rule, operations, locations] = readEndpoints;
    if (!profiles || !zonal || !regional || !wait || !rule || !operations || !locations) throw new Error("incomplete");
    const at = `projects/${project}`;
    await readPages(profiles, `${at}/global/networkProfiles`);
    await readPages(zonal, `${at}/zones/us-central1-a/instanceGroupManagers/checkout/listManagedInstances`);
    await readPages(regional, `${at}/regions/us-central1/instanceGroupManagers/storefront/listManagedInstances`);
    for (const priority of [0, 1000, 2000, 3000, 6000, 2147483647]) {
      const path = `${at}/global/firewallPolicies/traffic-inspection/getPacketMirroringRule`;
      reader.read(rule.answer, await ask("GET", `${path}?priority=${String(priority)}`));
    }
    await readPages(operations, operations.path, { parentId });
    await readPages(locations, `${at}/global/interconnectRemoteLocations`);
    // What only a page without items, or one of which a part could not be reached, shows.
    await readPages(locations, `${at}/global/interconnectRemoteLocations`, { filter: "name = nobody" });
    await readPages(operations, operations.path, { parentId: "folders/1" });
    emulator.fault({ fault: { kind: "partialFailure", unreachables: ["regions/us-west1"] } });
    await readPages(profiles, `${at}/global/networkProfiles`, { returnPartialSuccess: "true" });
    return () => emulator.close();
  });

  it("have members of the official messages alone, with values of their types and enumerations", () => {
    expect(reader.problems).toEqual([]);
  });

  it("show every field that there is, but for the listed ones", () => {
    expect(reader.missing()).toEqual([...Object.keys(notInTheSpecification), ...Object.keys(notOfTheseObjects)].sort());
  });

  it("have ids beyond every number that JSON can be read into", async () => {
    const { items } = await ask("GET", `projects/${project}/global/networkProfiles?filter=id>18446744073709551614`);
    expect(items).toMatchObject([{ id: "18446744073709551615" }]);
  });
});

it("a wait that is over answers an operation of the official message", async () => {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.close());
  const group = `projects/${project}/regions/us-central1/instanceGroupManagers/g`;
  const { fingerprint } = emulator.objects.put(group, { targetSize: 1 });
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${emulator.endpoint}/${path}`, {
      method,
      headers: { authorization: "Bearer test-token", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const started = await send("PATCH", group, { fingerprint, targetSize: 2 });
  const path = `projects/${project}/regions/us-central1/operations/${String(started.name)}/wait`;
  const reader = new MessageReader(proto);
  reader.read("Operation", await send("POST", path));
  expect(reader.problems).toEqual([]);
  expect([...reader.seen]).toEqual(expect.arrayContaining(["Operation.region", "Operation.endTime", "Operation.id"]));
});

/** Fields of the official messages that the specification does not have, and that are never shown. */
const notInTheSpecification: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "FirewallPolicyRule.targetForwardingRules",
    "FirewallPolicyRule.targetType",
    "FirewallPolicyRuleMatcher.destNetworkContext",
    "FirewallPolicyRuleMatcher.srcNetworkContext",
    "InterconnectRemoteLocation.maxLagSize400Gbps",
    "ManagedInstance.scheduling",
    "ManagedInstance.shutdownDetails",
    "NetworkProfile.profileType",
    "NetworkProfile.zone",
    "NetworkProfileNetworkFeatures.allowAddressCreation",
    "NetworkProfileNetworkFeatures.allowFirewallPolicy",
    "NetworkProfileNetworkFeatures.allowMultiNicInSameSubnetwork",
    "NetworkProfileNetworkFeatures.allowMulticast",
    "NetworkProfileNetworkFeatures.allowSubnetworkCreation",
    "NetworkProfileNetworkFeatures.allowVpcFirewallRules",
    "NetworkProfileNetworkFeatures.firewallPolicyTypes",
    "NetworkProfileNetworkFeatures.multicast",
    "NetworkProfileNetworkFeatures.predefinedNetworkInternalIpv6Range",
    "NetworkProfileNetworkFeatures.predefinedSubnetworkRanges",
    "Operation.getVersionOperationMetadata",
  ].map((field) => [field, "The specification has no such field."]),
);

/** Fields that the objects of these endpoints cannot have, or do not. */
const notOfTheseObjects: Readonly<Record<string, string>> = {
  "FirewallPolicyRule.tlsInspect": "For the action apply_security_profile_group only, which no mirroring rule has.",
  "Operation.creationTimestamp": "Deprecated; insertTime is shown.",
  "Operation.region": "For regional operations only; an organization has none.",
  "Operation.zone": "For zonal operations only.",
};
