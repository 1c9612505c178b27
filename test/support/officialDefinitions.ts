import { createRequire } from "node:module";
import { expect } from "vitest";
import type { Endpoint } from "../../emulator/src/endpoint";
import type { Field, Fields } from "../../emulator/src/schema";
import { valuesInComments } from "./enumComments";

// What the emulator serves, held against the official description of the service, which nobody here wrote.

interface ProtoField {
  readonly type: string;
  readonly rule?: "repeated";
  readonly keyType?: string;
}

interface ProtoMessage {
  readonly fields?: Readonly<Record<string, ProtoField>>;
  readonly values?: Readonly<Record<string, number>>;
  readonly nested?: Readonly<Record<string, ProtoMessage>>;
  readonly methods?: Readonly<Record<string, { requestType: string; options: Readonly<Record<string, string>> }>>;
}

interface Namespace {
  readonly nested: Readonly<Record<string, Namespace>>;
}

const require = createRequire(import.meta.url);
const description = require("@google-cloud/compute/build/protos/protos.json") as Namespace;
const v1 = ["google", "cloud", "compute", "v1"].reduce<Namespace | undefined>(
  (at, name) => at?.nested[name],
  description,
);
const messages = (v1?.nested ?? {}) as unknown as Readonly<Record<string, ProtoMessage>>;

const methods = Object.values(messages).flatMap((service) =>
  Object.values(service.methods ?? {}).map(({ requestType, options }) => {
    const [verb] = ["get", "post", "put", "patch", "delete"].filter((name) => `(google.api.http).${name}` in options);
    return {
      method: verb?.toUpperCase() ?? "",
      path: camelCase(options[`(google.api.http).${verb ?? ""}`] ?? ""),
      request: messages[requestType],
      body: camelCase(options["(google.api.http).body"]),
    };
  }),
);

/** The public reference and JSON have `firewallPolicy` where the description has `firewall_policy`. */
function camelCase<T extends string | undefined>(text: T): T {
  return text?.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()) as T;
}

const unlistedValues = valuesInComments();

/** Fields that only one of the specification and the description has; the specification decides. */
const NOT_IN_THE_SPECIFICATION = [
  "InterconnectRemoteLocation.maxLagSize400Gbps",
  "NetworkProfile.profileType",
  "NetworkProfile.zone",
  ...[
    ...["allowAddressCreation", "allowFirewallPolicy", "allowMultiNicInSameSubnetwork", "allowMulticast"],
    ...["allowSubnetworkCreation", "allowVpcFirewallRules", "firewallPolicyTypes", "multicast"],
    ...["predefinedNetworkInternalIpv6Range", "predefinedSubnetworkRanges"],
  ].map((feature) => `NetworkProfileNetworkFeatures.${feature}`),
  "Operation.getVersionOperationMetadata",
  "FirewallPolicyRule.targetForwardingRules",
  "FirewallPolicyRule.targetType",
  "FirewallPolicyRuleMatcher.destNetworkContext",
  "FirewallPolicyRuleMatcher.srcNetworkContext",
  "AuditConfig.exemptedMembers",
  "AuditLogConfig.ignoreChildExemptions",
  "Binding.bindingId",
  "InstanceGroupManager.targetSizePolicy",
  "InstanceGroupManagerInstanceLifecyclePolicy.onFailedHealthCheck",
  "InstanceGroupManagerInstanceLifecyclePolicy.onRepair",
  "InstanceGroupManagerStatus.appliedAcceleratorTopologies",
  "InstanceGroupManagerStatus.bulkInstanceOperation",
  "InstanceGroupManagerStatus.currentInstanceStatuses",
  "ManagedInstance.scheduling",
  "ManagedInstance.shutdownDetails",
  "Policy.iamOwned",
  "Snapshot.params",
  "Snapshot.region",
  "Snapshot.snapshotGroupId",
  "Snapshot.snapshotGroupName",
];

/** Where the fields of a definition and of a message differ, at any depth. */
export function differences(fields: Fields, messageName: string, where = messageName): string[] {
  const message = messages[messageName];
  const theirs = Object.keys(message?.fields ?? {}).filter(
    (name) => !NOT_IN_THE_SPECIFICATION.includes(`${messageName}.${name}`),
  );
  const ours = Object.keys(fields);
  return [
    ...ours.filter((name) => !theirs.includes(name)).map((name) => `${where}.${name} is unknown to the service`),
    ...theirs.filter((name) => !ours.includes(name)).map((name) => `${where}.${name} is missing`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const theirField = message?.fields?.[name];
      const enumName = name.charAt(0).toUpperCase() + name.slice(1);
      const values = [
        ...Object.keys(message?.nested?.[enumName]?.values ?? {}),
        ...(unlistedValues.get(`${messageName}.${enumName}`) ?? []),
      ];
      return theirField === undefined ? [] : compare(field, theirField, `${where}.${name}`, values);
    }),
  ];
}

function compare(field: Field, theirs: ProtoField, where: string, values: readonly string[] = []): string[] {
  if (field.type === "any") {
    return [];
  }
  const shape = theirs.keyType !== undefined ? "map" : theirs.rule === "repeated" ? "list" : undefined;
  if (field.type === "list" || field.type === "map") {
    const inner = field.type === "list" ? field.items : field.values;
    return shape === field.type
      ? compare(inner, { type: theirs.type }, where, values)
      : [`${where} is no ${field.type}`];
  }
  if (shape !== undefined) {
    return [`${where} is a ${shape}`];
  }
  if (field.type === "object") {
    return differences(field.fields, theirs.type, where);
  }
  if (field.type === "string" && field.values !== undefined) {
    const known = new Set(values.filter((value) => !value.startsWith("UNDEFINED_")));
    return JSON.stringify([...field.values].sort()) === JSON.stringify([...known].sort())
      ? []
      : [`${where} has other values`];
  }
  const accepted: Readonly<Record<string, readonly string[]>> = {
    string: ["string", "Status"],
    bytes: ["string", "bytes"],
    int64: ["int64", "uint64", "fixed64"],
    integer: ["int32", "uint32"],
    number: ["float", "double"],
    boolean: ["bool"],
  };
  return accepted[field.type]?.includes(theirs.type) === true ? [] : [`${where} is ${theirs.type}, not ${field.type}`];
}

/** Where the fields of a kind such as `compute#route` and of its message differ. */
export function differencesOfKind(kind: string, fields: Fields): string[] {
  const name = kind.slice("compute#".length);
  return differences(fields, name.charAt(0).toUpperCase() + name.slice(1));
}

/** Fails unless a method is in the official description, with its query parameters and its body. */
export function expectOfficial(endpoint: Endpoint): void {
  const official = methods.find(({ method, path }) => method === endpoint.method && path === endpoint.path);
  expect(official).toBeDefined();
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inQuery = Object.keys(official?.request?.fields ?? {}).filter(
    (name) => !inPath.includes(name) && name !== official?.body,
  );
  expect(Object.keys(endpoint.query ?? {}).sort()).toEqual(inQuery.sort());
  expect(endpoint.body !== undefined).toBe(official?.body !== undefined);
  if (endpoint.body !== undefined) {
    const bodyType = official?.request?.fields?.[official.body ?? ""]?.type ?? "";
    expect(differences(endpoint.body, bodyType)).toEqual([]);
  }
}
