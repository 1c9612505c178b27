/* eslint-disable @typescript-eslint/no-require-imports -- a kind that a stack does not use is not loaded, and the provider process answers synchronously */
import type { ResourceDefinition } from "../../lifecycle/schema/definition";

/** Kinds of resources by their names, each loaded when the first of its kind is met. */
export type Registry = Readonly<Record<string, () => ResourceDefinition>>;

/** Every kind of this package. */
export const registry = {
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
  Route: () => (require("../../resources/route/definition") as typeof import("../../resources/route/definition")).route,
  NetworkFirewallPolicyAssociation: () =>
    (
      require("../../resources/networkFirewallPolicyAssociation/definition") as typeof import("../../resources/networkFirewallPolicyAssociation/definition")
    ).networkFirewallPolicyAssociation,
  Snapshot: () =>
    (require("../../resources/snapshot/definition") as typeof import("../../resources/snapshot/definition")).snapshot,
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
  SubnetworkPatch: () =>
    (require("../../resources/subnetworkPatch") as typeof import("../../resources/subnetworkPatch")).subnetworkPatch,
  BackendServicePatch: () =>
    (require("../../resources/backendServicePatch") as typeof import("../../resources/backendServicePatch"))
      .backendServicePatch,
  RegionBackendServicePatch: () =>
    (require("../../resources/backendServicePatch") as typeof import("../../resources/backendServicePatch"))
      .regionBackendServicePatch,
  ServiceAttachmentPatch: () =>
    (require("../../resources/serviceAttachmentPatch") as typeof import("../../resources/serviceAttachmentPatch"))
      .serviceAttachmentPatch,
} as const satisfies Registry;

/** The kind of that name, where it is one. */
export function loadKind(kinds: Registry, kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.() : undefined;
}
