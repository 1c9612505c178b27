import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { DeletionPolicy } from "../../types/common";

const declaration: Declaration = {
  kind: "NetworkFirewallPolicyAssociation",
  idForm: "projects/PROJECT/global/networks/NETWORK/firewallPolicyAssociation",
};

/**
 * The association of a VPC network with a global network firewall policy.
 *
 * A change of the policy or of the association's name is **a swap in one step**: the service replaces the old
 * association with the new one. The network has a policy all the time, until a destroy. If a swap fails, the network and the recorded state
 * keep the old policy.
 *
 * Set `replaceExistingAssociation: true` to take a network from another policy. This applies when you create the
 * resource. It also applies when another policy has taken the network since: that shows as a change of
 * `firewallPolicy`. An association that somebody else has made at the same policy shows as a change of `name`. Without
 * the permission, you get an error that names the policy of the network. Destroy removes only the
 * association that this resource made, by its policy and its name. It does not change a network that somebody else has
 * taken. If a run ended before it recorded a swap, the next one finds the request of this stack, and takes the
 * association over.
 *
 * The service does not delete a policy that holds a network. If the program replaces the policy under its own name, Pulumi
 * removes the association, deletes the policy, and makes both again: until then, the network has no policy, and the preview
 * shows the steps. Give `firewallPolicy` as an output of the policy for this. To keep the network with a policy, give the
 * new policy another name.
 *
 * Declare one such resource for each network. The service makes one change of a policy at a time, so the associations of
 * one policy take at least the sum of their operations. Each waits for at most as many others as Pulumi runs at a time
 * (`--parallel`). If that many operations take longer than the deadline, raise the custom timeouts. While another program changes
 * the policy, the resource tries again after short pauses.
 *
 * Id: `projects/PROJECT/global/networks/NETWORK/firewallPolicyAssociation`. The id stays the same through every swap.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.firewallPolicies.use` and `compute.firewallPolicies.get` on the policies,
 * `compute.networks.setFirewallPolicy` and `compute.networks.get` on the network, `compute.globalOperations.get`,
 * `compute.globalOperations.list`.
 * Scope: `compute` or `cloud-platform`.
 *
 * Source: specification, "FirewallPolicyAssociation" and endpoint 5; getAssociation, removeAssociation, get and
 * networks.get of the public v1 reference.
 *
 * @example One policy for a network
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const protection = new gce.NetworkFirewallPolicyAssociation("protection", {
 *   attachmentTarget: "default",
 *   firewallPolicy: "baseline-2",
 * });
 * export const policy = protection.shortName;
 * ```
 *
 * @example With a policy of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const security = new pulumi.StackReference("acme/security/prod");
 * const protection = new gce.NetworkFirewallPolicyAssociation("protection", {
 *   attachmentTarget: "default",
 *   firewallPolicy: security.requireOutput("policyLink"),
 *   replaceExistingAssociation: true,
 * });
 * export const association = protection.name;
 * ```
 *
 * @example In another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const protection = new gce.NetworkFirewallPolicyAssociation("protection", {
 *   attachmentTarget: "projects/shared-vpc-project/global/networks/shared",
 *   firewallPolicy: "projects/shared-vpc-project/global/firewallPolicies/baseline",
 *   name: "baseline-on-shared",
 * });
 * export const project = protection.project;
 * ```
 */
export class NetworkFirewallPolicyAssociation extends pulumi.CustomResource {
  /** Project of the network. */
  declare readonly project: pulumi.Output<string>;
  /** URL of the network. */
  declare readonly attachmentTarget: pulumi.Output<string>;
  /** URL of the policy that holds the network. */
  declare readonly firewallPolicy: pulumi.Output<string>;
  /** Name of the association. */
  declare readonly name: pulumi.Output<string>;
  /**
   * The service's own number for the policy, as a string. The service may leave it out of its answers. Use
   * `firewallPolicy` or `shortName` to name the policy.
   */
  declare readonly firewallPolicyId: pulumi.Output<string | undefined>;
  /** Name of the policy that holds the network. */
  declare readonly shortName: pulumi.Output<string | undefined>;
  /**
   * Name of the policy, where the service still gives it.
   *
   * @deprecated Use `shortName`.
   */
  declare readonly displayName: pulumi.Output<string | undefined>;

  /**
   * @param name logical name; the association's name comes from it if the arguments have no `name`
   * @param args the network and its policy
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: NetworkFirewallPolicyAssociationArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads which policy holds a network, without managing it.
   *
   * @param name logical name in this program
   * @param id `projects/PROJECT/global/networks/NETWORK/firewallPolicyAssociation`, or the id of `@pulumi/gcp`:
   * `projects/PROJECT/global/firewallPolicies/POLICY/associations/NAME`, `PROJECT/POLICY/NAME`, or `POLICY/NAME` (project
   * from configuration); as URLs too. `NAME` may have slashes. In a short id, such a name must be the path or URL of a
   * network.
   *
   * @example Read it by its id
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const existing = gce.NetworkFirewallPolicyAssociation.get(
   *   "existing",
   *   "projects/my-project/global/networks/default/firewallPolicyAssociation",
   * );
   * export const policy = existing.firewallPolicy;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): NetworkFirewallPolicyAssociation {
    return read(name, id, options);
  }

  /** True if an object is a `NetworkFirewallPolicyAssociation`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is NetworkFirewallPolicyAssociation {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof NetworkFirewallPolicyAssociation.get>) =>
  new NetworkFirewallPolicyAssociation(name, {} as NetworkFirewallPolicyAssociationArgs, toRead(id, options));

/** A network and its policy. Links take a name, a path, a URL, or the `id` or `selfLink` of a resource. */
export interface NetworkFirewallPolicyAssociationArgs {
  /**
   * Project of the network. Default: the project that `attachmentTarget` names, or else `gcp:project`. A change
   * replaces.
   */
  project?: pulumi.Input<string | undefined>;
  /**
   * The network, by its name and not by its number. A change replaces the association: the new network gets the policy before
   * the old network loses it. If `name` and `firewallPolicy` stay the same, the old network loses it first, because a
   * policy has one association of a name. Needs `compute.networks.setFirewallPolicy` on it.
   */
  attachmentTarget: pulumi.Input<string>;
  /**
   * The global network firewall policy, by its name and not by its number, in the project of the network. The package
   * completes a bare name with that project. A change is a swap in one step. Needs `compute.firewallPolicies.use` on it.
   */
  firewallPolicy: pulumi.Input<string>;
  /**
   * Name of the association, with at least one character. A policy has one association of each name. Default: the
   * logical name with a random suffix. A change is a swap in one step.
   */
  name?: pulumi.Input<string | undefined>;
  /**
   * Allows the resource to take the network from an association of somebody else. A swap between policies of this
   * resource does not need it. Default: false. A change makes no call.
   */
  replaceExistingAssociation?: pulumi.Input<boolean | undefined>;
  /**
   * The effect of a delete on the association: `DELETE` deletes it. `ABANDON` keeps it, and removes it from
   * the state. `PREVENT` makes the delete an error. Default: `gcp:deletionPolicy`, or `DELETE`. A change makes no
   * call.
   */
  deletionPolicy?: pulumi.Input<DeletionPolicy | undefined>;
  /**
   * Takes over an association that exists already with this policy and this name. Needs `name`. Destroy then removes
   * it. Default: false. A change makes no call.
   */
  adoptExisting?: pulumi.Input<boolean | undefined>;
}
