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
} from "./resources/generated/regionInstanceGroupManagerPatch";
export {
  InstanceGroupManagerPatch,
  type InstanceGroupManagerPatchArgs,
  type ZonalInstanceGroupManagerSettings,
} from "./resources/generated/instanceGroupManagerPatch";
export {
  BackendServicePatch,
  type BackendServicePatchArgs,
  type BackendServicePatchSettings,
} from "./resources/generated/backendServicePatch";
export {
  RegionBackendServicePatch,
  type RegionBackendServicePatchArgs,
  type RegionBackendServicePatchSettings,
} from "./resources/generated/regionBackendServicePatch";
export {
  SubnetworkPatch,
  type SubnetworkPatchArgs,
  type SubnetworkPatchSettings,
} from "./resources/generated/subnetworkPatch";
export {
  ServiceAttachmentPatch,
  type ServiceAttachmentPatchArgs,
  type ServiceAttachmentPatchSettings,
} from "./resources/generated/serviceAttachmentPatch";
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
export {
  getNetworkProfiles,
  getNetworkProfilesOutput,
  iterateNetworkProfiles,
  type GetNetworkProfilesArgs,
  type GetNetworkProfilesOutputArgs,
  type GetNetworkProfilesResult,
} from "./functions/getNetworkProfiles";
export {
  getManagedInstances,
  getManagedInstancesOutput,
  iterateManagedInstances,
  type GetManagedInstancesArgs,
  type GetManagedInstancesOutputArgs,
  type GetManagedInstancesResult,
} from "./functions/getManagedInstances";
export {
  getNetworkFirewallPolicyPacketMirroringRule,
  getNetworkFirewallPolicyPacketMirroringRuleOutput,
  type GetNetworkFirewallPolicyPacketMirroringRuleArgs,
  type GetNetworkFirewallPolicyPacketMirroringRuleOutputArgs,
  type GetNetworkFirewallPolicyPacketMirroringRuleResult,
} from "./functions/getNetworkFirewallPolicyPacketMirroringRule";
export {
  getOrganizationOperations,
  getOrganizationOperationsOutput,
  iterateOrganizationOperations,
  type GetOrganizationOperationsArgs,
  type GetOrganizationOperationsOutputArgs,
  type GetOrganizationOperationsResult,
} from "./functions/getOrganizationOperations";
export {
  getInterconnectRemoteLocations,
  getInterconnectRemoteLocationsOutput,
  iterateInterconnectRemoteLocations,
  type GetInterconnectRemoteLocationsArgs,
  type GetInterconnectRemoteLocationsOutputArgs,
  type GetInterconnectRemoteLocationsResult,
} from "./functions/getInterconnectRemoteLocations";
export {
  waitForRegionOperation,
  waitForRegionOperationOutput,
  type WaitForRegionOperationArgs,
  type WaitForRegionOperationOutputArgs,
  type WaitForRegionOperationResult,
} from "./functions/waitForRegionOperation";
export { Provider, type ExternalCredentialsArgs, type ProviderArgs } from "./program/provider";
export { config } from "./program/config";
export type * as types from "./types/index";
