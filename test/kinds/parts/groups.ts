import { autoscalerForm, groupForm } from "../../../provider/src/compute/endpoints/instanceGroupManagers";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { managedInstanceForm } from "../../../provider/src/types/forms";
import { project } from "../../support/routeProvider";
import type { TestedKind } from "../kind";
import { global, putNumbered, putReferences, region } from "./calls";
import { generatedClass, onlyInPatches, patchBudget, patchCalls } from "./patches";

/** A kind that patches managed instance groups, of a scope. */
export function groupKind(
  definition: ResourceDefinition,
  [collection, place]: readonly [collection: "regions" | "zones", place: string],
  { missing, ...own }: Partial<TestedKind> & Pick<TestedKind, "fullProgram"> & { missing: Record<string, string> },
): TestedKind {
  const groupsIn = (project: string) => `projects/${project}/${collection}/${place}/instanceGroupManagers`;
  const path = `${groupsIn(project)}/web`;
  const theirs = (project: string) => ({
    targetSize: 1,
    baseInstanceName: "web",
    instanceTemplate: `projects/${project}/global/instanceTemplates/t`,
  });
  return {
    definition,
    classFile: generatedClass(definition),
    described: {
      message: "InstanceGroupManager",
      onlyInProto: {
        name: "Part of the path; the argument is instanceGroupManager.",
        targetSizePolicy: "The specification has no such field.",
        ...missing,
      },
      onlyInTable: { ...onlyInPatches, instanceGroupManager: "Part of the path; shown as the group's URL." },
    },
    answerForms: [
      { form: groupForm, message: "InstanceGroupManager" },
      { form: managedInstanceForm, message: "ManagedInstance" },
      { form: autoscalerForm, message: "Autoscaler" },
    ],
    plain: {
      arrange(emulator, project, count) {
        putNumbered(emulator, `${groupsIn(project)}/g`, count, theirs(project));
      },
      args: (number) => ({
        instanceGroupManager: `g${String(number)}`,
        [collection.slice(0, -1)]: place,
        description: "ours",
      }),
      change: { description: "ours too" },
      bytes: 1850,
      budget: patchBudget,
    },
    calls: patchCalls({
      subject: `gce:${definition.kind} "${place}/web"`,
      name: `group patch in ${collection}`,
      program: { instanceGroupManager: path, description: "ours" },
      seed(emulator) {
        emulator.objects.put(path, { ...theirs(project), description: "theirs" });
        putReferences(emulator, `${global}/instanceTemplates/u`, `${global}/healthChecks/alive`);
        putReferences(emulator, `${region}/targetPools/one`, `${region}/targetPools/two`);
      },
      path,
      permission: "compute.instanceGroupManagers.update",
      shown: ({ description }) => description,
      recorded: ({ description }) => description,
    }),
    ...own,
  };
}
