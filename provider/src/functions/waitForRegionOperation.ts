import type * as pulumi from "@pulumi/pulumi";
import type { Operation } from "../types/output";
import { regionOperation } from "./definitions/regionOperation";
import { getForms, type Waiting } from "./forms/forms";
import type { FunctionOptions, FunctionOutputOptions } from "./forms/options";

/** Arguments of `waitForRegionOperation`. */
export interface WaitForRegionOperationArgs {
  /** The operation of a region: its name, its numeric id, its path or URL (`selfLink`). */
  operation: string;
  /** Region of the operation. Default: the region that the link names, or `gcp:region`. */
  region?: string | undefined;
  /** Project of the operation. Default: the project that the link names, or `gcp:project`. */
  project?: string | undefined;
  /** Longest time to wait, as a duration: `"30m"`. Default: `"20m"`. */
  timeout?: string | undefined;
  /**
   * Waits in a preview too. Otherwise a preview reads the operation once, and takes it as it is. Default:
   * false.
   */
  waitInPreview?: boolean | undefined;
}

/** Arguments of `waitForRegionOperationOutput`. */
export type WaitForRegionOperationOutputArgs = Waiting<WaitForRegionOperationArgs>;

/** Result of `waitForRegionOperation`: the operation. Its `region` is a URL, as the service shows it. */
export interface WaitForRegionOperationResult extends Operation, Omit<WaitForRegionOperationArgs, "region"> {
  /** Path of the operation. */
  readonly id: string;
  /** The operation, as you gave it. */
  readonly operation: string;
  /** The project. */
  readonly project: string;
}

/**
 * Waits until an operation of a region is `DONE`, and returns the operation.
 *
 * The service holds each request until the operation ends, or for about two minutes. The function sends the request
 * again until its deadline. If the operation ended in an error, you get an error with everything that the service
 * says about it. If the service does not know the operation any more, you get an error too.
 *
 * A preview looks at the operation once. The result of a preview may not be `DONE`. See `waitInPreview`.
 *
 * Permission: `compute.regionOperations.get`. Scope: `compute.readonly`, `compute` or `cloud-platform`.
 *
 * Source: specification, "Operation" and endpoint 6; regionOperations.get of the public v1 reference.
 *
 * @example An operation by its name
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const done = gce.waitForRegionOperationOutput({
 *   operation: "operation-1700000000000-5f3a1b2c3d4e5-0a1b2c3d-4e5f6a7b",
 *   region: "us-central1",
 * });
 * export const finished = done.endTime;
 * ```
 *
 * @example With an operation that is not known yet
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const operation = new pulumi.StackReference("acme/groups/prod").requireOutput("lastOperation");
 * const done = gce.waitForRegionOperationOutput({ operation, timeout: "45m" });
 * export const progress = done.progress;
 * ```
 *
 * @example Awaited, in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * async function wait() {
 *   const done = await gce.waitForRegionOperation({
 *     operation: "projects/team-project/regions/us-central1/operations/operation-1700000000000-5f3a1b2c3d4e5-0a1b2c3d",
 *     waitInPreview: true,
 *   });
 *   return done.status;
 * }
 * export const status = wait();
 * ```
 */
export function waitForRegionOperation(
  args: WaitForRegionOperationArgs,
  opts?: FunctionOptions,
): Promise<WaitForRegionOperationResult> {
  return forms.promise(args, opts);
}

/**
 * The same as `waitForRegionOperation`, for arguments that can be unknown. While an argument is unknown, the result is
 * unknown, and there is no call.
 */
export function waitForRegionOperationOutput(
  args: WaitForRegionOperationOutputArgs,
  opts?: FunctionOutputOptions,
): pulumi.Output<WaitForRegionOperationResult> {
  return forms.output(args, opts);
}

const forms = getForms<WaitForRegionOperationArgs, WaitForRegionOperationResult>(regionOperation);
