import { autoscalerForm, groupForm } from "../../provider/src/compute/endpoints/instanceGroupManagers";
import { instanceGroupManagerPatch } from "../../provider/src/resources/instanceGroupManagerPatch/definition";
import { managedInstanceForm } from "../../provider/src/types/forms";
import { project } from "../support/routeProvider";
import type { TestedKind } from "./kind";
import { global, putNumbered, putReferences, region, root } from "./parts/calls";
import { onlyInPatches, patchBudget, patchCalls } from "./parts/patches";

const zone = `projects/${project}/zones/us-central1-a`;
const path = `${zone}/instanceGroupManagers/web`;
const theirs = { targetSize: 1, baseInstanceName: "web", instanceTemplate: `${root}${global}/instanceTemplates/t` };

export const kind: TestedKind = {
  definition: instanceGroupManagerPatch,
  classFile: "provider/src/resources/generated/instanceGroupManagerPatch.ts",
  described: {
    message: "InstanceGroupManager",
    onlyInProto: {
      name: "Part of the path; the argument is instanceGroupManager.",
      region: "Only regional groups have one.",
      distributionPolicy: "Only regional groups have one.",
      targetSizePolicy: "The specification has no such field.",
    },
    onlyInTable: {
      ...onlyInPatches,
      instanceGroupManager: "Part of the path; shown as the group's URL.",
    },
  },
  answerForms: [
    { form: groupForm, message: "InstanceGroupManager" },
    { form: managedInstanceForm, message: "ManagedInstance" },
    { form: autoscalerForm, message: "Autoscaler" },
  ],
  plain: {
    arrange(emulator, project, count) {
      putNumbered(emulator, `projects/${project}/zones/us-central1-a/instanceGroupManagers/g`, count, {
        ...theirs,
        instanceTemplate: `projects/${project}/global/instanceTemplates/t`,
      });
    },
    args: (number) => ({ instanceGroupManager: `g${String(number)}`, zone: "us-central1-a", description: "ours" }),
    change: { description: "ours too" },
    bytes: 1850,
    budget: patchBudget,
  },
  callsLike: "RegionInstanceGroupManagerPatch",
  calls: patchCalls({
    subject: 'gce:InstanceGroupManagerPatch "us-central1-a/web"',
    name: "zonal group patch",
    program: { instanceGroupManager: path, description: "ours" },
    seed(emulator) {
      emulator.objects.put(path, { ...theirs, description: "theirs" });
      putReferences(emulator, `${global}/instanceTemplates/u`, `${region}/targetPools/one`);
    },
    path,
    permission: "compute.instanceGroupManagers.update",
    shown: ({ description }) => description,
    recorded: ({ description }) => description,
  }),
  fullProgram: {
    instanceGroupManager: path,
    versions: [
      { name: "main", instanceTemplate: `${global}/instanceTemplates/t` },
      { name: "canary", instanceTemplate: `${global}/instanceTemplates/u`, targetSize: { fixed: 1 } },
    ],
    targetPools: [`${region}/targetPools/one`],
    updatePolicy: { type: "OPPORTUNISTIC", minimalAction: "REPLACE", maxSurge: { fixed: 3 } },
    deletionPolicy: "RESTORE",
  },
};
