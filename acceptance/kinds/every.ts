import { firewallPolicyIamBinding, firewallPolicyIamMember, firewallPolicyIamPolicy } from "./firewallPolicyIam";
import type { AcceptanceKind } from "./kind";
import { networkFirewallPolicyAssociation } from "./networkFirewallPolicyAssociation";
import { regionInstanceGroupManagerPatch } from "./regionInstanceGroupManagerPatch";
import { route } from "./route";
import { snapshot } from "./snapshot";
import { targetSslProxyCertificateMap } from "./targetSslProxyCertificateMap";

/** Every resource of the package. */
export const kinds: readonly AcceptanceKind[] = [
  route,
  snapshot,
  networkFirewallPolicyAssociation,
  regionInstanceGroupManagerPatch,
  targetSslProxyCertificateMap,
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
];
