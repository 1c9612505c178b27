import { expect } from "vitest";
import * as firewallPolicies from "../../provider/src/compute/endpoints/firewallPolicies";
import * as instanceGroupManagers from "../../provider/src/compute/endpoints/instanceGroupManagers";
import * as interconnectRemoteLocations from "../../provider/src/compute/endpoints/interconnectRemoteLocations";
import * as networkFirewallPolicies from "../../provider/src/compute/endpoints/networkFirewallPolicies";
import * as networkProfiles from "../../provider/src/compute/endpoints/networkProfiles";
import * as networks from "../../provider/src/compute/endpoints/networks";
import * as operations from "../../provider/src/compute/endpoints/operations";
import * as organizationOperations from "../../provider/src/compute/endpoints/organizationOperations";
import * as regionAutoscalers from "../../provider/src/compute/endpoints/regionAutoscalers";
import * as regionInstanceGroupManagers from "../../provider/src/compute/endpoints/regionInstanceGroupManagers";
import * as targetSslProxies from "../../provider/src/compute/endpoints/targetSslProxies";
import type { CallContext, ComputeClient } from "../../provider/src/http/client";
import { Deadline } from "../../provider/src/http/deadline";
import { getObject } from "../../provider/src/compute/objects";
import {
  deleteObject,
  insertObject,
  listProjectObjects,
  setObjectLabels,
} from "../../provider/src/compute/ownedCollection";
import { declaredOf } from "../../provider/src/fields/shape";
import type { Values } from "../../provider/src/fields/values";
import { check } from "../../provider/src/lifecycle/check";
import { patchOf } from "../../provider/src/parts/ownership";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { groupShape } from "../../provider/src/resources/regionInstanceGroupManagerPatch/definition/fields";
import { nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { everyGroupSetting } from "../support/groupSettings";
import { offlineResource } from "../support/offlineResource";

/** One use of an endpoint function, and the method of the proto that it has to be. */
export interface ContractRow {
  /** `networks.getNetwork`: a file of `provider/src/compute/endpoints`, and its function. */
  readonly name: string;
  readonly rpc: string;
  /** Values of the path's variables, different from each other. */
  readonly variables: Readonly<Record<string, string>>;
  readonly call: (client: ComputeClient) => Promise<unknown>;
}

/** The modules of `provider/src/compute/endpoints`. */
export const endpoints = {
  firewallPolicies,
  instanceGroupManagers,
  interconnectRemoteLocations,
  networkFirewallPolicies,
  networkProfiles,
  networks,
  operations,
  organizationOperations,
  regionAutoscalers,
  regionInstanceGroupManagers,
  targetSslProxies,
};

const context: CallContext = { deadline: Deadline.after(60_000) };
const requestId = "7f1f0f1e-27c4-4b3c-8d3c-1a2b3c4d5e6f";
const project = "p-1";

/** Every parameter of a list, and those of one that cannot be sorted. */
const query = { filter: "name = a", orderBy: "name", maxResults: 7, returnPartialSuccess: true, pageToken: "t" };
const unsorted = { ...query, orderBy: undefined };

const row = (
  name: string,
  rpc: string,
  variables: ContractRow["variables"],
  call: ContractRow["call"],
): ContractRow => ({ name, rpc, variables, call });

/** An access control policy with every member that we know of. */
const wholePolicy: firewallPolicies.ApiPolicy = {
  version: 3,
  etag: "ACAB",
  bindings: [
    {
      role: "roles/viewer",
      members: ["allUsers"],
      condition: { expression: "x", title: "t", description: "d", location: "l" },
    },
  ],
  auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["allUsers"] }] }],
};
const policy = { project, policy: "f-1" };
const ofPolicy = { project, firewallPolicy: "f-1" };
const group = { project, region: "us-central1", name: "g-1" };
const ofGroup = { project, region: "us-central1", instanceGroupManager: "g-1" };

const operationRows = [
  { service: "GlobalOperations", scope: `projects/${project}/global`, place: { project } },
  { service: "RegionOperations", scope: `projects/${project}/regions/r-1`, place: { project, region: "r-1" } },
  { service: "ZoneOperations", scope: `projects/${project}/zones/z-1`, place: { project, zone: "z-1" } },
].flatMap(({ service, scope, place }) => {
  const one = { ...place, operation: "o-1" };
  const path = `${scope}/operations/o-1`;
  return [
    row("operations.waitOperation", `${service}.Wait`, one, (c) => operations.waitOperation(c, path, context)),
    row("operations.getOperation", `${service}.Get`, one, (c) => operations.getOperation(c, path, context)),
    row("operations.findOperationByRequestId", `${service}.List`, place, (c) =>
      operations.findOperationByRequestId(c, scope, requestId, context),
    ),
    ...[undefined, "123"].map((target) =>
      row("operations.listOperations", `${service}.List`, place, (c) =>
        operations.listOperations(c, scope, context, target).next(),
      ),
    ),
  ];
});

/** At least one row for each function of the endpoints. */
export const endpointRows: readonly ContractRow[] = [
  row("firewallPolicies.getFirewallPolicyIamPolicy", "FirewallPolicies.GetIamPolicy", { resource: "f-1" }, (c) =>
    firewallPolicies.getFirewallPolicyIamPolicy(c, "f-1", context),
  ),
  ...[wholePolicy, {}].map((iam) =>
    row("firewallPolicies.setFirewallPolicyIamPolicy", "FirewallPolicies.SetIamPolicy", { resource: "f-1" }, (c) =>
      firewallPolicies.setFirewallPolicyIamPolicy(c, "f-1", iam, context),
    ),
  ),
  ...(
    [
      ["InstanceGroupManagers", "zones", { zone: "l-1" }],
      ["RegionInstanceGroupManagers", "regions", { region: "l-1" }],
    ] as const
  ).map(([service, scope, place]) =>
    row(
      "instanceGroupManagers.listManagedInstances",
      `${service}.ListManagedInstances`,
      { project, ...place, instanceGroupManager: "g-1" },
      (c) =>
        instanceGroupManagers.listManagedInstances(
          c,
          { project, scope, location: "l-1", name: "g-1" },
          unsorted,
          context,
        ),
    ),
  ),
  row(
    "interconnectRemoteLocations.listInterconnectRemoteLocations",
    "InterconnectRemoteLocations.List",
    { project },
    (c) => interconnectRemoteLocations.listInterconnectRemoteLocations(c, project, query, context),
  ),
  ...[true, false].map((replaces) =>
    row("networkFirewallPolicies.addAssociation", "NetworkFirewallPolicies.AddAssociation", ofPolicy, (c) => {
      const association = { name: "a-1", attachmentTarget: `projects/${project}/global/networks/n-1` };
      return networkFirewallPolicies.addAssociation(c, policy, association, replaces, requestId, context);
    }),
  ),
  row("networkFirewallPolicies.getAssociation", "NetworkFirewallPolicies.GetAssociation", ofPolicy, (c) =>
    networkFirewallPolicies.getAssociation(c, policy, "a-1", context),
  ),
  row("networkFirewallPolicies.removeAssociation", "NetworkFirewallPolicies.RemoveAssociation", ofPolicy, (c) =>
    networkFirewallPolicies.removeAssociation(c, policy, "a-1", requestId, context),
  ),
  row(
    "networkFirewallPolicies.getPacketMirroringRule",
    "NetworkFirewallPolicies.GetPacketMirroringRule",
    ofPolicy,
    (c) => networkFirewallPolicies.getPacketMirroringRule(c, policy, 1000, context),
  ),
  row("networkFirewallPolicies.getNetworkFirewallPolicy", "NetworkFirewallPolicies.Get", ofPolicy, (c) =>
    networkFirewallPolicies.getNetworkFirewallPolicy(c, policy, context),
  ),
  row("networkProfiles.listNetworkProfiles", "NetworkProfiles.List", { project }, (c) =>
    networkProfiles.listNetworkProfiles(c, project, query, context),
  ),
  row("networks.getNetwork", "Networks.Get", { project, network: "n-1" }, (c) =>
    networks.getNetwork(c, project, "n-1", context),
  ),
  ...operationRows,
  ...(
    [
      ["List", true],
      ["AggregatedList", false],
    ] as const
  ).map(([method, isGlobal]) =>
    row("operations.listProjectOperations", `GlobalOperations.${method}`, { project }, (c) =>
      operations.listProjectOperations(c, project, context, isGlobal).next(),
    ),
  ),
  row("organizationOperations.listOrganizationOperations", "GlobalOrganizationOperations.List", {}, (c) =>
    organizationOperations.listOrganizationOperations(c, "organizations/1", query, context),
  ),
  row(
    "regionAutoscalers.getRegionAutoscaler",
    "RegionAutoscalers.Get",
    { project, region: "r-1", autoscaler: "a-1" },
    (c) => regionAutoscalers.getRegionAutoscaler(c, { project, region: "r-1", name: "a-1" }, context),
  ),
  row("regionInstanceGroupManagers.getRegionInstanceGroupManager", "RegionInstanceGroupManagers.Get", ofGroup, (c) =>
    regionInstanceGroupManagers.getRegionInstanceGroupManager(c, group, context),
  ),
  row(
    "regionInstanceGroupManagers.patchRegionInstanceGroupManager",
    "RegionInstanceGroupManagers.Patch",
    ofGroup,
    (c) => regionInstanceGroupManagers.patchRegionInstanceGroupManager(c, group, wholeGroupPatch(), requestId, context),
  ),
  row("targetSslProxies.getTargetSslProxy", "TargetSslProxies.Get", { project, targetSslProxy: "t-1" }, (c) =>
    targetSslProxies.getTargetSslProxy(c, project, "t-1", context),
  ),
  ...["//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m", undefined].map((map) =>
    row(
      "targetSslProxies.setCertificateMap",
      "TargetSslProxies.SetCertificateMap",
      { project, targetSslProxy: "t-1" },
      (c) => targetSslProxies.setCertificateMap(c, project, "t-1", map, requestId, context),
    ),
  ),
];

/** What is sent of a kind whose objects a resource owns: one row for each method of its collection. */
export function ownedRows(kind: TestedKind): readonly ContractRow[] {
  const { definition, described } = kind;
  const { collection } = definition;
  if (collection === undefined) return [];
  const { name, scope } = collection;
  const service = name.slice(0, 1).toUpperCase() + name.slice(1);
  const variable = described.message.slice(0, 1).toLowerCase() + described.message.slice(1);
  const place = { project, ...(scope === "global" ? {} : { [scope]: `${scope}-1` }) };
  const address = { ...place, name: "n-1" };
  const owned = (method: string, more: ContractRow["variables"], call: ContractRow["call"]) =>
    row(nameOf(kind), `${service}.${method}`, { ...place, ...more }, call);
  const rows = [
    owned("Insert", {}, (c) => insertObject(c, collection, place, wholeBody(kind), requestId, context)),
    owned("Get", { [variable]: "n-1" }, (c) => getObject(c, collection, address, context)),
    owned("Delete", { [variable]: "n-1" }, (c) => deleteObject(c, collection, address, requestId, context)),
    owned(scope === "global" ? "List" : "AggregatedList", {}, (c) =>
      listProjectObjects(c, collection, project, context).next(),
    ),
  ];
  if (definition.fields.labels?.change !== "update") return rows;
  const labels = { labels: { a: "" }, labelFingerprint: "AA==" };
  return [
    ...rows,
    owned("SetLabels", { resource: "n-1" }, (c) => setObjectLabels(c, collection, address, labels, context)),
  ];
}

/** The body of a create call with every field that can be in one; the sample has a value for each. */
function wholeBody({ definition, sample = {} }: TestedKind): Values {
  const resource = offlineResource(definition);
  const { inputs } = check(resource, {}, sample);
  const sendable = Object.entries(definition.fields)
    .filter(([, { change, inPathOnly }]) => change !== "output" && change !== "completes" && !inPathOnly)
    .map(([name, { apiName }]) => apiName ?? name);
  const body = definition.schema.body(inputs, definition.schema.context(inputs, resource.links));
  expect(Object.keys(body).sort(), "every argument that is sent has a sample").toEqual(sendable.sort());
  return body;
}

/** A patch with every field that can be in one. */
function wholeGroupPatch(): Values {
  const resource = offlineResource(regionInstanceGroupManagerPatch);
  const { inputs } = check(resource, {}, { instanceGroupManager: "g-1", ...everyGroupSetting });
  const declared = declaredOf(groupShape, inputs);
  const { body } = patchOf(groupShape, {}, { declared, ours: [], previous: {}, context: resource.links });
  expect(Object.keys(body).sort(), "every field that can be managed has a sample").toEqual(
    Object.keys(everyGroupSetting).sort(),
  );
  return { ...body, fingerprint: "AAAA" };
}
