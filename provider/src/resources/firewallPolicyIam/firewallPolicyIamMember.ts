import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { input } from "../../types/index";
import type { IamCondition } from "../../types/output";

const declaration: Declaration = {
  kind: "FirewallPolicyIamMember",
  idForm: "locations/global/firewallPolicies/NUMBER/ROLE/MEMBER",
  importAdvice: "To manage an existing grant, declare it: the create leaves the grant as it is.",
};

/**
 * One member of one role on a hierarchical firewall policy, under one condition or none.
 *
 * Other members keep the role. If the member has the role already, the resource changes nothing and manages the grant
 * from then on: delete takes the role from that member.
 *
 * The resource reads the policy, changes it, and sets it with its etag. If somebody else changes the policy at the
 * same time, the resource reads it again. Other roles, conditions and audit settings stay as they are. Resources of one
 * program change a policy one after the other, with two requests each. The service limits the size of a policy to some
 * tens of kilobytes.
 *
 * A change of any argument replaces the grant. Pulumi creates the new grant before it removes the old one. If the
 * grant is gone, the resource is gone.
 *
 * Id: `locations/global/firewallPolicies/NUMBER/ROLE/MEMBER`. A condition adds `/TITLE~HASH`.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another). It includes the wait for other changes of the policy.
 *
 * Permissions: `compute.firewallPolicies.getIamPolicy`, `compute.firewallPolicies.setIamPolicy`. Scope: `compute` or
 * `cloud-platform`.
 *
 * Source: specification, "Policy" and endpoint 1; firewallPolicies.getIamPolicy of the public v1 reference.
 *
 * @example A role for one member
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const auditor = new gce.FirewallPolicyIamMember("auditor", {
 *   firewallPolicy: "locations/global/firewallPolicies/123456789",
 *   role: "roles/compute.viewer",
 *   member: "user:auditor@example.com",
 *   condition: { title: "until-2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" },
 * });
 * export const role = auditor.role;
 * ```
 *
 * @example With a service account of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const scanner = new pulumi.StackReference("acme/scanner/prod").requireOutput("serviceAccountEmail");
 * const reader = new gce.FirewallPolicyIamMember("reader", {
 *   firewallPolicy: "123456789",
 *   role: "roles/compute.viewer",
 *   member: pulumi.interpolate`serviceAccount:${scanner}`,
 * });
 * export const member = reader.member;
 * ```
 *
 * @example With a custom role and a service account of other projects
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const deployer = new gce.FirewallPolicyIamMember("deployer", {
 *   firewallPolicy: "locations/global/firewallPolicies/123456789",
 *   role: "projects/security-project/roles/policyDeployer",
 *   member: "serviceAccount:deploy@build-project.iam.gserviceaccount.com",
 * });
 * export const id = deployer.id;
 * ```
 */
export class FirewallPolicyIamMember extends pulumi.CustomResource {
  /** URL of the firewall policy. */
  declare readonly firewallPolicy: pulumi.Output<string>;
  /** The role. */
  declare readonly role: pulumi.Output<string>;
  /** The principal with the role. */
  declare readonly member: pulumi.Output<string>;
  /** When the grant holds. Absent if it always holds. */
  declare readonly condition: pulumi.Output<IamCondition | undefined>;

  /**
   * @param name logical name
   * @param args the role and who has it
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: FirewallPolicyIamMemberArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads a grant without managing it.
   *
   * @param name logical name in this program
   * @param id `locations/global/firewallPolicies/NUMBER/ROLE/MEMBER[/CONDITION]`, with the policy in any spelling, or the same parts
   * separated by spaces as in `@pulumi/gcp`. CONDITION is the title. If several have that title, it is
   * `TITLE~HASH` or `TITLE/DESCRIPTION/EXPRESSION`.
   *
   * @example Read it by its id
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const auditor = gce.FirewallPolicyIamMember.get("auditor", "123456789 roles/compute.viewer user:auditor@example.com");
   * export const role = auditor.role;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): FirewallPolicyIamMember {
    return read(name, id, options);
  }

  /** True if an object is a `FirewallPolicyIamMember`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is FirewallPolicyIamMember {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof FirewallPolicyIamMember.get>) =>
  new FirewallPolicyIamMember(name, {} as FirewallPolicyIamMemberArgs, toRead(id, options));

/** A role on a firewall policy, and one who has it. */
export interface FirewallPolicyIamMemberArgs {
  /**
   * The hierarchical firewall policy: its number, `locations/global/firewallPolicies/NUMBER`, its URL, or the
   * `id` or `selfLink` of another resource. The service does not take a short name; the error says how to get the number.
   * Policies of a project (`projects/…/global/firewallPolicies/…`) are an error. A change replaces.
   */
  firewallPolicy: pulumi.Input<string>;
  /** `roles/NAME`, `projects/PROJECT/roles/NAME` or `organizations/NUMBER/roles/NAME`. A change replaces. */
  role: pulumi.Input<string>;
  /**
   * The principal: `user:EMAIL`, `group:EMAIL`, `serviceAccount:EMAIL`, `domain:DOMAIN`, `principal://…`,
   * `principalSet://…`, `principalHierarchy://…`, `deleted:user:EMAIL?uid=NUMBER` (also group, serviceAccount and
   * principal), `allUsers`, `allAuthenticatedUsers`. Letter case does not matter after `user:`, `group:`,
   * `serviceAccount:` and `domain:`. A member that the policy has keeps its spelling there. Other forms are sent as you
   * write them, and the preview warns. A change replaces.
   */
  member: pulumi.Input<string>;
  /**
   * When the grant holds: `expression`, and optionally `title`, `description` and `location`. Default: always. A change
   * replaces. The id shows the title, so that it cannot be a secret.
   */
  condition?: pulumi.Input<input.IamCondition | undefined>;
}
