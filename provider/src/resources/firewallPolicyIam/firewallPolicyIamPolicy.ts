import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { input } from "../../types/index";
import type { IamPolicyData } from "../../types/output";

const declaration: Declaration = {
  kind: "FirewallPolicyIamPolicy",
  deletesFirst: true,
  idForm: "locations/global/firewallPolicies/NUMBER",
  importAdvice:
    "To manage the existing policy, declare it: the create replaces the policy, and remembers the earlier one.",
};

/**
 * The **whole** IAM policy of a hierarchical firewall policy: all bindings and all audit settings.
 *
 * The resource removes every binding and every audit setting that you do not give here. So the preview refuses another
 * resource of the program for the same policy: a second `FirewallPolicyIamPolicy`, a `FirewallPolicyIamBinding` or a
 * `FirewallPolicyIamMember`, even if `policyData` has its grant too.
 *
 * The resource sets the policy with the etag of the policy that it replaces. If somebody else changes the policy at
 * the same time, the resource reads it again. The service limits the size of a policy to some tens of kilobytes.
 *
 * The resource records the policy that it found before its first change, and **restores it on delete**, if the policy
 * is still the one that this resource set. If somebody else has changed the policy since, the resource leaves it alone
 * and shows a warning. If a run is killed before Pulumi writes its state for the first time, the next run treats the
 * policy of the killed run as the previous one.
 *
 * If somebody changes the policy outside of Pulumi, that shows as a change of `policyData`.
 *
 * Id: `locations/global/firewallPolicies/NUMBER`.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another). It includes the wait for other changes of the policy.
 *
 * Permissions: `compute.firewallPolicies.getIamPolicy`, `compute.firewallPolicies.setIamPolicy`. Scope: `compute` or
 * `cloud-platform`.
 *
 * Source: specification, "Policy" and endpoint 1; firewallPolicies.getIamPolicy of the public v1 reference.
 *
 * @example A whole policy
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const policy = new gce.FirewallPolicyIamPolicy("policy", {
 *   firewallPolicy: "locations/global/firewallPolicies/987654321",
 *   policyData: {
 *     bindings: [{ role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:network-admins@example.com"] }],
 *     auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }],
 *   },
 * });
 * export const etag = policy.etag;
 * ```
 *
 * @example With JSON of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * // The policyData that gcp.organizations.getIAMPolicy gives in that stack.
 * const written = new pulumi.StackReference("acme/identities/prod").requireOutput("firewallPolicyData");
 * const policy = new gce.FirewallPolicyIamPolicy("policy", { firewallPolicy: "123456789", policyData: written });
 * export const etag = policy.etag;
 * ```
 *
 * @example With a service account of another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const policy = new gce.FirewallPolicyIamPolicy("policy", {
 *   firewallPolicy: "locations/global/firewallPolicies/123456789",
 *   policyData: {
 *     bindings: [
 *       { role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:network-admins@example.com"] },
 *       {
 *         role: "projects/security-project/roles/policyDeployer",
 *         members: ["serviceAccount:deploy@build-project.iam.gserviceaccount.com"],
 *       },
 *     ],
 *   },
 * });
 * export const data = policy.policyData;
 * ```
 */
export class FirewallPolicyIamPolicy extends pulumi.CustomResource {
  /** URL of the firewall policy. */
  declare readonly firewallPolicy: pulumi.Output<string>;
  /** Content of the policy, as the service shows it, without version and etag. */
  declare readonly policyData: pulumi.Output<IamPolicyData>;
  /** Etag of the policy. It changes with each change of the policy. */
  declare readonly etag: pulumi.Output<string>;
  /**
   * The policy before this resource changed it. It is empty if the policy was empty, and absent after a mere read by the id. The resource
   * itself needs it, to restore the policy at a destroy. A secret.
   */
  declare readonly previousPolicyData: pulumi.Output<IamPolicyData | undefined>;

  /**
   * @param name logical name
   * @param args the policy
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: FirewallPolicyIamPolicyArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads a policy without managing it.
   *
   * @param name logical name in this program
   * @param id `locations/global/firewallPolicies/NUMBER`, the number alone, or the policy's URL
   *
   * @example Read it by its id
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const existing = gce.FirewallPolicyIamPolicy.get("existing", "locations/global/firewallPolicies/123456789");
   * export const bindings = existing.policyData.apply(({ bindings }) => bindings);
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): FirewallPolicyIamPolicy {
    return read(name, id, options);
  }

  /** True if an object is a `FirewallPolicyIamPolicy`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is FirewallPolicyIamPolicy {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof FirewallPolicyIamPolicy.get>) =>
  new FirewallPolicyIamPolicy(name, {} as FirewallPolicyIamPolicyArgs, toRead(id, options));

/** A firewall policy and its whole IAM policy. */
export interface FirewallPolicyIamPolicyArgs {
  /**
   * The hierarchical firewall policy: its number, `locations/global/firewallPolicies/NUMBER`, its URL, or the
   * `id` or `selfLink` of another resource. The service does not take a short name; the error says how to get the number.
   * Policies of a project (`projects/…/global/firewallPolicies/…`) are an error. A change replaces.
   */
  firewallPolicy: pulumi.Input<string>;
  /**
   * The whole policy: an object, or JSON as `gcp.organizations.getIAMPolicy` gives it (`policyData`). The order of
   * bindings and members does not matter, and neither do members that you name twice. Members
   * that the policy has keep their spelling there. The resource ignores `version`,
   * `etag`, bindings without members, and services without `auditLogConfigs`. You can give an empty policy, but the service can refuse it. Updated in place.
   */
  policyData: pulumi.Input<string | input.IamPolicyData>;
}
