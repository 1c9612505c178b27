/* eslint-disable @typescript-eslint/no-require-imports -- a kind that a stack does not use is not loaded, and the provider process answers synchronously */
import type { ResourceDefinition } from "../runtime/definition";

/** Every kind of resource, loaded when the first of its kind is met. */
export const registry = {
  FirewallPolicyIamBinding: () => firewallPolicyIam().firewallPolicyIamBinding,
  FirewallPolicyIamMember: () => firewallPolicyIam().firewallPolicyIamMember,
  FirewallPolicyIamPolicy: () => firewallPolicyIam().firewallPolicyIamPolicy,
  Route: () => (require("./route/lifecycle") as typeof import("./route/lifecycle")).route,
  NetworkFirewallPolicyAssociation: () =>
    (
      require("./networkFirewallPolicyAssociation/lifecycle") as typeof import("./networkFirewallPolicyAssociation/lifecycle")
    ).networkFirewallPolicyAssociation,
  Snapshot: () => (require("./snapshot/lifecycle") as typeof import("./snapshot/lifecycle")).snapshot,
  TargetSslProxyCertificateMap: () =>
    (require("./targetSslProxyCertificateMap/lifecycle") as typeof import("./targetSslProxyCertificateMap/lifecycle"))
      .targetSslProxyCertificateMap,
  RegionInstanceGroupManagerPatch: () =>
    (
      require("./regionInstanceGroupManagerPatch/lifecycle") as typeof import("./regionInstanceGroupManagerPatch/lifecycle")
    ).regionInstanceGroupManagerPatch,
} as const satisfies Record<string, () => ResourceDefinition>;

function firewallPolicyIam() {
  return require("./firewallPolicyIam/lifecycle") as typeof import("./firewallPolicyIam/lifecycle");
}
