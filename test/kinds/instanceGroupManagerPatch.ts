import { instanceGroupManagerPatch } from "../../provider/src/resources/instanceGroupManagerPatch/definition";
import { project } from "../support/routeProvider";
import { global, region } from "./parts/calls";
import { groupKind } from "./parts/groups";
import { because } from "./parts/patches";

export const kind = groupKind(instanceGroupManagerPatch, ["zones", "us-central1-a"], {
  missing: because("Only regional groups have one.", "region", "distributionPolicy"),
  callsLike: "RegionInstanceGroupManagerPatch",
  fullProgram: {
    instanceGroupManager: `projects/${project}/zones/us-central1-a/instanceGroupManagers/web`,
    versions: [
      { name: "main", instanceTemplate: `${global}/instanceTemplates/t` },
      { name: "canary", instanceTemplate: `${global}/instanceTemplates/u`, targetSize: { fixed: 1 } },
    ],
    targetPools: [`${region}/targetPools/one`],
    updatePolicy: { type: "OPPORTUNISTIC", minimalAction: "REPLACE", maxSurge: { fixed: 3 } },
    deletionPolicy: "RESTORE",
  },
});
