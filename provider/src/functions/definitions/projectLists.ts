import { collectionPath, listRequest } from "../../compute/objects";
import { projectKind } from "../../fields/scalars";
import type { Form } from "../../types/form";
import { interconnectRemoteLocationForm, networkProfileForm } from "../../types/forms";
import { resolveProject } from "../call/arguments";
import { reading, type ListDefinition } from "../call/definition";
import { listRules, type ProjectListArgs } from "../call/listArguments";

type ProjectList = ListDefinition<ProjectListArgs, { project: string }>;

/** A list of global objects of a project, each of that form. */
function projectList(
  collection: string,
  item: Form,
  words: Pick<ProjectList, "name" | "member" | "items">,
): ProjectList {
  const objects = { name: collection, scope: "global" } as const;
  return {
    ...reading,
    rules: { ...listRules, project: projectKind },
    required: [],
    resolve: resolveProject,
    id: (location) => collectionPath(objects, location),
    request: (location) => listRequest(objects, location, item),
    echo: (location) => location,
    ...words,
  };
}

export const interconnectRemoteLocations = projectList("interconnectRemoteLocations", interconnectRemoteLocationForm, {
  name: "getInterconnectRemoteLocations",
  member: "locations",
  items: "remote locations",
});

export const networkProfiles = projectList("networkProfiles", networkProfileForm, {
  name: "getNetworkProfiles",
  member: "networkProfiles",
  items: "network profiles",
});
