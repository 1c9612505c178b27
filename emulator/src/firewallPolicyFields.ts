import { NAME_PATTERN } from "./identifiers";
import { commonOutputFields, output, type Fields, type ListField } from "./schema";

const text = { type: "string" } as const;
const texts: ListField = { type: "list", items: text };

const secureTags: ListField = {
  type: "list",
  maximumItems: 256,
  items: {
    type: "object",
    // The state is the service's own. Rules come from outside only, and there it may be given.
    fields: { name: text, state: { type: "string", values: ["EFFECTIVE", "INEFFECTIVE"], default: "EFFECTIVE" } },
  },
};

function atMost(maximumItems: number): ListField {
  return { ...texts, maximumItems };
}

const matchFields: Fields = {
  srcIpRanges: atMost(5000),
  destIpRanges: atMost(5000),
  layer4Configs: { type: "list", items: { type: "object", fields: { ipProtocol: text, ports: texts } } },
  srcSecureTags: secureTags,
  srcAddressGroups: atMost(10),
  destAddressGroups: atMost(10),
  srcFqdns: atMost(100),
  destFqdns: atMost(100),
  srcRegionCodes: atMost(5000),
  destRegionCodes: atMost(5000),
  srcThreatIntelligences: texts,
  destThreatIntelligences: texts,
  srcNetworkType: {
    type: "string",
    values: ["INTERNET", "INTRA_VPC", "NON_INTERNET", "UNSPECIFIED", "VPC_NETWORKS"],
  },
  srcNetworks: texts,
  // The description has the values of the source here too; the specification has these three.
  destNetworkType: { type: "string", pattern: /^(?:INTERNET|NON_INTERNET|UNSPECIFIED)$/ },
};

/** Fields of one rule. Rules are only put from outside, and read. */
export const ruleFields: Fields = {
  kind: output(text),
  ruleName: text,
  description: text,
  priority: { type: "integer", required: true, minimum: 0, maximum: 2147483647 },
  match: { type: "object", fields: matchFields },
  action: text,
  securityProfileGroup: text,
  tlsInspect: { type: "boolean" },
  direction: { type: "string", values: ["EGRESS", "INGRESS"] },
  targetResources: texts,
  enableLogging: { type: "boolean" },
  ruleTupleCount: output({ type: "integer" }),
  targetServiceAccounts: texts,
  targetSecureTags: secureTags,
  disabled: { type: "boolean" },
};

/** Fields of an association, as a request has them and as answers show them. */
export const associationFields: Fields = {
  name: { type: "string", required: true },
  attachmentTarget: {
    type: "string",
    required: true,
    reference: { to: "projects/{project}/global/networks/{network}", mustExist: true },
  },
  firewallPolicyId: output(text),
  shortName: output(text),
  displayName: output(text),
};

/** Fields of a firewall policy, hierarchical or of a network. */
export const firewallPolicyFields: Fields = {
  ...commonOutputFields,
  selfLinkWithId: output(text),
  name: { type: "string", pattern: NAME_PATTERN },
  shortName: { type: "string", pattern: NAME_PATTERN },
  displayName: { type: "string", pattern: NAME_PATTERN },
  description: text,
  parent: text,
  policyType: { type: "string", values: ["RDMA_ROCE_POLICY", "ULL_POLICY", "VPC_POLICY"] },
  fingerprint: { type: "bytes" },
  associations: { type: "list", items: { type: "object", fields: associationFields } },
  rules: { type: "list", items: { type: "object", fields: ruleFields } },
  packetMirroringRules: { type: "list", items: { type: "object", fields: ruleFields } },
  region: output(text),
  ruleTupleCount: output({ type: "integer" }),
};
