import { leftOut, officialOwnFields } from "../generic/officialFields";
import { fullUrl, projectOf } from "../links";
import { projectCollection } from "../objects/projectCollection";
import { output } from "../schema";

/** What a feature that is allowed or not is called in the values of its field: `allowPsc` is `PSC_ALLOWED`. */
export const ALLOWABLE_FEATURES = {
  allowAliasIpRanges: "ALIAS_IP_RANGES",
  allowAutoModeSubnet: "AUTO_MODE_SUBNET",
  allowClassDFirewalls: "CLASS_D_FIREWALLS",
  allowCloudNat: "CLOUD_NAT",
  allowCloudRouter: "CLOUD_ROUTER",
  allowDefaultNicAttachment: "DEFAULT_NIC_ATTACHMENT",
  allowExternalIpAccess: "EXTERNAL_IP_ACCESS",
  allowInterconnect: "INTERCONNECT",
  allowIpForwarding: "IP_FORWARDING",
  allowLoadBalancing: "LOAD_BALANCING",
  allowMultiNicInSameNetwork: "MULTI_NIC_IN_SAME_NETWORK",
  allowNcc: "NCC",
  allowNetworkMigration: "NETWORK_MIGRATION",
  allowPacketMirroring: "PACKET_MIRRORING",
  allowPrivateGoogleAccess: "PRIVATE_GOOGLE_ACCESS",
  allowPsc: "PSC",
  allowSameNetworkUnicast: "SAME_NETWORK_UNICAST",
  allowStaticRoutes: "STATIC_ROUTES",
  allowSubInterfaces: "SUBINTERFACES",
  allowVpcPeering: "VPC_PEERING",
  allowVpn: "VPN",
} as const;

/** Name of a feature that is allowed or not. */
export type AllowableFeature = keyof typeof ALLOWABLE_FEATURES;

/** Features that the description has, and the specification has not. */
const UNKNOWN_FEATURES = [
  ...["allowAddressCreation", "allowFirewallPolicy", "allowMultiNicInSameSubnetwork", "allowMulticast"],
  ...["allowSubnetworkCreation", "allowVpcFirewallRules", "firewallPolicyTypes", "multicast"],
  ...["predefinedNetworkInternalIpv6Range", "predefinedSubnetworkRanges"],
];

/** What a network may be made for. Profiles belong to the service: here they are put from outside, and listed. */
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
    selfLinkWithId: fullUrl(`projects/${projectOf(path) ?? ""}/global/networkProfiles/${String(object.id)}`),
    ...object,
  }),
});
