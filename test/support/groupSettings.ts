import type { Properties } from "./providerProcess";

/** A value for every field of a managed instance group that can be managed, as a program gives it. */
export const everyGroupSetting: Properties = {
  description: "d",
  baseInstanceName: "web",
  versions: [
    { name: "v", instanceTemplate: "t" },
    { name: "w", instanceTemplate: "t", targetSize: { fixed: 1 } },
  ],
  targetSize: 12,
  targetStoppedSize: 1,
  targetSuspendedSize: 1,
  targetPools: ["pool"],
  autoHealingPolicies: [{ healthCheck: "check", initialDelaySec: 60 }],
  updatePolicy: {
    type: "OPPORTUNISTIC",
    instanceRedistributionType: "NONE",
    minimalAction: "RESTART",
    mostDisruptiveAllowedAction: "REPLACE",
    replacementMethod: "SUBSTITUTE",
    maxSurge: { fixed: 3 },
    maxUnavailable: { percent: 20 },
  },
  distributionPolicy: { zones: [{ zone: "us-central1-a" }], targetShape: "EVEN" },
  instanceLifecyclePolicy: { forceUpdateOnRepair: "YES", defaultActionOnFailure: "REPAIR" },
  instanceFlexibilityPolicy: { instanceSelections: { best: { machineTypes: ["n1-standard-16"], rank: 1 } } },
  statefulPolicy: {
    preservedState: {
      disks: { data: { autoDelete: "NEVER" } },
      internalIPs: { nic0: {} },
      externalIPs: { nic0: { autoDelete: "ON_PERMANENT_INSTANCE_DELETION" } },
    },
  },
  standbyPolicy: { initialDelaySec: 60, mode: "MANUAL" },
  listManagedInstancesResults: "PAGINATED",
  allInstancesConfig: { properties: { metadata: { a: "b" }, labels: { c: "d" } } },
  resourcePolicies: { workloadPolicy: "w" },
};
