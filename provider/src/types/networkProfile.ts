import type { Open } from "./common";

/** The features of a kind of network. */
export interface NetworkProfile {
  /** `compute#networkProfile`. */
  kind?: string;
  /** The API's own id: a 64-bit number, as text. */
  numericId?: string;
  /** When it was made, RFC 3339. */
  creationTimestamp?: string;
  /** Its name. */
  name: string;
  /** The purpose. */
  description?: string;
  /** Its URL. */
  selfLink?: string;
  /** Its URL with the numeric id. */
  selfLinkWithId?: string;
  /** The location that the network is restricted to. */
  location?: NetworkProfileLocation;
  /** The features of the network. */
  features?: NetworkProfileNetworkFeatures;
}

/** The location that a network is restricted to. */
export interface NetworkProfileLocation {
  /** Says whether it is a region or a zone. */
  scope?: Open<"REGION" | "ZONE">;
  /** Its name. */
  name?: string;
}

/** The features of a network: each `allow…` says whether the profile allows one. */
export interface NetworkProfileNetworkFeatures {
  /** Unicast packets inside the network. */
  allowSameNetworkUnicast?: Open<"SAME_NETWORK_UNICAST_ALLOWED" | "SAME_NETWORK_UNICAST_BLOCKED">;
  /** Subnetworks in auto mode. */
  allowAutoModeSubnet?: Open<"AUTO_MODE_SUBNET_ALLOWED" | "AUTO_MODE_SUBNET_BLOCKED">;
  /** Peering with other networks. */
  allowVpcPeering?: Open<"VPC_PEERING_ALLOWED" | "VPC_PEERING_BLOCKED">;
  /** Several interfaces of one instance in the network. */
  allowMultiNicInSameNetwork?: Open<"MULTI_NIC_IN_SAME_NETWORK_ALLOWED" | "MULTI_NIC_IN_SAME_NETWORK_BLOCKED">;
  /** Load balancing. */
  allowLoadBalancing?: Open<"LOAD_BALANCING_ALLOWED" | "LOAD_BALANCING_BLOCKED">;
  /** Static routes. */
  allowStaticRoutes?: Open<"STATIC_ROUTES_ALLOWED" | "STATIC_ROUTES_BLOCKED">;
  /** Private Service Connect. */
  allowPsc?: Open<"PSC_ALLOWED" | "PSC_BLOCKED">;
  /** Cloud Router. */
  allowCloudRouter?: Open<"CLOUD_ROUTER_ALLOWED" | "CLOUD_ROUTER_BLOCKED">;
  /** Cloud NAT. */
  allowCloudNat?: Open<"CLOUD_NAT_ALLOWED" | "CLOUD_NAT_BLOCKED">;
  /** Cloud VPN. */
  allowVpn?: Open<"VPN_ALLOWED" | "VPN_BLOCKED">;
  /** Cloud Interconnect. */
  allowInterconnect?: Open<"INTERCONNECT_ALLOWED" | "INTERCONNECT_BLOCKED">;
  /** Packet mirroring. */
  allowPacketMirroring?: Open<"PACKET_MIRRORING_ALLOWED" | "PACKET_MIRRORING_BLOCKED">;
  /** Private Google Access. */
  allowPrivateGoogleAccess?: Open<"PRIVATE_GOOGLE_ACCESS_ALLOWED" | "PRIVATE_GOOGLE_ACCESS_BLOCKED">;
  /** Firewall rules on class D (multicast) addresses. */
  allowClassDFirewalls?: Open<"CLASS_D_FIREWALLS_ALLOWED" | "CLASS_D_FIREWALLS_BLOCKED">;
  /** Subinterfaces. */
  allowSubInterfaces?: Open<"SUBINTERFACES_ALLOWED" | "SUBINTERFACES_BLOCKED">;
  /** External addresses. */
  allowExternalIpAccess?: Open<"EXTERNAL_IP_ACCESS_ALLOWED" | "EXTERNAL_IP_ACCESS_BLOCKED">;
  /** Alias ranges. */
  allowAliasIpRanges?: Open<"ALIAS_IP_RANGES_ALLOWED" | "ALIAS_IP_RANGES_BLOCKED">;
  /** The network as the default one of an interface. */
  allowDefaultNicAttachment?: Open<"DEFAULT_NIC_ATTACHMENT_ALLOWED" | "DEFAULT_NIC_ATTACHMENT_BLOCKED">;
  /** Network Connectivity Center. */
  allowNcc?: Open<"NCC_ALLOWED" | "NCC_BLOCKED">;
  /** IP forwarding. */
  allowIpForwarding?: Open<"IP_FORWARDING_ALLOWED" | "IP_FORWARDING_BLOCKED">;
  /** Migration into and out of the network. */
  allowNetworkMigration?: Open<"NETWORK_MIGRATION_ALLOWED" | "NETWORK_MIGRATION_BLOCKED">;
  /** The type of unicast. */
  unicast?: Open<"UNICAST_SDN" | "UNICAST_ULL">;
  /** Purposes that subnetworks may have; the same as `subnetPurposes` in the older words. */
  subnetworkPurposes?: Open<
    | "GLOBAL_MANAGED_PROXY"
    | "INTERNAL_HTTPS_LOAD_BALANCER"
    | "PEER_MIGRATION"
    | "PRIVATE"
    | "PRIVATE_NAT"
    | "PRIVATE_RFC_1918"
    | "PRIVATE_SERVICE_CONNECT"
    | "REGIONAL_MANAGED_PROXY"
  >[];
  /** Stack types that subnetworks may have; the same as `subnetStackTypes` in the older words. */
  subnetworkStackTypes?: Open<"IPV4_IPV6" | "IPV4_ONLY" | "IPV6_ONLY">[];
  /** Purposes that subnetworks may have. */
  subnetPurposes?: Open<"SUBNET_PURPOSE_CUSTOM_HARDWARE" | "SUBNET_PURPOSE_PRIVATE">[];
  /** Stack types that subnetworks may have. */
  subnetStackTypes?: Open<
    "SUBNET_STACK_TYPE_IPV4_IPV6" | "SUBNET_STACK_TYPE_IPV4_ONLY" | "SUBNET_STACK_TYPE_IPV6_ONLY"
  >[];
  /** Types that interfaces may have; empty: all. */
  interfaceTypes?: Open<"GVNIC" | "IDPF" | "IRDMA" | "MRDMA" | "UNSPECIFIED_NIC_TYPE" | "VIRTIO_NET">[];
  /** Purposes that addresses may have; empty: all. */
  addressPurposes?: Open<
    | "DNS_RESOLVER"
    | "GCE_ENDPOINT"
    | "IPSEC_INTERCONNECT"
    | "NAT_AUTO"
    | "PRIVATE_SERVICE_CONNECT"
    | "SERVERLESS"
    | "SHARED_LOADBALANCER_VIP"
    | "VPC_PEERING"
  >[];
}
