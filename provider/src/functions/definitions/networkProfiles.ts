import type { ListDefinition } from "../call/definition";
import { projectList, type ProjectListArgs } from "../call/listArguments";

export const networkProfiles: ListDefinition<ProjectListArgs, { project: string }> = {
  ...projectList("networkProfiles"),
  name: "getNetworkProfiles",
  member: "networkProfiles",
  items: "network profiles",
};
