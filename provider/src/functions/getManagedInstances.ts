import type * as pulumi from "@pulumi/pulumi";
import { groupPath, managedInstancesRequest } from "../compute/endpoints/instanceGroupManagers";
import type { LinkContext, LinkTarget } from "../names/links";
import type { ManagedInstance } from "../types/output";
import { reading, type Resolution } from "./call/definition";
import { listForms, type Waiting } from "./call/forms";
import type { LinkedObject, Place } from "../fields/linkedPlace";
import { locationKind, projectKind } from "../fields/scalars";
import { withoutAbsent } from "../fields/values";
import { linkedObject, linkRule } from "./call/arguments";
import { unsortedListRules, type ListResult, type UnsortedListArgs } from "./call/listArguments";
import type { FunctionOptions, FunctionOutputOptions } from "./call/options";

/** Arguments of `getManagedInstances`. The service does not sort this list. */
export interface GetManagedInstancesArgs extends UnsortedListArgs {
  /**
   * The managed instance group: its name, path or URL. A path or URL says which zone or region it is in, and which
   * project.
   */
  instanceGroupManager: string;
  /** Zone of a zonal group, if you give the name of the group. Do not give `region` too. Default: `gcp:zone`. */
  zone?: string | undefined;
  /** Region of a regional group, if you give the name of the group. Do not give `zone` too. Default: `gcp:region`. */
  region?: string | undefined;
  /** Project of the group. Default: the project that the link names, or `gcp:project`. */
  project?: string | undefined;
}

/** Arguments of `getManagedInstancesOutput`. */
export type GetManagedInstancesOutputArgs = Waiting<GetManagedInstancesArgs>;

/** Result of `getManagedInstances`. */
export interface GetManagedInstancesResult extends GetManagedInstancesArgs, Omit<ListResult, "kind" | "selfLink"> {
  /** Path of the group, followed by `/managedInstances`. */
  readonly id: string;
  /** The project. */
  readonly project: string;
  /** The zone of a zonal group. */
  readonly zone?: string;
  /** The region of a regional group. */
  readonly region?: string;
  /** The instances, including those that the group has not created yet. */
  readonly managedInstances: ManagedInstance[];
}

/**
 * The instances of a managed instance group of a zone or a region.
 *
 * Each instance has the action that the group runs on it, its health, and the errors of the last attempt to create or
 * delete it.
 *
 * Every page is fetched. Each request is repeated up to 5 times. A group whose `listManagedInstancesResults` is not
 * `PAGINATED` answers with one page.
 *
 * Permission: `compute.instanceGroupManagers.get`. Scope: `compute.readonly`, `compute` or `cloud-platform`.
 *
 * Source: specification, "ManagedInstance" and endpoint 4; its regional form in the public v1 reference.
 *
 * @example Instances that the group is changing
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const { managedInstances } = gce.getManagedInstancesOutput({ instanceGroupManager: "search", region: "us-central1" });
 * export const busy = managedInstances.apply((all) => all.filter(({ currentAction }) => currentAction !== "NONE").length);
 * ```
 *
 * @example Of a group that a patch changes
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const patch = new gce.RegionInstanceGroupManagerPatch("size", {
 *   instanceGroupManager: "web",
 *   region: "europe-west1",
 *   targetSize: 4,
 *   waitForInstances: "STABLE",
 * });
 * const after = gce.getManagedInstancesOutput({ instanceGroupManager: patch.selfLink }, { dependsOn: patch });
 * export const count = after.managedInstances.apply((all) => all.length);
 * ```
 *
 * @example One by one, in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const group = "projects/team-project/zones/us-central1-a/instanceGroupManagers/workers";
 * async function firstFailed() {
 *   for await (const { instance, lastAttempt } of gce.iterateManagedInstances({ instanceGroupManager: group })) {
 *     if (lastAttempt?.errors !== undefined) return instance;
 *   }
 *   return undefined;
 * }
 * export const failed = firstFailed();
 * ```
 */
export function getManagedInstances(
  args: GetManagedInstancesArgs,
  opts?: FunctionOptions,
): Promise<GetManagedInstancesResult> {
  return forms.promise(args, opts);
}

/**
 * The same as `getManagedInstances`, for arguments that can be unknown. While an argument is unknown, the result is
 * unknown, and there is no call.
 */
export function getManagedInstancesOutput(
  args: GetManagedInstancesOutputArgs,
  opts?: FunctionOutputOptions,
): pulumi.Output<GetManagedInstancesResult> {
  return forms.output(args, opts);
}

/**
 * The same as `getManagedInstances`, but it returns the items one by one. It keeps one page in memory, and `break`
 * stops it.
 */
export function iterateManagedInstances(
  args: GetManagedInstancesArgs,
  opts?: FunctionOptions,
): AsyncIterable<ManagedInstance> {
  return forms.iterate(args, opts);
}

const groups: LinkTarget = { collection: "instanceGroupManagers", scopes: ["zone", "region"] };

function instanceGroupHint(link: string): string | undefined {
  return link.includes("/instanceGroups/")
    ? `names an instance group, and not its manager: give ${JSON.stringify(link.replace("/instanceGroups/", "/instanceGroupManagers/"))}, the \`instanceGroupManager\` and not the \`instanceGroup\` of the group.`
    : undefined;
}

const forms = listForms<GetManagedInstancesArgs, LinkedObject, ManagedInstance, GetManagedInstancesResult>({
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
});

/** The group that a link names, or a name together with the one place that is given, or else the one that is configured. */
function resolveGroup(args: GetManagedInstancesArgs, context: LinkContext): Resolution<LinkedObject> {
  const { instanceGroupManager: link, ...given } = args;
  if (given.zone !== undefined && given.region !== undefined) {
    return refused(
      "region",
      "zone and region are both given: a group is in one of the two. Leave out the one that it is not in.",
    );
  }
  const place = placeOf(given, context);
  if (!link.includes("/") && place.zone !== undefined && place.region !== undefined) {
    return refused(
      "zone",
      `zone or region: a name alone does not say which, and both gcp:zone (${place.zone}) and gcp:region (${place.region}) are configured. Pass the one that the group is in.`,
    );
  }
  return linkedObject("instanceGroupManager", link, groups, given, { ...context, ...place });
}

/** What completes a name: explicit arguments, and the configuration where they leave the place open. */
function placeOf({ project, zone, region }: Place, context: LinkContext): Place {
  const open = zone === undefined && region === undefined;
  return {
    project: project ?? context.project,
    zone: open ? context.zone : zone,
    region: open ? context.region : region,
  };
}

function refused(property: string, reason: string): { problems: { property: string; reason: string }[] } {
  return { problems: [{ property, reason }] };
}
