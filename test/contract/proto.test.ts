import { readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type protobuf from "protobufjs";
import { require as requireSource } from "tsx/cjs/api";
import { describe, expect, it } from "vitest";
import { collections, endpoints } from "../../emulator/src/catalog";
import type { Field as EmulatorField, Fields as EmulatorFields } from "../../emulator/src/schema";
import type { CallContext, ComputeClient, ComputeRequest } from "../../provider/src/compute/client";
import { Deadline } from "../../provider/src/compute/deadline";
import * as firewallPolicies from "../../provider/src/compute/endpoints/firewallPolicies";
import * as operations from "../../provider/src/compute/endpoints/operations";
import * as routes from "../../provider/src/compute/endpoints/routes";
import * as networkFirewallPolicies from "../../provider/src/compute/endpoints/networkFirewallPolicies";
import * as networks from "../../provider/src/compute/endpoints/networks";
import * as regionInstanceGroupManagers from "../../provider/src/compute/endpoints/regionInstanceGroupManagers";
import * as snapshots from "../../provider/src/compute/endpoints/snapshots";
import * as targetSslProxies from "../../provider/src/compute/endpoints/targetSslProxies";
import { check } from "../../provider/src/runtime/check";
import type { ResourceDefinition } from "../../provider/src/runtime/definition";
import { createBody, linkContextOf } from "../../provider/src/runtime/fields";
import type { Values } from "../../provider/src/runtime/values";
import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../provider/src/resources/firewallPolicyIam/lifecycle";
import { route } from "../../provider/src/resources/route/lifecycle";
import { networkFirewallPolicyAssociation } from "../../provider/src/resources/networkFirewallPolicyAssociation/lifecycle";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/regionInstanceGroupManagerPatch/lifecycle";
import { declaredOf, patchOf } from "../../provider/src/resources/regionInstanceGroupManagerPatch/lifecycle/mergePatch";
import { snapshot } from "../../provider/src/resources/snapshot/lifecycle";
import { targetSslProxyCertificateMap } from "../../provider/src/resources/targetSslProxyCertificateMap/lifecycle";
import { ComputeProto, type Rpc } from "../support/computeProto";
import { everyGroupSetting } from "../support/groupSettings";
import { offlineResource } from "../support/offlineResource";
import { SourceFile } from "../support/sourceDeclarations";

/*
 * Against something that nobody here wrote: the http rules and messages of the official `compute.proto`. Where it and
 * the specification differ, the specification wins, and the difference is an entry of a table below, with its reason.
 */
const proto = ComputeProto.load();

function rpc(name: string): Rpc {
  const found = proto.rpcs.get(name);
  if (found === undefined) throw new Error(`compute.proto has no ${name}`);
  return found;
}

// --- What the provider sends ---------------------------------------------------------------------------------------

/** A client that keeps the request and answers with an empty object. */
class RecordingClient {
  readonly requests: ComputeRequest[] = [];

  request(request: ComputeRequest): Promise<object> {
    this.requests.push(request);
    return Promise.resolve({ items: [] });
  }
}

const context: CallContext = { deadline: Deadline.after(60_000) };
const requestId = "7f1f0f1e-27c4-4b3c-8d3c-1a2b3c4d5e6f";

/** One use of an endpoint function, and the method of the proto that it has to be. */
interface ContractRow {
  rpc: string;
  /** Values of the path's variables, different from each other. */
  variables: Readonly<Record<string, string>>;
  call: (client: ComputeClient) => Promise<unknown>;
}

const operationScopes = [
  { service: "GlobalOperations", scope: "projects/p-1/global", variables: { project: "p-1" } },
  { service: "RegionOperations", scope: "projects/p-1/regions/r-1", variables: { project: "p-1", region: "r-1" } },
  { service: "ZoneOperations", scope: "projects/p-1/zones/z-1", variables: { project: "p-1", zone: "z-1" } },
];

const group = { project: "p-1", region: "us-central1", name: "g-1" };
const groupVariables = { project: "p-1", region: "us-central1", instanceGroupManager: "g-1" };

/** A patch with every field that can be in one. */
function wholeGroupPatch(): Values {
  const resource = offlineResource(regionInstanceGroupManagerPatch);
  const { inputs } = check(resource, {}, { instanceGroupManager: "g-1", ...everyGroupSetting });
  const declared = declaredOf(inputs);
  const { body } = patchOf({}, { declared, ours: [], previous: {}, context: resource.links });
  expect(Object.keys(body).sort(), "every field that can be managed has a sample").toEqual(
    Object.keys(everyGroupSetting).sort(),
  );
  return { ...body, fingerprint: "AAAA" };
}

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

/** Every endpoint function of `provider/src/compute/endpoints`, by file and name: a new one needs a row. */
const contract: Readonly<Record<string, Readonly<Record<string, readonly ContractRow[]>>>> = {
  operations: {
    waitOperation: operationScopes.map(({ service, scope, variables }) => ({
      rpc: `${service}.Wait`,
      variables: { ...variables, operation: "o-1" },
      call: (client) => operations.waitOperation(client, `${scope}/operations/o-1`, context),
    })),
    getOperation: operationScopes.map(({ service, scope, variables }) => ({
      rpc: `${service}.Get`,
      variables: { ...variables, operation: "o-1" },
      call: (client) => operations.getOperation(client, `${scope}/operations/o-1`, context),
    })),
    findOperationByRequestId: operationScopes.map(({ service, scope, variables }) => ({
      rpc: `${service}.List`,
      variables,
      call: (client) => operations.findOperationByRequestId(client, scope, requestId, context),
    })),
    listOperations: operationScopes.map(({ service, scope, variables }) => ({
      rpc: `${service}.List`,
      variables,
      call: (client) => operations.listOperations(client, scope, context).next(),
    })),
  },
  firewallPolicies: {
    getFirewallPolicyIamPolicy: [
      {
        rpc: "FirewallPolicies.GetIamPolicy",
        variables: { resource: "f-1" },
        call: (client) => firewallPolicies.getFirewallPolicyIamPolicy(client, "f-1", context),
      },
    ],
    setFirewallPolicyIamPolicy: [wholePolicy, {}].map((policy) => ({
      rpc: "FirewallPolicies.SetIamPolicy",
      variables: { resource: "f-1" },
      call: (client) => firewallPolicies.setFirewallPolicyIamPolicy(client, "f-1", policy, context),
    })),
  },
  routes: {
    insertRoute: [
      {
        rpc: "Routes.Insert",
        variables: { project: "p-1" },
        call: (client) => routes.insertRoute(client, "p-1", wholeBody(route), requestId, context),
      },
    ],
    listRoutes: [
      {
        rpc: "Routes.List",
        variables: { project: "p-1" },
        call: (client) => routes.listRoutes(client, "p-1", context).next(),
      },
    ],
    getRoute: [
      {
        rpc: "Routes.Get",
        variables: { project: "p-1", route: "r-1" },
        call: (client) => routes.getRoute(client, "p-1", "r-1", context),
      },
    ],
    deleteRoute: [
      {
        rpc: "Routes.Delete",
        variables: { project: "p-1", route: "r-1" },
        call: (client) => routes.deleteRoute(client, "p-1", "r-1", requestId, context),
      },
    ],
  },
  networkFirewallPolicies: {
    addAssociation: [true, false].map((replaceExisting) => ({
      rpc: "NetworkFirewallPolicies.AddAssociation",
      variables: { project: "p-1", firewallPolicy: "f-1" },
      call: (client) =>
        networkFirewallPolicies.addAssociation(
          client,
          { project: "p-1", policy: "f-1" },
          { name: "a-1", attachmentTarget: "projects/p-1/global/networks/n-1" },
          replaceExisting,
          requestId,
          context,
        ),
    })),
    getAssociation: [
      {
        rpc: "NetworkFirewallPolicies.GetAssociation",
        variables: { project: "p-1", firewallPolicy: "f-1" },
        call: (client) =>
          networkFirewallPolicies.getAssociation(client, { project: "p-1", policy: "f-1" }, "a-1", context),
      },
    ],
    removeAssociation: [
      {
        rpc: "NetworkFirewallPolicies.RemoveAssociation",
        variables: { project: "p-1", firewallPolicy: "f-1" },
        call: (client) =>
          networkFirewallPolicies.removeAssociation(
            client,
            { project: "p-1", policy: "f-1" },
            "a-1",
            requestId,
            context,
          ),
      },
    ],
    getNetworkFirewallPolicy: [
      {
        rpc: "NetworkFirewallPolicies.Get",
        variables: { project: "p-1", firewallPolicy: "f-1" },
        call: (client) =>
          networkFirewallPolicies.getNetworkFirewallPolicy(client, { project: "p-1", policy: "f-1" }, context),
      },
    ],
  },
  networks: {
    getNetwork: [
      {
        rpc: "Networks.Get",
        variables: { project: "p-1", network: "n-1" },
        call: (client) => networks.getNetwork(client, "p-1", "n-1", context),
      },
    ],
  },
  regionInstanceGroupManagers: {
    getRegionInstanceGroupManager: [
      {
        rpc: "RegionInstanceGroupManagers.Get",
        variables: groupVariables,
        call: (client) => regionInstanceGroupManagers.getRegionInstanceGroupManager(client, group, context),
      },
    ],
    patchRegionInstanceGroupManager: [
      {
        rpc: "RegionInstanceGroupManagers.Patch",
        variables: groupVariables,
        call: (client) =>
          regionInstanceGroupManagers.patchRegionInstanceGroupManager(
            client,
            group,
            wholeGroupPatch(),
            requestId,
            context,
          ),
      },
    ],
    listRegionManagedInstances: [
      {
        rpc: "RegionInstanceGroupManagers.ListManagedInstances",
        variables: groupVariables,
        call: (client) => regionInstanceGroupManagers.listRegionManagedInstances(client, group, context),
      },
    ],
  },
  snapshots: {
    insertSnapshot: [
      {
        rpc: "Snapshots.Insert",
        variables: { project: "p-1" },
        call: (client) => snapshots.insertSnapshot(client, "p-1", wholeBody(snapshot), requestId, context),
      },
    ],
    listSnapshots: [
      {
        rpc: "Snapshots.List",
        variables: { project: "p-1" },
        call: (client) => snapshots.listSnapshots(client, "p-1", context).next(),
      },
    ],
    getSnapshot: [
      {
        rpc: "Snapshots.Get",
        variables: { project: "p-1", snapshot: "s-1" },
        call: (client) => snapshots.getSnapshot(client, "p-1", "s-1", context),
      },
    ],
    deleteSnapshot: [
      {
        rpc: "Snapshots.Delete",
        variables: { project: "p-1", snapshot: "s-1" },
        call: (client) => snapshots.deleteSnapshot(client, "p-1", "s-1", requestId, context),
      },
    ],
    setSnapshotLabels: [
      {
        rpc: "Snapshots.SetLabels",
        variables: { project: "p-1", resource: "s-1" },
        call: (client) =>
          snapshots.setSnapshotLabels(client, "p-1", "s-1", { labels: { a: "" }, labelFingerprint: "AA==" }, context),
      },
    ],
  },
  targetSslProxies: {
    getTargetSslProxy: [
      {
        rpc: "TargetSslProxies.Get",
        variables: { project: "p-1", targetSslProxy: "t-1" },
        call: (client) => targetSslProxies.getTargetSslProxy(client, "p-1", "t-1", context),
      },
    ],
    setCertificateMap: [
      "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m",
      undefined,
    ].map((map) => ({
      rpc: "TargetSslProxies.SetCertificateMap",
      variables: { project: "p-1", targetSslProxy: "t-1" },
      call: (client) => targetSslProxies.setCertificateMap(client, "p-1", "t-1", map, requestId, context),
    })),
  },
};

/** Functions of those files that send nothing. */
const notEndpoints = new Set(["operations.operationPath"]);

/** A value for every argument that is sent, by definition: a new argument needs one. */
const samples: Readonly<Record<string, Values>> = {
  Route: {
    name: "r-1",
    description: "d",
    network: "n",
    tags: ["a"],
    destRange: "10.0.0.0/8",
    priority: 1,
    nextHopGateway: "default-internet-gateway",
    nextHopInstance: "vm",
    nextHopIp: "10.0.0.1",
    nextHopIlb: "rule",
    nextHopNetwork: "n",
    nextHopVpnTunnel: "t",
    params: { resourceManagerTags: { "tagKeys/1": "tagValues/1" } },
  },
  Snapshot: {
    name: "s-1",
    description: "d",
    sourceDisk: "d-1",
    sourceInstantSnapshot: "i-1",
    sourceDiskForRecoveryCheckpoint: "d-1",
    chainName: "c",
    locationHint: "h",
    snapshotType: "STANDARD",
    guestFlush: true,
    labels: { a: "b" },
    storageLocations: ["eu"],
    snapshotEncryptionKey: { rawKey: "k", rsaEncryptedKey: "k" },
    sourceDiskEncryptionKey: { kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k" },
    sourceInstantSnapshotEncryptionKey: { kmsKeyServiceAccount: "s@p.iam.gserviceaccount.com" },
  },
};

/** The body of a create call with every field that can be in one. */
function wholeBody(definition: ResourceDefinition): Values {
  const resource = offlineResource(definition);
  const { inputs } = check(resource, {}, samples[definition.kind] ?? {});
  const sendable = Object.entries(definition.fields)
    .filter(([, { change, inPathOnly }]) => change !== "output" && change !== "completes" && !inPathOnly)
    .map(([name, { apiName }]) => apiName ?? name);
  const body = createBody(definition, inputs, linkContextOf(definition, inputs, resource.links));
  expect(Object.keys(body).sort(), "every argument that is sent has a sample").toEqual(sendable.sort());
  return body;
}

describe("every endpoint function of the provider has a row here:", () => {
  const folder = fileURLToPath(new URL("../../provider/src/compute/endpoints/", import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));

  it.each(files)("%s", async (file) => {
    const exported = (await import(/* @vite-ignore */ pathToFileURL(folder + file).href)) as Record<string, unknown>;
    const name = file.replace(/\.ts$/, "");
    const functions = Object.entries(exported)
      .filter(([key, value]) => typeof value === "function" && !notEndpoints.has(`${name}.${key}`))
      .map(([key]) => key);
    expect(functions.sort()).toEqual(Object.keys(contract[name] ?? {}).sort());
  });

  it("and no row is left of one that is gone", () => {
    expect(
      Object.keys(contract)
        .map((name) => `${name}.ts`)
        .sort(),
    ).toEqual(files.sort());
  });
});

const rows = Object.entries(contract).flatMap(([file, functions]) =>
  Object.entries(functions).flatMap(([name, uses]) => uses.map((row) => ({ ...row, name: `${file}.${name}` }))),
);

describe.each(rows)("$name is $rpc:", (row) => {
  const expected = rpc(row.rpc);

  async function sent(): Promise<ComputeRequest> {
    const client = new RecordingClient();
    await row.call(client as unknown as ComputeClient);
    expect(client.requests).toHaveLength(1);
    const [request] = client.requests;
    if (request === undefined) throw new Error("no request was sent");
    return request;
  }

  it("its method and path", async () => {
    const { method, path } = await sent();
    const filled = expected.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => row.variables[name] ?? `{${name}}`);
    expect(`${method} ${path}`).toBe(`${expected.method} ${filled}`);
  });

  it("its query parameters, a request id wherever there is one", async () => {
    const { query = {} } = await sent();
    for (const [name, value] of Object.entries(query)) {
      const field = expected.query[name];
      expect(field, `${row.rpc} has no parameter ${name}`).toBeDefined();
      if (field !== undefined && value !== undefined) expectType(field, value, name);
    }
    expect(query.requestId !== undefined).toBe("requestId" in expected.query);
  });

  it("its body, and every field in it", async () => {
    const { body } = await sent();
    expect(body !== undefined).toBe(expected.body !== undefined);
    if (expected.body !== undefined && body !== undefined) expectMessage(expected.body, body as Values, "body");
  });
});

/** Every member of an object is a field of the message, with a value of its type. */
function expectMessage(message: string, object: Values, at: string): void {
  const fields = proto.fields(message);
  for (const [name, value] of Object.entries(object)) {
    const field = fields[name];
    expect(field, `${message} has no field for ${at}.${name}`).toBeDefined();
    if (field !== undefined) expectType(field, value, `${at}.${name}`);
  }
}

function expectType(field: protobuf.Field, value: unknown, at: string): void {
  if (field.map) {
    for (const [key, item] of Object.entries(value as Values)) expectItem(field, item, `${at}.${key}`);
  } else if (field.repeated) {
    expect(Array.isArray(value), `${at} is a list`).toBe(true);
    for (const item of value as unknown[]) expectItem(field, item, `${at}[]`);
  } else {
    expectItem(field, value, at);
  }
}

function expectItem(field: protobuf.Field, value: unknown, at: string): void {
  const message = proto.messageOf(field);
  if (message === undefined) expect(jsonTypes(field), at).toContain(typeof value);
  else expectMessage(message, value as Values, at);
}

/** JavaScript types of a scalar in JSON. Enumerations are their names. */
function jsonTypes(field: protobuf.Field): string[] {
  switch (field.type) {
    case "bool":
      return ["boolean"];
    case "int32":
    case "uint32":
    case "float":
    case "double":
      return ["number"];
    default:
      return ["string"];
  }
}

// --- What the provider knows of the messages ------------------------------------------------------------------------

/** A fields table, the message that it describes, and where the two differ. */
const tables: readonly {
  definition: ResourceDefinition;
  message: string;
  onlyInProto: Readonly<Record<string, string>>;
  onlyInTable: Readonly<Record<string, string>>;
}[] = [
  {
    definition: route,
    message: "Route",
    onlyInProto: {
      nextHopInterconnectAttachment: "The specification has no such field; only the service sets it.",
    },
    onlyInTable: {
      project: "Part of the path.",
      nextHopInstanceZone: "Completes a bare name for nextHopInstance; never sent.",
    },
  },
  {
    definition: networkFirewallPolicyAssociation,
    message: "FirewallPolicyAssociation",
    onlyInProto: {},
    onlyInTable: {
      project: "Part of the path.",
      firewallPolicy: "Part of the path; read from the network.",
    },
  },
  {
    definition: regionInstanceGroupManagerPatch,
    message: "InstanceGroupManager",
    onlyInProto: {
      name: "Part of the path; the argument is instanceGroupManager.",
      zone: "Only zonal groups have one.",
      targetSizePolicy: "The specification has no such field.",
    },
    onlyInTable: {
      project: "Part of the path.",
      instanceGroupManager: "Part of the path; shown as the group's URL.",
      previous: "What was there before, as the program knows it; never sent.",
      previousValues: "What was there before; known only here.",
      managedFields: "What is managed here; known only here.",
    },
  },
  {
    definition: firewallPolicyIamBinding,
    message: "Binding",
    onlyInProto: { bindingId: "The specification has no such field." },
    onlyInTable: { firewallPolicy: "Part of the path; shown as the policy's URL." },
  },
  {
    definition: firewallPolicyIamMember,
    message: "Binding",
    onlyInProto: {
      bindingId: "The specification has no such field.",
      members: "One of them is managed here, under the name member.",
    },
    onlyInTable: {
      firewallPolicy: "Part of the path; shown as the policy's URL.",
      member: "One of the members.",
    },
  },
  {
    definition: firewallPolicyIamPolicy,
    message: "Policy",
    onlyInProto: {
      auditConfigs: "In policyData, as @pulumi/gcp has it.",
      bindings: "In policyData, as @pulumi/gcp has it.",
      iamOwned: "The specification has no such field.",
      version: "Follows from the conditions.",
    },
    onlyInTable: {
      firewallPolicy: "Part of the path; shown as the policy's URL.",
      policyData: "What the policy says, without version and etag.",
      previousPolicyData: "What was there before; known only here.",
    },
  },
  {
    definition: snapshot,
    message: "Snapshot",
    onlyInProto: {
      params: "The specification has no such field.",
      region: "The specification has no such field; only the service sets it.",
      snapshotGroupId: "The specification has no such field; only the service sets it.",
      snapshotGroupName: "The specification has no such field; only the service sets it.",
    },
    onlyInTable: {
      project: "Part of the path.",
      zone: "Completes a bare name of the source; never sent.",
      snapshotEncryptionKeySha256: "A member of snapshotEncryptionKey, shown apart because that is a secret.",
    },
  },
  {
    definition: targetSslProxyCertificateMap,
    message: "TargetSslProxy",
    onlyInProto: Object.fromEntries(
      [
        ...["creationTimestamp", "description", "kind", "name", "proxyHeader"],
        ...["selfLink", "service", "sslCertificates", "sslPolicy"],
      ].map((field) => [field, "Belongs to the proxy, which is not managed here."]),
    ),
    onlyInTable: {
      project: "Part of the path.",
      targetSslProxy: "Part of the path; shown as the proxy's URL.",
      previousCertificateMap: "What was there before; known only here.",
    },
  },
];

describe.each(tables)("the fields table of $definition.kind", ({ definition, message, onlyInProto, onlyInTable }) => {
  const inTable = Object.entries(definition.fields).map(([name, { apiName }]) => apiName ?? name);
  const inProto = Object.keys(proto.fields(message));

  it("has every field of the message, but for the listed ones", () => {
    expect(inProto.filter((name) => !inTable.includes(name)).sort()).toEqual(Object.keys(onlyInProto).sort());
  });

  it("has no field that the message lacks, but for the listed ones", () => {
    expect(inTable.filter((name) => !inProto.includes(name)).sort()).toEqual(Object.keys(onlyInTable).sort());
  });

  it("keeps the API's numeric id apart from Pulumi's", () => {
    expect(definition.fields).not.toHaveProperty("id");
    expect(definition.fields.numericId?.apiName).toBe(inProto.includes("id") ? "id" : undefined);
  });
});

it("every resource of the registry has its fields table compared", () => {
  const { registry } = requireSource("../../provider/src/resources/registry.ts", import.meta.url) as {
    registry: Readonly<Record<string, unknown>>;
  };
  expect(tables.map(({ definition }) => definition.kind).sort()).toEqual(Object.keys(registry).sort());
});

describe("the type of an answer has no member that the message lacks:", () => {
  it.each([
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiPolicy", "Policy", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiBinding", "Binding", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiCondition", "Expr", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiAuditConfig", "AuditConfig", []],
    ["provider/src/compute/endpoints/firewallPolicies.ts", "ApiAuditLogConfig", "AuditLogConfig", []],
    ["provider/src/compute/endpoints/routes.ts", "ApiRoute", "Route", []],
    [
      "provider/src/compute/endpoints/networkFirewallPolicies.ts",
      "ApiFirewallPolicyAssociation",
      "FirewallPolicyAssociation",
      [],
    ],
    ["provider/src/compute/endpoints/networkFirewallPolicies.ts", "ApiNetworkFirewallPolicy", "FirewallPolicy", []],
    ["provider/src/compute/endpoints/networks.ts", "ApiNetwork", "Network", []],
    [
      "provider/src/compute/endpoints/regionInstanceGroupManagers.ts",
      "ApiInstanceGroupManager",
      "InstanceGroupManager",
      [],
    ],
    ["provider/src/compute/endpoints/regionInstanceGroupManagers.ts", "ApiManagedInstance", "ManagedInstance", []],
    ["provider/src/compute/endpoints/regionInstanceGroupManagers.ts", "ApiFixedOrPercent", "FixedOrPercent", []],
    ["provider/src/compute/endpoints/snapshots.ts", "ApiSnapshot", "Snapshot", []],
    ["provider/src/compute/endpoints/snapshots.ts", "ApiEncryptionKey", "CustomerEncryptionKey", []],
    ["provider/src/compute/endpoints/targetSslProxies.ts", "ApiTargetSslProxy", "TargetSslProxy", []],
    ["provider/src/compute/operation.ts", "Operation", "Operation", []],
    ["provider/src/compute/warning.ts", "Warning", "Warning", []],
  ])("%s, %s", (file, interfaceName, message, differences: string[]) => {
    const fields = proto.fields(message);
    const members = new SourceFile(file).membersOf(interfaceName).map(({ name }) => name);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter((name) => !(name in fields))).toEqual(differences);
  });
});

// --- What the emulator serves ----------------------------------------------------------------------------------------

/** By `METHOD path`: query parameters and body fields where the emulator differs, each with its reason. */
const emulatorDifferences: Readonly<
  Record<string, { query?: Readonly<Record<string, string>>; body?: Readonly<Record<string, string>> } | undefined>
> = {
  "PATCH projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}": {
    body: { targetSizePolicy: "The specification has no such field." },
  },
  "POST projects/{project}/global/snapshots": {
    body: Object.fromEntries(
      ["params", "region", "snapshotGroupId", "snapshotGroupName"].map((field) => [
        field,
        "The specification has no such field.",
      ]),
    ),
  },
};

const rpcsByRule = new Map([...proto.rpcs.values()].map((found) => [`${found.method} ${found.path}`, found]));

const served = endpoints.map((endpoint) => ({
  endpoint,
  rule: `${endpoint.method} ${endpoint.path.replace("/compute/v1/", "")}`,
}));

describe.each(served)("the emulator's $rule", ({ endpoint, rule }) => {
  const expected = rpcsByRule.get(rule);
  const differences = emulatorDifferences[rule] ?? {};

  it("is a method of the API", () => {
    expect(expected).toBeDefined();
  });

  it("takes the query parameters of the method, of their types", () => {
    const query = endpoint.query ?? {};
    const parameters = expected?.query ?? {};
    const differing = [
      ...Object.keys(query).filter((name) => !(name in parameters)),
      ...Object.keys(parameters).filter((name) => !(name in query)),
    ];
    expect(differing.sort()).toEqual(Object.keys(differences.query ?? {}).sort());
    for (const [name, type] of Object.entries(query)) {
      const wanted = type === "requestId" ? "string" : type === "boolean" ? "bool" : type;
      if (name in parameters) expect(parameters[name]?.type, name).toBe(wanted);
    }
  });

  it("takes the body of the method, and every field of it", () => {
    expect(endpoint.body !== undefined).toBe(expected?.body !== undefined);
    if (endpoint.body === undefined || expected?.body === undefined) return;
    const fields = proto.fields(expected.body);
    const own = endpoint.body;
    expect(
      Object.keys(fields)
        .filter((name) => !(name in own))
        .sort(),
    ).toEqual(Object.keys(differences.body ?? {}).sort());
    expectSchema(expected.body, own, "body");
  });
});

it("every path of the emulator with an operation says which kind it starts", () => {
  for (const { endpoint, rule } of served) {
    // Looking at an operation, or waiting for it, answers it as well.
    const starts = rpcsByRule.get(rule)?.answer === "Operation" && !rule.includes("/{operation}");
    expect(endpoint.operationType !== undefined, rule).toBe(starts);
  }
});

describe.each(collections.map((collection) => ({ collection, path: collection.path })))(
  "the emulator's objects at $path",
  ({ collection, path }) => {
    // Instances of a group have no path of their own at the service: they are listed.
    const isListed = path.endsWith("/{managedInstance}");
    const message = isListed ? "ManagedInstance" : (rpcsByRule.get(`GET ${path}`)?.answer ?? "");

    it("have fields of the message alone, of their types", () => {
      expect(message).not.toBe("");
      expectSchema(message, collection.fields, message);
    });
  },
);

/** Every field of a schema is one of the message, of the same type. */
function expectSchema(message: string, schema: EmulatorFields, at: string): void {
  const fields = proto.fields(message);
  for (const [name, own] of Object.entries(schema)) {
    const field = fields[name];
    expect(field, `${message} has no field for ${at}.${name}`).toBeDefined();
    if (field === undefined || own.type === "any") continue;
    const items = own.type === "list" ? own.items : own;
    expect(field.repeated, `${at}.${name} is a list`).toBe(own.type === "list");
    expect(field.map, `${at}.${name} is a map`).toBe(own.type === "map");
    if (own.type === "map") expectScalar(field, own.values, `${at}.${name}`);
    else if (items.type === "object") expectSchema(proto.messageOf(field) ?? "", items.fields, `${at}.${name}`);
    else expectScalar(field, items, `${at}.${name}`);
  }
}

function expectScalar(field: protobuf.Field, own: EmulatorField, at: string): void {
  const types: Readonly<Record<string, readonly string[]>> = {
    boolean: ["bool"],
    integer: ["int32", "uint32"],
    number: ["float", "double"],
    int64: ["int64", "uint64"],
    bytes: ["string"],
  };
  const wanted = types[own.type];
  if (wanted !== undefined) expect(wanted, at).toContain(field.type);
  else if (own.type === "string") expect(["bool", "int32", "uint32", "int64", "uint64"], at).not.toContain(field.type);
}
