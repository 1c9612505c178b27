import { leftOut, officialOwnFields } from "../generic/officialFields";
import { toText } from "../../basics/json";
import { fullUrl, parseProject } from "../../basics/links";
import { projectCollection } from "../objects/projectCollection";
import { output } from "../../basics/schema";

/** Features that the description has, and the specification has not. */
const UNKNOWN_FEATURES = [
  ...["allowAddressCreation", "allowFirewallPolicy", "allowMultiNicInSameSubnetwork", "allowMulticast"],
  ...["allowSubnetworkCreation", "allowVpcFirewallRules", "firewallPolicyTypes", "multicast"],
  ...["predefinedNetworkInternalIpv6Range", "predefinedSubnetworkRanges"],
];

/** The purposes of a network. Profiles belong to the service: here they are put from outside, and listed. */
export const networkProfiles = projectCollection({
  collection: "networkProfiles",
  scope: "global",
  kind: "compute#networkProfile",
  methods: ["list"],
  hasUnreachables: true,
  hasEtag: true,
  fields: {
    ...officialOwnFields("NetworkProfile", {
      profileType: leftOut,
      zone: leftOut,
      ...Object.fromEntries(UNKNOWN_FEATURES.map((feature) => [`features.${feature}`, leftOut] as const)),
    }),
    name: output({ type: "string" }),
  },
  complete: (object, { path }) => ({
    selfLinkWithId: fullUrl(`projects/${parseProject(path) ?? ""}/global/networkProfiles/${toText(object.id)}`),
    ...object,
  }),
});

/** Where another cloud can be reached. Locations belong to the service: here they are put from outside, and listed. */
export const interconnectRemoteLocations = projectCollection({
  collection: "interconnectRemoteLocations",
  scope: "global",
  kind: "compute#interconnectRemoteLocation",
  methods: ["list"],
  fields: {
    // The specification has no such field.
    ...officialOwnFields("InterconnectRemoteLocation", { maxLagSize400Gbps: leftOut }),
    name: output({ type: "string" }),
  },
});
