import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();

// Changing firewallPolicy swaps the network from one policy to the other in a single step: at no moment is it without
// one. Roll out a new set of rules as a new policy, point this at it, and point it back if need be.
const protection = new gce.NetworkFirewallPolicyAssociation("protection", {
  attachmentTarget: config.get("network") ?? "default",
  firewallPolicy: config.require("firewallPolicy"),
  // Permission to take the network from a policy that this stack has not attached.
  replaceExistingAssociation: config.getBoolean("takeOver") ?? false,
});

export const network = protection.attachmentTarget;
export const policy = protection.shortName;
