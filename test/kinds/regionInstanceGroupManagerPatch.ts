import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/instanceGroupManagerPatch/definition";
import { project } from "../support/routeProvider";
import { group, references } from "../protocol/others";
import { everyGroupSetting } from "../support/groupSettings";
import { global, region } from "./parts/calls";
import { groupKind } from "./parts/groups";

const zoneOf = (letter: string) => ({ zone: `projects/${project}/zones/us-central1-${letter}` });
const program = {
  instanceGroupManager: `${region}/instanceGroupManagers/web`,
  description: "ours",
  versions: [
    { name: "main", instanceTemplate: `${global}/instanceTemplates/t` },
    { name: "canary", instanceTemplate: `${global}/instanceTemplates/u`, targetSize: { fixed: 1 } },
  ],
  targetPools: [`${region}/targetPools/one`, `${region}/targetPools/two`],
  autoHealingPolicies: [{ healthCheck: `${global}/healthChecks/alive`, initialDelaySec: 300 }],
  updatePolicy: {
    type: "OPPORTUNISTIC",
    minimalAction: "REPLACE",
    instanceRedistributionType: "NONE",
    maxSurge: { fixed: 3 },
  },
  distributionPolicy: { zones: [zoneOf("a"), zoneOf("b"), zoneOf("c")], targetShape: "EVEN" },
  statefulPolicy: { preservedState: { disks: { data: { autoDelete: "NEVER" } } } },
  allInstancesConfig: { properties: { labels: { team: "net" }, metadata: { mode: "blue" } } },
  waitForInstances: "STABLE",
  deletionPolicy: "RESTORE",
};

/** A value for every argument that is sent. */
const sample = { instanceGroupManager: "web", ...everyGroupSetting };

/** A group in which all of it is otherwise, but for the zones, which cannot change. */
const another = {
  targetSize: 20,
  updatePolicy: { type: "PROACTIVE" },
  baseInstanceName: "other",
  distributionPolicy: { targetShape: "BALANCED", zones: [{ zone: "zones/us-central1-a" }] },
};

export const kind = groupKind(regionInstanceGroupManagerPatch, ["regions", "us-central1"], {
  missing: { zone: "Only zonal groups have one." },
  sample,
  fullProgram: program,
  mistaken: [
    {
      instanceGroupManager: "regions/us-central1/instanceGroupManagers/g",
      region: "us-east1",
      instanceTemplate: "t",
      versions: [
        { name: "one", instanceTemplate: "t" },
        { name: "one", instanceTemplate: "t" },
      ],
      autoHealingPolicies: [{ healthCheck: "h" }, { healthCheck: "i", initialDelaySec: -1 }],
      updatePolicy: {
        type: "OPPORTUNISTIC",
        minimalAction: "restart",
        maxSurge: { fixed: 0 },
        maxUnavailable: { fixed: 0 },
      },
      waitForInstances: "UPDATED",
      targetSize: "3",
    },
    ...["targetSize", "autoHealingPolicies[1].initialDelaySec", "updatePolicy.minimalAction", "region"],
    ...["versions[1].name", "versions", "versions", "autoHealingPolicies[1]", "waitForInstances"],
    "updatePolicy.maxUnavailable",
  ],
  furtherPrograms: [{ program: sample, others: { ...references, [group]: another } }],
});
