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

// … one backend of a service that others have backends of, too: theirs stay, and a destroy takes out this one …
const backend = new gce.BackendServicePatch("blue", {
  backendService: "web",
  backends: [
    { group: "zones/europe-west1-b/networkEndpointGroups/blue", balancingMode: "RATE", maxRatePerEndpoint: 100 },
  ],
  deletionPolicy: "RESTORE",
});

// … and the firewall policy of the network. Another policy takes its place in one step.
const protection = new gce.NetworkFirewallPolicyAssociation("protection", {
  attachmentTarget: "default",
  firewallPolicy: new pulumi.Config().get("firewallPolicy") ?? "baseline-1",
});

export const managed = pulumi.all([updates.managedFields, backend.managedFields]);
export const policy = protection.shortName;
