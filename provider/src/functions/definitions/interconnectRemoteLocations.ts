import type { ListDefinition } from "../call/definition";
import { projectList, type ProjectListArgs } from "../call/listArguments";

export const interconnectRemoteLocations: ListDefinition<ProjectListArgs, { project: string }> = {
  ...projectList("interconnectRemoteLocations"),
  name: "getInterconnectRemoteLocations",
  member: "locations",
  items: "remote locations",
};
