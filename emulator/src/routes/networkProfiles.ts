import { fullUrl, projectOf } from "../links";
import { projectCollection } from "../objects/projectCollection";
import { oneOf, output, type Field, type Fields } from "../schema";

const text = { type: "string" } as const;

function someOf(...values: readonly string[]): Field {
  return { type: "list", items: oneOf(...values) };
}

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

const featureFields: Fields = {
  ...Object.fromEntries(
    Object.entries(ALLOWABLE_FEATURES).map(([name, value]) => [name, oneOf(`${value}_ALLOWED`, `${value}_BLOCKED`)]),
  ),
  unicast: oneOf("UNICAST_SDN", "UNICAST_ULL"),
  addressPurposes: someOf(
    "DNS_RESOLVER",
    "GCE_ENDPOINT",
    "IPSEC_INTERCONNECT",
    "NAT_AUTO",
    "PRIVATE_SERVICE_CONNECT",
    "SERVERLESS",
    "SHARED_LOADBALANCER_VIP",
    "VPC_PEERING",
  ),
  interfaceTypes: someOf("GVNIC", "IDPF", "IRDMA", "MRDMA", "UNSPECIFIED_NIC_TYPE", "VIRTIO_NET"),
  subnetPurposes: someOf("SUBNET_PURPOSE_CUSTOM_HARDWARE", "SUBNET_PURPOSE_PRIVATE"),
  subnetStackTypes: someOf("SUBNET_STACK_TYPE_IPV4_IPV6", "SUBNET_STACK_TYPE_IPV4_ONLY", "SUBNET_STACK_TYPE_IPV6_ONLY"),
  subnetworkPurposes: someOf(
    "GLOBAL_MANAGED_PROXY",
    "INTERNAL_HTTPS_LOAD_BALANCER",
    "PEER_MIGRATION",
    "PRIVATE",
    "PRIVATE_NAT",
    "PRIVATE_RFC_1918",
    "PRIVATE_SERVICE_CONNECT",
    "REGIONAL_MANAGED_PROXY",
  ),
  subnetworkStackTypes: someOf("IPV4_IPV6", "IPV4_ONLY", "IPV6_ONLY"),
};

/** What a network may be made for. Profiles belong to the service: here they are put from outside, and listed. */
export const networkProfiles = projectCollection({
  collection: "networkProfiles",
  scope: "global",
  kind: "compute#networkProfile",
  methods: ["list"],
  hasUnreachables: true,
  hasEtag: true,
  fields: {
    selfLinkWithId: output(text),
    name: output(text),
    description: output(text),
    location: output({ type: "object", fields: { name: text, scope: oneOf("REGION", "ZONE") } }),
    features: output({ type: "object", fields: featureFields }),
  },
  complete: (object, { path }) => ({
    selfLinkWithId: fullUrl(`projects/${projectOf(path) ?? ""}/global/networkProfiles/${String(object.id)}`),
    ...object,
  }),
});
