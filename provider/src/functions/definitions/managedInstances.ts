import { groupPath, managedInstancesRequest } from "../../compute/endpoints/instanceGroupManagers";
import type { LinkedObject, LinkScope } from "../../fields/linkScope";
import { locationKind, projectKind } from "../../fields/scalars";
import { withoutAbsent } from "../../fields/values";
import type { LinkContext, LinkTarget } from "../../names/links";
import { linkedObject, linkRule } from "../call/arguments";
import { reading, type ListDefinition, type Resolution } from "../call/definition";
import { unsortedListRules, type UnsortedListArgs } from "../call/listArguments";

type Arguments = UnsortedListArgs & LinkScope & { instanceGroupManager: string };

const groups: LinkTarget = { collection: "instanceGroupManagers", scopes: ["zone", "region"] };

function instanceGroupHint(link: string): string | undefined {
  return link.includes("/instanceGroups/")
    ? `names an instance group, and not its manager: give ${JSON.stringify(link.replace("/instanceGroups/", "/instanceGroupManagers/"))}, the \`instanceGroupManager\` and not the \`instanceGroup\` of the group.`
    : undefined;
}

export const managedInstances: ListDefinition<Arguments, LinkedObject> = {
  name: "getManagedInstances",
  ...reading,
  rules: {
    ...unsortedListRules,
    instanceGroupManager: linkRule(groups, instanceGroupHint),
    zone: locationKind("zone"),
    region: locationKind("region"),
    project: projectKind,
  },
  required: ["instanceGroupManager"],
  aliases: { name: "instanceGroupManager", group: "instanceGroupManager", instanceGroup: "instanceGroupManager" },
  member: "managedInstances",
  apiMember: "managedInstances",
  items: "instances",
  resolve: resolveGroup,
  id: (group) => `${groupPath(group)}/managedInstances`,
  echo: ({ project, zone, region }) => withoutAbsent({ project, zone, region }),
  request: managedInstancesRequest,
};

/** The group that a link names, or a name together with the one place that is given, or else the one that is configured. */
function resolveGroup(args: Arguments, context: LinkContext): Resolution<LinkedObject> {
  const { instanceGroupManager: link, ...others } = args;
  if (others.zone !== undefined && others.region !== undefined) {
    return refusal(
      "region",
      "zone and region are both given: a group is in one of the two. Leave out the one that it is not in.",
    );
  }
  const location = completeLocation(others, context);
  if (!link.includes("/") && location.zone !== undefined && location.region !== undefined) {
    return refusal(
      "zone",
      `zone or region: a name alone does not say which, and both gcp:zone (${location.zone}) and gcp:region (${location.region}) are configured. Pass the one that the group is in.`,
    );
  }
  return linkedObject("instanceGroupManager", link, groups, others, { ...context, ...location });
}

/** The location that completes a name: explicit arguments, and the configuration where they leave it open. */
function completeLocation({ project, zone, region }: LinkScope, context: LinkContext): LinkScope {
  const open = zone === undefined && region === undefined;
  return {
    project: project ?? context.project,
    zone: open ? context.zone : zone,
    region: open ? context.region : region,
  };
}

function refusal(property: string, reason: string): { problems: { property: string; reason: string }[] } {
  return { problems: [{ property, reason }] };
}
