import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../provider/src/resources/firewallPolicyIam/lifecycle";
import { networkFirewallPolicyAssociation } from "../../provider/src/resources/networkFirewallPolicyAssociation/lifecycle";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/regionInstanceGroupManagerPatch/lifecycle";
import type { registry } from "../../provider/src/resources/registry";
import { route } from "../../provider/src/resources/route/lifecycle";
import { snapshot } from "../../provider/src/resources/snapshot/lifecycle";
import { targetSslProxyCertificateMap } from "../../provider/src/resources/targetSslProxyCertificateMap/lifecycle";
import type { ResourceDefinition } from "../../provider/src/runtime/definition";

/** The definition of every kind in the registry, whose own loaders only find what is compiled. */
export const everyResource = {
  FirewallPolicyIamBinding: firewallPolicyIamBinding,
  FirewallPolicyIamMember: firewallPolicyIamMember,
  FirewallPolicyIamPolicy: firewallPolicyIamPolicy,
  NetworkFirewallPolicyAssociation: networkFirewallPolicyAssociation,
  RegionInstanceGroupManagerPatch: regionInstanceGroupManagerPatch,
  Route: route,
  Snapshot: snapshot,
  TargetSslProxyCertificateMap: targetSslProxyCertificateMap,
} as const satisfies Record<keyof typeof registry, ResourceDefinition>;
