import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();

// A firewall policy of the organization or of a folder: locations/global/firewallPolicies/NUMBER.
const firewallPolicy = config.require("firewallPolicy");

// Exactly these groups administer it: whoever else has the role loses it …
const admins = new gce.FirewallPolicyIamBinding("admins", {
  firewallPolicy,
  role: "roles/compute.orgFirewallPolicyAdmin",
  members: config.requireObject<string[]>("adminGroups").map((group) => `group:${group}`),
});

// … and an auditor may look until the end of the audit, beside all others who may.
const auditor = new gce.FirewallPolicyIamMember("auditor", {
  firewallPolicy,
  role: "roles/compute.viewer",
  member: `user:${config.require("auditor")}`,
  condition: {
    title: "audit 2030",
    description: "Ends with the audit",
    expression: "request.time < timestamp('2030-07-01T00:00:00Z')",
  },
});

// Of another policy everything is declared: nobody has a role on it but the ones that are named here.
const quarantine = new gce.FirewallPolicyIamPolicy("quarantine", {
  firewallPolicy: config.require("quarantinePolicy"),
  policyData: {
    bindings: [{ role: admins.role, members: admins.members }],
    auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }, { logType: "DATA_WRITE" }] }],
  },
});

export const adminMembers = admins.members;
export const auditorRole = auditor.role;
export const quarantineEtag = quarantine.etag;
