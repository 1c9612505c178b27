export { Route, type RouteArgs } from "./resources/route/route";
export { Snapshot, type SnapshotArgs } from "./resources/snapshot/snapshot";
export {
  NetworkFirewallPolicyAssociation,
  type NetworkFirewallPolicyAssociationArgs,
} from "./resources/networkFirewallPolicyAssociation/networkFirewallPolicyAssociation";
export {
  TargetSslProxyCertificateMap,
  type TargetSslProxyCertificateMapArgs,
} from "./resources/targetSslProxyCertificateMap/targetSslProxyCertificateMap";
export {
  RegionInstanceGroupManagerPatch,
  type InstanceGroupManagerSettings,
  type RegionInstanceGroupManagerPatchArgs,
} from "./resources/regionInstanceGroupManagerPatch/regionInstanceGroupManagerPatch";
export {
  FirewallPolicyIamBinding,
  type FirewallPolicyIamBindingArgs,
} from "./resources/firewallPolicyIam/firewallPolicyIamBinding";
export {
  FirewallPolicyIamMember,
  type FirewallPolicyIamMemberArgs,
} from "./resources/firewallPolicyIam/firewallPolicyIamMember";
export {
  FirewallPolicyIamPolicy,
  type FirewallPolicyIamPolicyArgs,
} from "./resources/firewallPolicyIam/firewallPolicyIamPolicy";
export { Provider, type ExternalCredentialsArgs, type ProviderArgs } from "./provider";
export { config } from "./config";
export * as types from "./types/index";
