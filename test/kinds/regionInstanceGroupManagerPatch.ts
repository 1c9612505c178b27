import { autoscalerForm, groupForm } from "../../provider/src/compute/endpoints/instanceGroupManagers";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/instanceGroupManagerPatch/definition";
import { managedInstanceForm } from "../../provider/src/types/forms";
import { project } from "../support/routeProvider";
import { group, references } from "../protocol/others";
import { everyGroupSetting } from "../support/groupSettings";
import type { KindCall, PlainCase, TestedKind } from "./kind";
import { onlyInPatches, patchBudget, patchCalls } from "./parts/patches";
import { global, putNumbered, putReferences, region, root } from "./parts/calls";

const plain: PlainCase = {
  arrange: (emulator, project, count) => {
    putNumbered(emulator, `projects/${project}/regions/us-central1/instanceGroupManagers/g`, count, {
      targetSize: 1,
      baseInstanceName: "web",
      instanceTemplate: `projects/${project}/global/instanceTemplates/t`,
    });
  },
  args: (number) => ({
    instanceGroupManager: `g${String(number)}`,
    region: "us-central1",
    description: "ours",
  }),
  change: { description: "ours too" },
  bytes: 1850,
  budget: patchBudget,
};

const path = `${region}/instanceGroupManagers/web`;
const seed: KindCall["seed"] = (emulator) => {
  emulator.objects.put(path, {
    description: "theirs",
    baseInstanceName: "web",
    instanceTemplate: `${root}${global}/instanceTemplates/t`,
    targetSize: 1,
  });
  putReferences(emulator, `${global}/instanceTemplates/u`, `${global}/healthChecks/alive`);
  putReferences(emulator, `${region}/targetPools/one`, `${region}/targetPools/two`);
};
const calls = patchCalls({
  subject: 'gce:RegionInstanceGroupManagerPatch "us-central1/web"',
  name: "group patch",
  program: { instanceGroupManager: "web", description: "ours" },
  seed,
  path,
  permission: "compute.instanceGroupManagers.update",
  shown: ({ description }) => description,
  recorded: ({ description }) => description,
});

const zoneOf = (letter: string) => ({ zone: `projects/${project}/zones/us-central1-${letter}` });
const program = {
  instanceGroupManager: path,
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

export const kind: TestedKind = {
  definition: regionInstanceGroupManagerPatch,
  classFile: "provider/src/resources/generated/regionInstanceGroupManagerPatch.ts",
  described: {
    message: "InstanceGroupManager",
    onlyInProto: {
      name: "Part of the path; the argument is instanceGroupManager.",
      zone: "Only zonal groups have one.",
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
  sample,
  plain,
  calls,
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
};
