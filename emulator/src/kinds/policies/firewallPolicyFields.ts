import { officialFields, leftOut, type Deviations } from "../generic/officialFields";
import { NAME_PATTERN } from "../../basics/identifiers";

/** Maximum lengths of the lists in a rule's match: the specification has them, and the description does not. */
const LONGEST: Readonly<Record<string, number>> = {
  ...{ srcIpRanges: 5000, destIpRanges: 5000, srcRegionCodes: 5000, destRegionCodes: 5000 },
  ...{ srcAddressGroups: 10, destAddressGroups: 10, srcFqdns: 100, destFqdns: 100, srcSecureTags: 256 },
};

/** The state of a tag is the service's own. Rules come from outside only, and there it may be given. */
const tagState = { outputOnly: undefined, values: ["EFFECTIVE", "INEFFECTIVE"], default: "EFFECTIVE" } as const;

const ruleDeviations: Deviations = {
  priority: { required: true, minimum: 0 },
  ...Object.fromEntries(Object.entries(LONGEST).map(([name, maximumItems]) => [`match.${name}`, { maximumItems }])),
  // The description has the values of the source here too; the specification has these three.
  "match.destNetworkType": { values: undefined, pattern: /^(?:INTERNET|NON_INTERNET|UNSPECIFIED)$/ },
  "match.srcSecureTags.state": tagState,
  targetSecureTags: { maximumItems: 256 },
  "targetSecureTags.state": tagState,
  // In the description, and not in the specification.
  targetForwardingRules: leftOut,
  targetType: leftOut,
  "match.srcNetworkContext": leftOut,
  "match.destNetworkContext": leftOut,
};

/** Fields of one rule. Rules are only put from outside, and read. */
export const ruleFields = officialFields("FirewallPolicyRule", ruleDeviations);

const associationDeviations: Deviations = {
  name: { required: true },
  attachmentTarget: {
    required: true,
    reference: { to: "projects/{project}/global/networks/{network}", mustExist: true, ownProject: true },
  },
};

/** Fields of the association of a network, as a request has them and as answers show them. */
export const associationFields = officialFields("FirewallPolicyAssociation", associationDeviations);

const policyDeviations: Deviations = {
  fingerprint: { type: "bytes" },
  ...Object.fromEntries(["name", "shortName", "displayName"].map((name) => [name, { pattern: NAME_PATTERN }])),
  ...below("rules", ruleDeviations),
  ...below("packetMirroringRules", ruleDeviations),
};

/** Fields of a firewall policy of an organization or a folder, which networks are no part of. */
export const hierarchicalPolicyFields = officialFields("FirewallPolicy", policyDeviations);

/** Fields of a firewall policy of a project. */
export const firewallPolicyFields = officialFields("FirewallPolicy", {
  ...policyDeviations,
  ...below("associations", associationDeviations),
});

function below(list: string, deviations: Deviations): Deviations {
  return Object.fromEntries(Object.entries(deviations).map(([path, deviation]) => [`${list}.${path}`, deviation]));
}
