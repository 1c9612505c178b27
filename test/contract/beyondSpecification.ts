/** Fields of the official messages that the specification does not have, and that are never shown. */
export const beyondSpecification: Readonly<Record<string, readonly string[]>> = {
  NetworkProfile: ["profileType", "zone"],
  NetworkProfileNetworkFeatures: [
    ...["allowAddressCreation", "allowFirewallPolicy", "allowMultiNicInSameSubnetwork", "allowMulticast"],
    ...["allowSubnetworkCreation", "allowVpcFirewallRules", "firewallPolicyTypes", "multicast"],
    ...["predefinedNetworkInternalIpv6Range", "predefinedSubnetworkRanges"],
  ],
  ManagedInstance: ["scheduling", "shutdownDetails"],
  FirewallPolicyRule: ["targetForwardingRules", "targetType"],
  FirewallPolicyRuleMatcher: ["destNetworkContext", "srcNetworkContext"],
  Operation: ["getVersionOperationMetadata"],
  InterconnectRemoteLocation: ["maxLagSize400Gbps"],
};
