import type { ListDefinition } from "../call/definition";
import { interconnectRemoteLocationForm } from "../../types/forms";
import { projectList, type ProjectListArgs } from "../call/listArguments";

export const interconnectRemoteLocations: ListDefinition<ProjectListArgs, { project: string }> = {
  ...projectList("interconnectRemoteLocations", interconnectRemoteLocationForm),
  name: "getInterconnectRemoteLocations",
  member: "locations",
  items: "remote locations",
};
