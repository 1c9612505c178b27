import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

// Beside the four routes …
export { egressLink, laboratoryRange, networkLink, officeRange, partnerNextHop } from "./index";

// … one setting of a group that another team owns. All other fields stay as they are, and a destroy puts this one back …
const updates = new gce.RegionInstanceGroupManagerPatch("updates", {
  instanceGroupManager: "regions/europe-west1/instanceGroupManagers/search",
  updatePolicy: { maxSurge: { fixed: 5 } },
  deletionPolicy: "RESTORE",
});

// … and the firewall policy of the network. Another policy takes its place in one step.
const protection = new gce.NetworkFirewallPolicyAssociation("protection", {
  attachmentTarget: "default",
  firewallPolicy: new pulumi.Config().get("firewallPolicy") ?? "baseline-1",
});

export const managed = updates.managedFields;
export const policy = protection.shortName;
