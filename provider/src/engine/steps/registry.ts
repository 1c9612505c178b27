/* eslint-disable @typescript-eslint/no-require-imports -- a kind that a stack does not use is not loaded, and the provider process answers synchronously */
/* `npm run docs:reference` writes this file from the definitions of provider/src/resources. */
import type { Registry } from "./loadKind";

/** Every kind of this package. */
export const registry = {
  Route: () => (require("../../resources/route/definition") as typeof import("../../resources/route/definition")).route,
  Snapshot: () =>
    (require("../../resources/snapshot/definition") as typeof import("../../resources/snapshot/definition")).snapshot,
  NetworkFirewallPolicyAssociation: () =>
    (
      require("../../resources/networkFirewallPolicyAssociation/definition") as typeof import("../../resources/networkFirewallPolicyAssociation/definition")
    ).networkFirewallPolicyAssociation,
  TargetSslProxyCertificateMap: () =>
    (
      require("../../resources/targetSslProxyCertificateMap/definition") as typeof import("../../resources/targetSslProxyCertificateMap/definition")
    ).targetSslProxyCertificateMap,
  RegionInstanceGroupManagerPatch: () =>
    (
      require("../../resources/instanceGroupManagerPatch/definition") as typeof import("../../resources/instanceGroupManagerPatch/definition")
    ).regionInstanceGroupManagerPatch,
  InstanceGroupManagerPatch: () =>
    (
      require("../../resources/instanceGroupManagerPatch/definition") as typeof import("../../resources/instanceGroupManagerPatch/definition")
    ).instanceGroupManagerPatch,
  BackendServicePatch: () =>
    (require("../../resources/backendServicePatch") as typeof import("../../resources/backendServicePatch"))
      .backendServicePatch,
  RegionBackendServicePatch: () =>
    (require("../../resources/backendServicePatch") as typeof import("../../resources/backendServicePatch"))
      .regionBackendServicePatch,
  SubnetworkPatch: () =>
    (require("../../resources/subnetworkPatch") as typeof import("../../resources/subnetworkPatch")).subnetworkPatch,
  ServiceAttachmentPatch: () =>
    (require("../../resources/serviceAttachmentPatch") as typeof import("../../resources/serviceAttachmentPatch"))
      .serviceAttachmentPatch,
  FirewallPolicyIamBinding: () =>
    (
      require("../../resources/firewallPolicyIam/definition/binding") as typeof import("../../resources/firewallPolicyIam/definition/binding")
    ).firewallPolicyIamBinding,
  FirewallPolicyIamMember: () =>
    (
      require("../../resources/firewallPolicyIam/definition/member") as typeof import("../../resources/firewallPolicyIam/definition/member")
    ).firewallPolicyIamMember,
  FirewallPolicyIamPolicy: () =>
    (
      require("../../resources/firewallPolicyIam/definition/wholePolicy") as typeof import("../../resources/firewallPolicyIam/definition/wholePolicy")
    ).firewallPolicyIamPolicy,
} as const satisfies Registry;
