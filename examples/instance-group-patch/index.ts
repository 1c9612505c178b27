import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();

// A group that another team made and goes on changing: projects/P/regions/R/instanceGroupManagers/G.
const group = config.require("group");

// How it brings instances up to date, and a label of ours beside theirs. Nothing else of the group is touched, and
// destroying this stack puts back what was there.
const updates = new gce.RegionInstanceGroupManagerPatch("updates", {
  instanceGroupManager: group,
  updatePolicy: {
    type: "PROACTIVE",
    minimalAction: "RESTART",
    maxSurge: { fixed: config.getNumber("surge") ?? 3 },
    maxUnavailable: { fixed: 0 },
  },
  allInstancesConfig: { properties: { labels: { "cost-center": "network", legacy: null } } },
  waitForInstances: "UPDATED",
  deletionPolicy: "RESTORE",
});

// A second patch of the same group, with fields of its own.
const healing = new gce.RegionInstanceGroupManagerPatch("healing", {
  instanceGroupManager: group,
  autoHealingPolicies: [{ healthCheck: "web", initialDelaySec: 300 }],
  deletionPolicy: "RESTORE",
});

export const managed = pulumi.all([updates.managedFields, healing.managedFields]).apply((fields) => fields.flat());
export const isStable = updates.status.apply((status) => status?.isStable ?? false);
export const actions = updates.currentActions;
