import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ComputeProto } from "../support/computeProto";
import { valuesInComments } from "../support/enumComments";
import { SourceFile } from "../support/sourceDeclarations";

/*
 * The types of what functions answer, against the official `compute.proto`: they have every field of the specification,
 * no other, and of every enumeration the values that there are. Both differ on purpose only where it says so below.
 */
const proto = ComputeProto.load();
const inComments = valuesInComments();

interface TypeRow {
  readonly file: string;
  readonly type: string;
  /** Message of the proto; default: the type's name. */
  readonly message?: string;
  /** Fields that the specification does not have. */
  readonly onlyInProto?: readonly string[];
}

const rows: readonly TypeRow[] = [
  { file: "networkProfile", type: "NetworkProfile", onlyInProto: ["profileType", "zone"] },
  { file: "networkProfile", type: "NetworkProfileLocation" },
  {
    file: "networkProfile",
    type: "NetworkProfileNetworkFeatures",
    onlyInProto: [
      ...["allowAddressCreation", "allowFirewallPolicy", "allowMultiNicInSameSubnetwork", "allowMulticast"],
      ...["allowSubnetworkCreation", "allowVpcFirewallRules", "firewallPolicyTypes", "multicast"],
      ...["predefinedNetworkInternalIpv6Range", "predefinedSubnetworkRanges"],
    ],
  },
  { file: "managedInstance", type: "ManagedInstance", onlyInProto: ["scheduling", "shutdownDetails"] },
  { file: "managedInstance", type: "ManagedInstanceVersion" },
  { file: "managedInstance", type: "ManagedInstanceInstanceHealth" },
  { file: "managedInstance", type: "ManagedInstanceLastAttempt" },
  { file: "managedInstance", type: "ManagedInstanceLastAttemptErrors", message: "Error" },
  { file: "managedInstance", type: "ManagedInstancePropertiesFromFlexibilityPolicy" },
  { file: "managedInstance", type: "PreservedState" },
  { file: "managedInstance", type: "PreservedStatePreservedDisk" },
  { file: "managedInstance", type: "PreservedStatePreservedNetworkIp" },
  { file: "managedInstance", type: "PreservedStatePreservedNetworkIpIpAddress" },
  { file: "firewallPolicyRule", type: "FirewallPolicyRule", onlyInProto: ["targetForwardingRules", "targetType"] },
  {
    file: "firewallPolicyRule",
    type: "FirewallPolicyRuleMatcher",
    onlyInProto: ["destNetworkContext", "srcNetworkContext"],
  },
  { file: "firewallPolicyRule", type: "FirewallPolicyRuleMatcherLayer4Config" },
  { file: "firewallPolicyRule", type: "FirewallPolicyRuleSecureTag" },
  { file: "operation", type: "Operation", onlyInProto: ["getVersionOperationMetadata"] },
  { file: "operation", type: "OperationError", message: "Error" },
  { file: "operation", type: "ErrorItem", message: "Errors" },
  { file: "operation", type: "ErrorDetails" },
  { file: "operation", type: "ErrorInfo" },
  { file: "operation", type: "QuotaExceededInfo" },
  { file: "operation", type: "Help" },
  { file: "operation", type: "HelpLink" },
  { file: "operation", type: "LocalizedMessage" },
  { file: "operation", type: "SetCommonInstanceMetadataOperationMetadata" },
  { file: "operation", type: "SetCommonInstanceMetadataOperationMetadataPerLocationOperationInfo" },
  { file: "operation", type: "Status" },
  { file: "operation", type: "InstancesBulkInsertOperationMetadata" },
  { file: "operation", type: "BulkInsertOperationStatus" },
  { file: "interconnectRemoteLocation", type: "InterconnectRemoteLocation", onlyInProto: ["maxLagSize400Gbps"] },
  { file: "interconnectRemoteLocation", type: "InterconnectRemoteLocationPermittedConnections" },
  { file: "interconnectRemoteLocation", type: "InterconnectRemoteLocationConstraints" },
  { file: "interconnectRemoteLocation", type: "InterconnectRemoteLocationConstraintsSubnetLengthRange" },
  { file: "interconnectRemoteLocation", type: "InterconnectAttachmentConfigurationConstraints" },
  { file: "interconnectRemoteLocation", type: "InterconnectAttachmentConfigurationConstraintsBgpPeerASNRange" },
  { file: "warning", type: "Warning" },
];

/** Enumerations whose values the specification gives itself: it wins. */
const specified: Readonly<Record<string, readonly string[]>> = {
  "FirewallPolicyRule.kind": ["compute#firewallPolicyRule", "compute#packetMirroringRule"],
  "FirewallPolicyRule.action": [
    ...["allow", "deny", "apply_security_profile_group", "goto_next", "mirror", "do_not_mirror"],
  ],
  "FirewallPolicyRuleMatcher.destNetworkType": ["UNSPECIFIED", "INTERNET", "NON_INTERNET"],
  "SetCommonInstanceMetadataOperationMetadataPerLocationOperationInfo.state": [
    ...["PROPAGATING", "PROPAGATED", "ABANDONED", "FAILED", "DONE"],
  ],
};

const source = (file: string) => new SourceFile(`provider/src/types/${file}.ts`);

describe.each(rows)("the type $type", ({ file, type, message = type, onlyInProto = [] }) => {
  const members = source(file)
    .membersOf(type)
    .map(({ name }) => name);
  const fields = proto.fields(message);

  it("has the fields of the message, under a name for the id that is not Pulumi's", () => {
    const expected = Object.keys(fields)
      .filter((field) => !onlyInProto.includes(field))
      .map((field) => (field === "id" ? "numericId" : field));
    expect([...members].sort()).toEqual(expected.sort());
    expect(onlyInProto.filter((field) => !(field in fields))).toEqual([]);
  });

  it("knows every value of its enumerations", () => {
    for (const member of members) {
      const name = member === "numericId" ? "id" : member;
      const known = source(file).knownValuesOf(type, member);
      const expected = specified[`${type}.${member}`] ?? valuesOf(message, name);
      expect([...known].sort(), `${type}.${member}`).toEqual([...expected].sort());
    }
  });
});

it("every interface of what functions answer is compared", () => {
  const folder = fileURLToPath(new URL("../../provider/src/types/", import.meta.url));
  const files = [...new Set(rows.map(({ file }) => file))].filter((file) => file !== "output");
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(files.map((file) => `${file}.ts`)));
  for (const file of files) {
    const compared = rows.filter((row) => row.file === file).map(({ type }) => type);
    expect(compared.sort()).toEqual(source(file).interfaceNames().sort());
  }
});

/** The values that the proto has for a field: fields are texts there, and their enumerations have their names. */
function valuesOf(message: string, field: string): string[] {
  const name = field[0]?.toUpperCase() + field.slice(1);
  const values = proto.enumValues(message, name);
  const more = values === undefined ? [] : (inComments.get(`${message}.${name}`) ?? []);
  return [...new Set([...(values ?? []), ...more])];
}
