import type { Rate } from "../families";

/** A defect that was fixed, and the change that brings it back. */
export interface Defect {
  /** The harm for a user. */
  readonly name: string;
  /** Resources or functions in which it shows. */
  readonly kinds: readonly [string, ...string[]];
  /** The rates under which it shows: the hunt raises them. */
  readonly needs: readonly Rate[];
  /** Below `provider/src`. */
  readonly file: string;
  /** Is in the file once. */
  readonly find: string;
  readonly replace: string;
}

export const wholeObjects = ["Route", "Snapshot"] as const;
export const iam = ["FirewallPolicyIamBinding", "FirewallPolicyIamMember"] as const;
export const association = ["NetworkFirewallPolicyAssociation"] as const;
export const patch = ["RegionInstanceGroupManagerPatch"] as const;
export const certificateMap = ["TargetSslProxyCertificateMap"] as const;
