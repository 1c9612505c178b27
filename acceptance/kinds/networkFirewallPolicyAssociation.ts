import * as gce from "pulumi-gce";
import type { FixtureName } from "../plan/names";
import { named } from "../run/fixtures";
import type { AcceptanceKind, Stage } from "./kind";

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
  async look({ service, made: { prefix } }) {
    const { project } = service.place;
    const network = named(prefix, "network");
    const [{ firewallPolicy }] = await service.read(() => service.networks.get({ project, network }));
    return firewallPolicy ? { firewallPolicy: firewallPolicy.replace(/^.*\//, "") } : undefined;
  },
  expected: ({ made: { prefix } }, stage) => ({ firewallPolicy: named(prefix, policies[stage]) }),
  async drift({ service, made: { prefix } }) {
    const { project } = service.place;
    const firewallPolicy = named(prefix, policies.changed);
    const [{ associations }] = await service.read(() =>
      service.networkFirewallPolicies.get({ project, firewallPolicy }),
    );
    for (const { name } of associations ?? [])
      await service.change((requestId) =>
        service.networkFirewallPolicies.removeAssociation({ project, firewallPolicy, name: name ?? "", requestId }),
      );
  },
};
