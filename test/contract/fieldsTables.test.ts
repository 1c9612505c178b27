import { require as requireSource } from "tsx/cjs/api";
import { describe, expect, it } from "vitest";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../provider/src/resources/firewallPolicyIam/definition";
import { networkFirewallPolicyAssociation } from "../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { route } from "../../provider/src/resources/route/definition";
import { snapshot } from "../../provider/src/resources/snapshot/definition";
import { targetSslProxyCertificateMap } from "../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { ComputeProto } from "../support/computeProto";

/*
 * What the provider knows of the messages, against the official `compute.proto`. Where it and the specification differ,
 * the specification wins, and the difference is an entry below, with its reason.
 */
const proto = ComputeProto.load();

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
  const { registry } = requireSource("../../provider/src/engine/registry.ts", import.meta.url) as {
    registry: Readonly<Record<string, unknown>>;
  };
  expect(tables.map(({ definition }) => definition.kind).sort()).toEqual(Object.keys(registry).sort());
});
