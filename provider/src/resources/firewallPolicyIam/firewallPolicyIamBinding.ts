import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceOf, type Declaration } from "../../program/declaredResource";
import { quietStacks } from "../../program/quietStacks";
import type { input } from "../../types/index";
import type { IamCondition } from "../../types/output";

const declaration: Declaration = {
  kind: "FirewallPolicyIamBinding",
  outputs: ["firewallPolicy", "role", "members", "condition"],
  insteadOfImport: "To manage a binding that exists, declare it: creating it takes it over, and sets its members.",
};

/**
 * Who has one role on a hierarchical firewall policy: **exactly the members that are given here**, under one condition
 * or under none. Members that others grant the same role (with the same condition) are taken away: at once when the
 * resource is made, which a warning says, and later at the next `up` after a refresh. To grant a role beside others, use
 * `FirewallPolicyIamMember`; using both for the same role and condition makes them fight.
 *
 * A policy is read, changed and set under its etag, and read again when somebody else was faster: other roles,
 * conditions and audit settings stay as they are, and many such resources of one program do not get into each other's
 * way. How large a policy may be (some tens of kilobytes) is up to the service.
 *
 * Deleting it takes the role, under that condition, from everybody. A binding that is gone shows as a resource that is
 * gone.
 *
 * Id: `locations/global/firewallPolicies/NAME/ROLE`, and behind it `/TITLE~HASH` for a condition. Default deadline of
 * each step: 20 minutes (`customTimeouts`), in which it also waits for other changes of the policy.
 *
 * Permissions: `compute.firewallPolicies.getIamPolicy`, `compute.firewallPolicies.setIamPolicy`. Scope: `compute` or
 * `cloud-platform`.
 *
 * Source: specification, "Policy" and endpoint 1; firewallPolicies.getIamPolicy of the public v1 reference.
 *
 * @example
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const admins = new gce.FirewallPolicyIamBinding("admins", {
 *   firewallPolicy: "locations/global/firewallPolicies/123456789",
 *   role: "roles/compute.orgFirewallPolicyAdmin",
 *   members: ["group:network-admins@example.com"],
 * });
 * export const members = admins.members;
 * ```
 */
export class FirewallPolicyIamBinding extends pulumi.CustomResource {
  /** URL of the firewall policy. */
  declare readonly firewallPolicy: pulumi.Output<string>;
  /** The role that is granted. */
  declare readonly role: pulumi.Output<string>;
  /** Everybody who has the role under this condition. */
  declare readonly members: pulumi.Output<string[]>;
  /** When the grant holds; absent when it always does. */
  declare readonly condition: pulumi.Output<IamCondition | undefined>;

  /**
   * @param name logical name
   * @param args the role and who has it
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: FirewallPolicyIamBindingArgs, options?: pulumi.CustomResourceOptions) {
    const registration = declared(declaration, name, args, options);
    const stacks = quietStacks();
    try {
      super(...registration);
    } catch (error) {
      throw stacks.traced(error);
    } finally {
      stacks.restore();
    }
  }

  /**
   * Reads who has a role without managing it.
   *
   * @param name logical name in this program
   * @param id `locations/global/firewallPolicies/NAME/ROLE[/CONDITION]`, with the policy in any spelling, or the same
   * parts with spaces in between as in `@pulumi/gcp`; CONDITION is the title, or `TITLE~HASH` where several have that
   *
   * @example
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const viewers = gce.FirewallPolicyIamBinding.get("viewers", "123456789 roles/compute.viewer");
   * export const members = viewers.members;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): FirewallPolicyIamBinding {
    return new FirewallPolicyIamBinding(name, {} as FirewallPolicyIamBindingArgs, { ...options, id });
  }

  /** Whether an object is a `FirewallPolicyIamBinding`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is FirewallPolicyIamBinding {
    return isResourceOf(declaration.kind, object);
  }
}

/** A role on a firewall policy, and everybody who has it. */
export interface FirewallPolicyIamBindingArgs {
  /**
   * The hierarchical firewall policy: its numeric id or name, `locations/global/firewallPolicies/NAME`, its URL, or the
   * `id` or `selfLink` of another resource. A policy of a project (`projects/…/global/firewallPolicies/…`) has no place
   * here. Name one policy in one way throughout: that an id and a name mean the same policy cannot be seen from here.
   * A change replaces.
   */
  firewallPolicy: pulumi.Input<string>;
  /** `roles/NAME`, `projects/PROJECT/roles/NAME` or `organizations/NUMBER/roles/NAME`. A change replaces. */
  role: pulumi.Input<string>;
  /**
   * Everybody who has the role, at least one, in any order: `user:EMAIL`, `group:EMAIL`, `serviceAccount:EMAIL`, `domain:DOMAIN`,
   * `principal://…`, `principalSet://…`, `principalHierarchy://…`, `deleted:user:EMAIL?uid=NUMBER` (also group,
   * serviceAccount and principal), `allUsers`, `allAuthenticatedUsers`. Letter case is no difference behind `user:`,
   * `group:`, `serviceAccount:` and `domain:`, and one elsewhere.
   * Updated in place.
   */
  members: pulumi.Input<pulumi.Input<string>[]>;
  /** When the grant holds: `expression`, and `title`, `description`, `location` as you like. Default: always. A change of any of them replaces. */
  condition?: pulumi.Input<input.IamCondition | undefined>;
}
