import type * as pulumi from "@pulumi/pulumi";
import type { ManagedInstance } from "../types/output";
import type { ListResult, UnsortedListArgs } from "./call/listArguments";
import { managedInstances } from "./definitions/managedInstances";
import { listForms, type Waiting } from "./forms/forms";
import type { FunctionOptions, FunctionOutputOptions } from "./forms/options";

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

const forms = listForms<GetManagedInstancesArgs, ManagedInstance, GetManagedInstancesResult>(managedInstances);
