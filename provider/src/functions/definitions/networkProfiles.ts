import type { ListDefinition } from "../call/definition";
import { networkProfileForm } from "../../types/forms";
import { projectList, type ProjectListArgs } from "../call/listArguments";

export const networkProfiles: ListDefinition<ProjectListArgs, { project: string }> = {
  ...projectList("networkProfiles", networkProfileForm),
  name: "getNetworkProfiles",
  member: "networkProfiles",
  items: "network profiles",
};
