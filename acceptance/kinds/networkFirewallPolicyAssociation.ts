import * as gce from "pulumi-gce";
import { named, type FixtureName } from "../plan/fixtures";
import { detach } from "../run/cleanup";
import { fixturePath, type AcceptanceKind, type Stage } from "./kind";

const policies: Readonly<Record<Stage, FixtureName>> = { made: "guard", changed: "spare" };

export const networkFirewallPolicyAssociation: AcceptanceKind = {
  name: "NetworkFirewallPolicyAssociation",
  declare({ made: { prefix } }, stage) {
    const name = `${prefix}-association`;
    const attachmentTarget = named(prefix, "network");
    const firewallPolicy = named(prefix, policies[stage]);
    new gce.NetworkFirewallPolicyAssociation("NetworkFirewallPolicyAssociation", {
      name,
      attachmentTarget,
      firewallPolicy,
    });
  },
  change: ["update", "replace"],
  /** The policy that the network names, or undefined where it has none. */
  async look(context) {
    const { firewallPolicy } = await context.service.get(fixturePath(context, "network"));
    return firewallPolicy ? { firewallPolicy: firewallPolicy.replace(/^.*\//, "") } : undefined;
  },
  expected: ({ made: { prefix } }, stage) => ({ firewallPolicy: named(prefix, policies[stage]) }),
  drift: (context) => detach(context.service, fixturePath(context, policies.changed)),
};
