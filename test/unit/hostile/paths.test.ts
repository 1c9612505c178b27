import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import type { ComputeClient, ComputeRequest } from "../../../provider/src/http/client";
import * as firewallPolicies from "../../../provider/src/compute/endpoints/firewallPolicies";
import * as instanceGroups from "../../../provider/src/compute/endpoints/instanceGroupManagers";
import * as remoteLocations from "../../../provider/src/compute/endpoints/interconnectRemoteLocations";
import * as networkFirewallPolicies from "../../../provider/src/compute/endpoints/networkFirewallPolicies";
import * as networkProfiles from "../../../provider/src/compute/endpoints/networkProfiles";
import * as networks from "../../../provider/src/compute/endpoints/networks";
import * as operations from "../../../provider/src/compute/endpoints/operations";
import * as organizationOperations from "../../../provider/src/compute/endpoints/organizationOperations";
import * as groups from "../../../provider/src/compute/endpoints/regionInstanceGroupManagers";
import * as objects from "../../../provider/src/compute/objects";
import * as owned from "../../../provider/src/compute/ownedCollection";
import * as proxies from "../../../provider/src/compute/endpoints/targetSslProxies";
import { clientOf, within } from "../../support/computeCalls";
import { hostileTexts } from "../../support/hostileValues";
import { answers, scriptedServer } from "../../support/scriptedServer";

type Send = (client: ComputeClient, a: string, b: string, c: string) => Promise<unknown>;

// Its time begins when the file is loaded.
const context = within(600_000);
const id = "11111111-1111-4111-8111-111111111111";

const permissions = { insert: () => [], delete: [] };
const globals = { name: "routes", scope: "global", permissions } as const;
const regionals = { name: "addresses", scope: "region", permissions } as const;

/** Every endpoint: the path that it has to have, with the values in their places, and the values of its query. */
const endpoints: Record<string, [send: Send, path: string, query?: Record<string, string>]> = {
  getFirewallPolicyIamPolicy: [
    (client, a) => firewallPolicies.getFirewallPolicyIamPolicy(client, a, context),
    "locations/global/firewallPolicies/{a}/getIamPolicy",
    { optionsRequestedPolicyVersion: "3" },
  ],
  setFirewallPolicyIamPolicy: [
    (client, a) => firewallPolicies.setFirewallPolicyIamPolicy(client, a, {}, context),
    "locations/global/firewallPolicies/{a}/setIamPolicy",
  ],
  addAssociation: [
    (client, project, policy, name) =>
      networkFirewallPolicies.addAssociation(
        client,
        { project, policy },
        { name, attachmentTarget: name },
        true,
        id,
        context,
      ),
    "projects/{a}/global/firewallPolicies/{b}/addAssociation",
    { requestId: id, replaceExistingAssociation: "true" },
  ],
  getAssociation: [
    (client, project, policy, name) =>
      networkFirewallPolicies.getAssociation(client, { project, policy }, name, context),
    "projects/{a}/global/firewallPolicies/{b}/getAssociation",
    { name: "{c}" },
  ],
  removeAssociation: [
    (client, project, policy, name) =>
      networkFirewallPolicies.removeAssociation(client, { project, policy }, name, id, context),
    "projects/{a}/global/firewallPolicies/{b}/removeAssociation",
    { name: "{c}", requestId: id },
  ],
  getNetworkFirewallPolicy: [
    (client, project, policy) => networkFirewallPolicies.getNetworkFirewallPolicy(client, { project, policy }, context),
    "projects/{a}/global/firewallPolicies/{b}",
  ],
  getPacketMirroringRule: [
    (client, project, policy) =>
      networkFirewallPolicies.getPacketMirroringRule(client, { project, policy }, 7, context),
    "projects/{a}/global/firewallPolicies/{b}/getPacketMirroringRule",
    { priority: "7" },
  ],
  listManagedInstances: [
    (client, project, location, name) =>
      instanceGroups.listManagedInstances(
        client,
        { project, scope: "zones", location, name },
        { filter: name },
        context,
      ),
    "projects/{a}/zones/{b}/instanceGroupManagers/{c}/listManagedInstances",
    { filter: "{c}" },
  ],
  listInterconnectRemoteLocations: [
    (client, a, b) => remoteLocations.listInterconnectRemoteLocations(client, a, { filter: b }, context),
    "projects/{a}/global/interconnectRemoteLocations",
    { filter: "{b}" },
  ],
  listNetworkProfiles: [
    (client, a, b) => networkProfiles.listNetworkProfiles(client, a, { pageToken: b }, context),
    "projects/{a}/global/networkProfiles",
    { pageToken: "{b}" },
  ],
  listOrganizationOperations: [
    (client, a) => organizationOperations.listOrganizationOperations(client, a, {}, context),
    "locations/global/operations",
    { parentId: "{a}" },
  ],
  getNetwork: [(client, a, b) => networks.getNetwork(client, a, b, context), "projects/{a}/global/networks/{b}"],
  getRegionInstanceGroupManager: [
    (client, project, region, name) => groups.getRegionInstanceGroupManager(client, { project, region, name }, context),
    "projects/{a}/regions/{b}/instanceGroupManagers/{c}",
  ],
  patchRegionInstanceGroupManager: [
    (client, project, region, name) =>
      groups.patchRegionInstanceGroupManager(client, { project, region, name }, {}, id, context),
    "projects/{a}/regions/{b}/instanceGroupManagers/{c}",
    { requestId: id },
  ],
  listProjectObjects: [
    (client, project) => owned.listProjectObjects(client, regionals, project, context).next(),
    "projects/{a}/aggregated/addresses",
    { maxResults: "500" },
  ],
  insertObject: [
    (client, project, region, name) =>
      owned.insertObject(client, regionals, { project, region }, { name }, id, context),
    "projects/{a}/regions/{b}/addresses",
    { requestId: id },
  ],
  getObject: [
    (client, project, region, name) => objects.getObject(client, regionals, { project, region, name }, context),
    "projects/{a}/regions/{b}/addresses/{c}",
  ],
  deleteObject: [
    (client, project, name) => owned.deleteObject(client, globals, { project, name }, id, context),
    "projects/{a}/global/routes/{b}",
    { requestId: id },
  ],
  setObjectLabels: [
    (client, project, name) =>
      owned.setObjectLabels(client, globals, { project, name }, { labels: {}, labelFingerprint: "f" }, context),
    "projects/{a}/global/routes/{b}/setLabels",
  ],
  listProjectOperations: [
    (client, project) => operations.listProjectOperations(client, project, context, false).next(),
    "projects/{a}/aggregated/operations",
    { maxResults: "500" },
  ],
  setCertificateMap: [
    (client, a, b) => proxies.setCertificateMap(client, a, b, undefined, id, context),
    "projects/{a}/global/targetSslProxies/{b}/setCertificateMap",
    { requestId: id },
  ],
  getTargetSslProxy: [
    (client, a, b) => proxies.getTargetSslProxy(client, a, b, context),
    "projects/{a}/global/targetSslProxies/{b}",
  ],
};

/** What makes paths, and endpoints whose path is one that was made before: they have rules of their own below. */
const takePaths = [
  "about",
  "addressMembers",
  "collectionPath",
  "encoded",
  "groupPath",
  "objectPath",
  "operationPath",
  "placeMembers",
  "waitOperation",
  "getOperation",
  "findOperationByRequestId",
  "listOperations",
];

const segment = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }), fc.string());

/** What the call would send; `undefined` when it is refused before that. */
async function sentBy(send: Send, values: readonly [string, string, string]): Promise<ComputeRequest | undefined> {
  let sent: ComputeRequest | undefined;
  const request = (asked: ComputeRequest) => {
    sent = asked;
    return Promise.resolve({});
  };
  try {
    await send({ request } as unknown as ComputeClient, ...values);
  } catch (error) {
    expect(String(error)).toMatch(/cannot be part of a request path/);
  }
  return sent;
}

it("every endpoint is looked at", () => {
  const modules = [
    instanceGroups,
    remoteLocations,
    networkProfiles,
    organizationOperations,
    firewallPolicies,
    networkFirewallPolicies,
    networks,
    operations,
    groups,
    objects,
    owned,
    proxies,
  ];
  const exported = modules.flatMap((module) => Object.keys(module));
  expect(exported.sort()).toEqual([...Object.keys(endpoints), ...takePaths].sort());
});

describe.each(Object.entries(endpoints))("%s", (_name, [send, template, query = {}]) => {
  it("sends exactly its own segments, with any names", async () => {
    await fc.assert(
      fc.asyncProperty(segment, segment, segment, async (a, b, c) => {
        const filled = (text: string) =>
          text.replace(/\{([abc])\}/g, (_all, key: "a" | "b" | "c") => ({ a, b, c })[key]);
        const request = await sentBy(send, [a, b, c]);
        if (request === undefined) return;
        const expected = template.split("/").map(filled);
        expect(request.path.split("/").map(decodeURIComponent)).toEqual(expected);
        expect(request.path).toMatch(/^[\w.!~*'()%/-]+$/);
        // A URL parser that resolves dots, such as that of a proxy, comes to the same path.
        expect(new URL(`https://host/${request.path}`).pathname).toBe(`/${request.path}`);
        const given = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined);
        expect(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toEqual(
          Object.fromEntries(Object.entries(query).map(([name, value]) => [name, filled(value)])),
        );
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("the path of an operation", () => {
  it("has segments too, with any name of the service", () => {
    fc.assert(
      fc.property(segment, segment, (project, name) => {
        try {
          const made = operations.operationPath(project, { name });
          expect(made.split("/").map(decodeURIComponent)).toEqual(["projects", project, "global", "operations", name]);
        } catch (error) {
          expect(String(error)).toMatch(/cannot be part of a request path|without naming the operation/);
        }
      }),
    );
  });

  it.each([
    "projects/p/global/operations/../routes/r",
    "projects/p/global/operations/..",
    "projects/../global/operations/o",
    "projects/p/global/operations/o?alt=media",
    "projects/p/global/operations/o#x",
    "projects/p/global/operations/o/cancel",
    "projects/p/global/routes/r",
    "https://evil.example/projects/p/global/operations/o",
    "projects/p/global/operations/o\r\nx: y",
    "",
  ])("of a state is not sent if it is not a path: %j", async (path) => {
    const send: Send = (client) => operations.waitOperation(client, path, context);
    const look: Send = (client) => operations.getOperation(client, path, context);
    for (const call of [send, look]) {
      const client = { request: () => expect.fail("it was sent") } as unknown as ComputeClient;
      await expect(call(client, "", "", "")).rejects.toThrow("is not the path of an operation");
    }
  });

  it("is looked for by a request id that cannot become a part of the filter", async () => {
    const send: Send = async (client) => {
      await operations.findOperationByRequestId(client, "projects/p/global", 'x" OR name = "y', context);
    };
    expect((await sentBy(send, ["", "", ""]))?.query?.filter).toBe('clientOperationId = "xORnamey"');
  });
});

describe("on the wire", () => {
  it("a hostile name arrives as the one segment and the one parameter that it is", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = clientOf(server.origin);
    for (const name of hostileTexts.filter((text) => text !== "" && text !== ".." && text.isWellFormed())) {
      await networkFirewallPolicies.getAssociation(client, { project: "p", policy: name }, name, context);
      const url = new URL(server.requests.at(-1)?.url ?? "", server.origin);
      expect(url.pathname.split("/").map(decodeURIComponent)).toEqual([
        "",
        "compute",
        "v1",
        "projects",
        "p",
        "global",
        "firewallPolicies",
        name,
        "getAssociation",
      ]);
      expect([...url.searchParams]).toEqual([["name", name]]);
    }
  });
});
