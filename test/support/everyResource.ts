import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../provider/src/resources/firewallPolicyIam/definition";
import { networkFirewallPolicyAssociation } from "../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import type { registry } from "../../provider/src/engine/registry";
import { route } from "../../provider/src/resources/route/definition";
import { snapshot } from "../../provider/src/resources/snapshot/definition";
import { targetSslProxyCertificateMap } from "../../provider/src/resources/targetSslProxyCertificateMap/definition";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";

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
