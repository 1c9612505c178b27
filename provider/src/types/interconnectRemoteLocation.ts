import type { Open } from "./common";

/** A location of another cloud provider that interconnects with Google Cloud. */
export interface InterconnectRemoteLocation {
  /** `compute#interconnectRemoteLocation`. */
  kind?: string;
  /** The API's own id: a 64-bit number, as text. */
  numericId?: string;
  /** The time of its creation, RFC 3339. */
  creationTimestamp?: string;
  /** Its name. */
  name: string;
  /** The description. */
  description?: string;
  /** Its URL. */
  selfLink?: string;
  /** Its id in the peering database (peeringdb.com). */
  peeringdbFacilityId?: string;
  /** Postal address; newlines separate lines. */
  address?: string;
  /** The provider of the facility. */
  facilityProvider?: string;
  /** The id that they give it. */
  facilityProviderFacilityId?: string;
  /** The place. */
  continent?: Open<"AFRICA" | "ASIA_PAC" | "EUROPE" | "NORTH_AMERICA" | "SOUTH_AMERICA">;
  /** Metropolitan area. */
  city?: string;
  /** `CLOSED`: not available for new cross-cloud interconnects. */
  status?: Open<"AVAILABLE" | "CLOSED">;
  /** The service provider at the place. */
  remoteService?: string;
  /** The interconnect locations that can connect with it. */
  permittedConnections?: InterconnectRemoteLocationPermittedConnections[];
  /** The limits of interconnects. */
  constraints?: InterconnectRemoteLocationConstraints;
  /** The limits of attachments. */
  attachmentConfigurationConstraints?: InterconnectAttachmentConfigurationConstraints;
  /** Says whether the location bundles links (link aggregation). */
  lacp?: Open<"LACP_SUPPORTED" | "LACP_UNSUPPORTED">;
  /** Most links of 100 Gbps in a bundle. */
  maxLagSize100Gbps?: number;
  /** Most links of 10 Gbps in a bundle. */
  maxLagSize10Gbps?: number;
}

/** An interconnect location that can connect with a remote one. */
export interface InterconnectRemoteLocationPermittedConnections {
  /** Its URL. */
  interconnectLocation?: string;
}

/** The limits of interconnects with a remote location. */
export interface InterconnectRemoteLocationConstraints {
  /** Lengths of IPv4 subnets that both clouds support: 29 to 30 is no constraint. */
  subnetLengthRange?: InterconnectRemoteLocationConstraintsSubnetLengthRange;
  /** Says whether VLANs of a pair of ports have to be the same. */
  portPairVlan?: Open<"PORT_PAIR_MATCHING_VLAN" | "PORT_PAIR_UNCONSTRAINED_VLAN">;
  /** Says whether a pair of ports has to be at the same remote location. */
  portPairRemoteLocation?: Open<"PORT_PAIR_MATCHING_REMOTE_LOCATION" | "PORT_PAIR_UNCONSTRAINED_REMOTE_LOCATION">;
}

/** Lengths of IPv4 subnets, both inclusive. */
export interface InterconnectRemoteLocationConstraintsSubnetLengthRange {
  /** The shortest. */
  min?: number;
  /** The longest. */
  max?: number;
}

/** The limits of attachments. */
export interface InterconnectAttachmentConfigurationConstraints {
  /** Says whether BGP sessions use MD5 authentication. */
  bgpMd5?: Open<"MD5_OPTIONAL" | "MD5_REQUIRED" | "MD5_UNSUPPORTED">;
  /** AS numbers that the other side accepts; advice, not a rule. */
  bgpPeerAsnRanges?: InterconnectAttachmentConfigurationConstraintsBgpPeerASNRange[];
}

/** AS numbers, both inclusive. */
export interface InterconnectAttachmentConfigurationConstraintsBgpPeerASNRange {
  /** The lowest. */
  min?: number;
  /** The highest. */
  max?: number;
}
