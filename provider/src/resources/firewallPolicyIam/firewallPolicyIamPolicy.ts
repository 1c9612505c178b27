import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceOf, type Declaration } from "../../program/declaredResource";
import { quietStacks } from "../../program/quietStacks";
import type { input } from "../../types/index";
import type { IamPolicyData } from "../../types/output";

const declaration: Declaration = {
  kind: "FirewallPolicyIamPolicy",
  outputs: ["firewallPolicy", "policyData", "etag", "previousPolicyData"],
  secretOutputs: ["previousPolicyData"],
  insteadOfImport:
    "To manage the policy that exists, declare it: creating it replaces what is there, and remembers that.",
};

/**
 * The **whole** IAM policy of a hierarchical firewall policy: all bindings and all audit settings, and none besides.
 * Whatever is not given here is taken away. Not to be used together with `FirewallPolicyIamBinding` or
 * `FirewallPolicyIamMember` on the same policy.
 *
 * The policy is set under the etag of the one that it replaces, and read again when somebody else was faster. How large
 * it may be (some tens of kilobytes) is up to the service.
 *
 * What was there before is taken down once, before the first change, and **put back on delete**, if the policy is still
 * the one that was set here; one that somebody else has changed in the meantime is left alone, with a warning. When a
 * run is killed before Pulumi has written its state for the first time, the policy that was just set counts as the one
 * from before.
 *
 * A policy that was changed outside shows as a change of `policyData`.
 *
 * Id: `locations/global/firewallPolicies/NAME`. Default deadline of each step: 20 minutes (`customTimeouts`).
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
 * const policy = new gce.FirewallPolicyIamPolicy("policy", {
 *   firewallPolicy: "locations/global/firewallPolicies/123456789",
 *   policyData: {
 *     bindings: [{ role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:network-admins@example.com"] }],
 *     auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }],
 *   },
 * });
 * export const etag = policy.etag;
 * ```
 */
export class FirewallPolicyIamPolicy extends pulumi.CustomResource {
  /** URL of the firewall policy. */
  declare readonly firewallPolicy: pulumi.Output<string>;
  /** What the policy says, as the service shows it, without version and etag. */
  declare readonly policyData: pulumi.Output<IamPolicyData>;
  /** Changes with each change of the policy. */
  declare readonly etag: pulumi.Output<string>;
  /**
   * What the policy said before this resource changed it, empty when it said nothing; absent when it is only read
   * (`get`). Kept as a secret, like all values that are put back.
   */
  declare readonly previousPolicyData: pulumi.Output<IamPolicyData | undefined>;

  /**
   * @param name logical name
   * @param args the policy
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: FirewallPolicyIamPolicyArgs, options?: pulumi.CustomResourceOptions) {
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
   * Reads a policy without managing it.
   *
   * @param name logical name in this program
   * @param id `locations/global/firewallPolicies/NAME`, the numeric id or name alone, or the policy's URL
   *
   * @example
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
    return new FirewallPolicyIamPolicy(name, {} as FirewallPolicyIamPolicyArgs, { ...options, id });
  }

  /** Whether an object is a `FirewallPolicyIamPolicy`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is FirewallPolicyIamPolicy {
    return isResourceOf(declaration.kind, object);
  }
}

/** A firewall policy, and all of its IAM policy. */
export interface FirewallPolicyIamPolicyArgs {
  /**
   * The hierarchical firewall policy: its numeric id or name, `locations/global/firewallPolicies/NAME`, its URL, or the
   * `id` or `selfLink` of another resource. A policy of a project (`projects/…/global/firewallPolicies/…`) has no place
   * here. Name one policy in one way throughout: that an id and a name mean the same policy cannot be seen from here.
   * A change replaces.
   */
  firewallPolicy: pulumi.Input<string>;
  /**
   * All of the policy: an object, or JSON as `gcp.organizations.getIAMPolicy` gives it (`policyData`). Compared by what
   * it says: the order of bindings and members, and members named twice, are no difference. Its `version` and `etag`
   * mean nothing. An empty policy is accepted here; the service may refuse it. Updated in place.
   */
  policyData: pulumi.Input<string | input.IamPolicyData>;
}
