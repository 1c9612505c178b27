import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { input } from "../../types/index";
import type { IamCondition } from "../../types/output";

const declaration: Declaration = {
  kind: "FirewallPolicyIamBinding",
  idForm: "locations/global/firewallPolicies/NUMBER/ROLE",
  importAdvice: "To manage an existing binding, declare it: the create takes it over, and sets its members.",
};

/**
 * All members of one role on a hierarchical firewall policy, under one condition or none.
 *
 * The role has **exactly the members that you give here**. The resource takes the role, under the same condition, from
 * every other member. It does so when it is created, with a warning, and later at the next `up` after a refresh. To
 * grant a role to one more member, use `FirewallPolicyIamMember`. The preview refuses both, and two bindings, for the
 * same role and condition of a policy, because each overwrites the other.
 *
 * The resource reads the policy, changes it, and sets it with its etag. If somebody else changes the policy at the
 * same time, the resource reads it again. Other roles, conditions and audit settings stay as they are. Resources of one
 * program change a policy one after the other, with two requests each. The service limits the size of a policy to some
 * tens of kilobytes.
 *
 * Delete takes the role, under that condition, from everybody. If the binding is gone, the resource is gone.
 *
 * Id: `locations/global/firewallPolicies/NUMBER/ROLE`. A condition adds `/TITLE~HASH`.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another). It includes the wait for other changes of the policy.
 *
 * Permissions: `compute.firewallPolicies.getIamPolicy`, `compute.firewallPolicies.setIamPolicy`. Scope: `compute` or
 * `cloud-platform`.
 *
 * Source: specification, "Policy" and endpoint 1; firewallPolicies.getIamPolicy of the public v1 reference.
 *
 * @example A role for a group
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
 *
 * @example With members of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const identities = new pulumi.StackReference("acme/identities/prod");
 * const deployer = identities.requireOutput("deployerEmail");
 * const users = new gce.FirewallPolicyIamBinding("users", {
 *   firewallPolicy: identities.requireOutput("firewallPolicyId"),
 *   role: "roles/compute.orgFirewallPolicyUser",
 *   members: [pulumi.interpolate`serviceAccount:${deployer}`, "group:network-admins@example.com"],
 * });
 * export const role = users.role;
 * ```
 *
 * @example With a custom role and a service account of other projects
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const deployers = new gce.FirewallPolicyIamBinding("deployers", {
 *   firewallPolicy: "locations/global/firewallPolicies/123456789",
 *   role: "projects/security-project/roles/policyDeployer",
 *   members: ["serviceAccount:deploy@build-project.iam.gserviceaccount.com"],
 *   condition: { title: "until-2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" },
 * });
 * export const condition = deployers.condition;
 * ```
 */
export class FirewallPolicyIamBinding extends pulumi.CustomResource {
  /** URL of the firewall policy. */
  declare readonly firewallPolicy: pulumi.Output<string>;
  /** The role. */
  declare readonly role: pulumi.Output<string>;
  /** All members that have the role under this condition. */
  declare readonly members: pulumi.Output<string[]>;
  /** When the grant holds. Absent if it always holds. */
  declare readonly condition: pulumi.Output<IamCondition | undefined>;

  /**
   * @param name logical name
   * @param args the role and who has it
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: FirewallPolicyIamBindingArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads who has a role without managing it.
   *
   * @param name logical name in this program
   * @param id `locations/global/firewallPolicies/NUMBER/ROLE[/CONDITION]`, with the policy in any spelling, or the same parts
   * separated by spaces as in `@pulumi/gcp`. CONDITION is the title. If several have that title, it is
   * `TITLE~HASH` or `TITLE/DESCRIPTION/EXPRESSION`.
   *
   * @example Read it by its id
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
    return read(name, id, options);
  }

  /** True if an object is a `FirewallPolicyIamBinding`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is FirewallPolicyIamBinding {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof FirewallPolicyIamBinding.get>) =>
  new FirewallPolicyIamBinding(name, {} as FirewallPolicyIamBindingArgs, toRead(id, options));

/** A role on a firewall policy, and its members. */
export interface FirewallPolicyIamBindingArgs {
  /**
   * The hierarchical firewall policy: its number, `locations/global/firewallPolicies/NUMBER`, its URL, or the
   * `id` or `selfLink` of another resource. The service does not take a short name; the error says how to get the number.
   * Policies of a project (`projects/…/global/firewallPolicies/…`) are an error. A change replaces.
   */
  firewallPolicy: pulumi.Input<string>;
  /** `roles/NAME`, `projects/PROJECT/roles/NAME` or `organizations/NUMBER/roles/NAME`. A change replaces. */
  role: pulumi.Input<string>;
  /**
   * All members that have the role, at least one, in any order: `user:EMAIL`, `group:EMAIL`, `serviceAccount:EMAIL`,
   * `domain:DOMAIN`, `principal://…`, `principalSet://…`, `principalHierarchy://…`, `deleted:user:EMAIL?uid=NUMBER`
   * (also group, serviceAccount and principal), `allUsers`, `allAuthenticatedUsers`. Letter case does not matter after
   * `user:`, `group:`, `serviceAccount:` and `domain:`. A member that the policy has keeps its spelling there. Other forms are
   * sent as you write them, and the preview warns. Updated in place.
   */
  members: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * When the grant holds: `expression`, and optionally `title`, `description` and `location`. Default: always. A change
   * replaces. The id shows the title, so that it cannot be a secret.
   */
  condition?: pulumi.Input<input.IamCondition | undefined>;
}
