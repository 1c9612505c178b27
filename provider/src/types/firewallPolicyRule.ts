import type { Open } from "./common";

/** A rule of a firewall policy. */
export interface FirewallPolicyRule {
  /** The kind of rule. */
  kind?: Open<"compute#firewallPolicyRule" | "compute#packetMirroringRule">;
  /** Its name, which need not be unique. */
  ruleName?: string;
  /** The purpose of the rule. */
  description?: string;
  /** 0 to 2147483647; 0 comes first. */
  priority: number;
  /** The condition for the action. */
  match?: FirewallPolicyRuleMatcher;
  /** The action. */
  action?: Open<"allow" | "deny" | "apply_security_profile_group" | "goto_next" | "mirror" | "do_not_mirror">;
  /** URL of a security profile group, for the actions `apply_security_profile_group` and `mirror`. */
  securityProfileGroup?: string;
  /** True if the rule decrypts TLS, for the action `apply_security_profile_group`. */
  tlsInspect?: boolean;
  /** The direction in which the rule applies. */
  direction?: Open<"EGRESS" | "INGRESS">;
  /** URLs of networks; absent: all instances of the organization receive the rule. */
  targetResources?: string[];
  /** True if the service logs matches. */
  enableLogging?: boolean;
  /** A measure of the rule's complexity. */
  ruleTupleCount?: number;
  /** Service accounts of the instances that the rule applies to. */
  targetServiceAccounts?: string[];
  /** Secure tags of the instances that the rule applies to. */
  targetSecureTags?: FirewallPolicyRuleSecureTag[];
  /** True if the rule is off. */
  disabled?: boolean;
}

/** The condition for the action of a rule. */
export interface FirewallPolicyRuleMatcher {
  /** CIDR ranges of the source. */
  srcIpRanges?: string[];
  /** CIDR ranges of the destination. */
  destIpRanges?: string[];
  /** Protocols and ports. */
  layer4Configs?: FirewallPolicyRuleMatcherLayer4Config[];
  /** Secure tags of the source. */
  srcSecureTags?: FirewallPolicyRuleSecureTag[];
  /** Address groups of the source. */
  srcAddressGroups?: string[];
  /** Address groups of the destination. */
  destAddressGroups?: string[];
  /** Domain names of the source. */
  srcFqdns?: string[];
  /** Domain names of the destination. */
  destFqdns?: string[];
  /** Countries of the source: two letters, ISO 3166. */
  srcRegionCodes?: string[];
  /** Countries of the destination: two letters, ISO 3166. */
  destRegionCodes?: string[];
  /** Names of threat intelligence lists, for the source. */
  srcThreatIntelligences?: string[];
  /** Names of threat intelligence lists, for the destination. */
  destThreatIntelligences?: string[];
  /** Kind of network of the source. */
  srcNetworkType?: Open<"UNSPECIFIED" | "INTERNET" | "INTRA_VPC" | "NON_INTERNET" | "VPC_NETWORKS">;
  /** Networks of the source: URLs, full or partial. */
  srcNetworks?: string[];
  /** Kind of network of the destination. */
  destNetworkType?: Open<"UNSPECIFIED" | "INTERNET" | "NON_INTERNET">;
}

/** A protocol, and its ports. */
export interface FirewallPolicyRuleMatcherLayer4Config {
  /** `tcp`, `udp`, `icmp`, `esp`, `ah`, `ipip`, `sctp`, or a number. */
  ipProtocol: string;
  /** Numbers or ranges such as `12345-12349`; absent: all. Only for tcp and udp. */
  ports?: string[];
}

/** A secure tag, and whether it still means anything. */
export interface FirewallPolicyRuleSecureTag {
  /** `tagValues/123`. */
  name?: string;
  /** `INEFFECTIVE` after a delete of the tag or its network. */
  state?: Open<"EFFECTIVE" | "INEFFECTIVE">;
}
