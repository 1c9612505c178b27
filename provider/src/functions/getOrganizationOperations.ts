import type * as pulumi from "@pulumi/pulumi";
import type { Operation } from "../types/output";
import { listForms, type Waiting } from "./forms/forms";
import type { ListArgs, ListResult } from "./call/listArguments";
import { organizationOperations } from "./definitions/organizationOperations";
import type { FunctionOptions, FunctionOutputOptions } from "./forms/options";

/** Arguments of `getOrganizationOperations`. */
export interface GetOrganizationOperationsArgs extends ListArgs {
  /** The organization, as `organizations/123` or `123`. For a folder, give `folders/123`. */
  parentId: string;
}

/** Arguments of `getOrganizationOperationsOutput`. */
export type GetOrganizationOperationsOutputArgs = Waiting<GetOrganizationOperationsArgs>;

/** Result of `getOrganizationOperations`. */
export interface GetOrganizationOperationsResult extends GetOrganizationOperationsArgs, ListResult {
  /** The operations, in the order of `orderBy`. The list includes failed operations: `error` says why they failed. */
  readonly operations: Operation[];
}

/**
 * The global operations of an organization, such as changes of hierarchical firewall policies.
 *
 * The list has the operations that are running, and those that ended not long ago.
 *
 * Every page is fetched. Each request is repeated up to 5 times.
 *
 * Permission: `compute.globalOperations.list` on the organization. Scope: `compute.readonly`, `compute` or
 * `cloud-platform`.
 *
 * Source: specification, "Operation" and endpoint 9.
 *
 * @example Operations that failed
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const { operations } = gce.getOrganizationOperationsOutput({
 *   parentId: "organizations/123456789012",
 *   orderBy: "creationTimestamp desc",
 *   maxItems: 100,
 * });
 * export const failed = operations.apply((all) => all.filter(({ error }) => error !== undefined).length);
 * ```
 *
 * @example With an organization that is not known yet
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const parentId = new pulumi.StackReference("acme/organization/prod").requireOutput("organizationId");
 * const { operations } = gce.getOrganizationOperationsOutput({ parentId, filter: 'status = "RUNNING"' });
 * export const running = operations.apply((all) => all.length);
 * ```
 *
 * @example One by one, of a folder
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * async function newest(parentId: string) {
 *   const operations = gce.iterateOrganizationOperations({ parentId, orderBy: "creationTimestamp desc" });
 *   for await (const { insertTime } of operations) return insertTime;
 *   return undefined;
 * }
 * export const lastChange = newest("folders/987654321098");
 * ```
 */
export function getOrganizationOperations(
  args: GetOrganizationOperationsArgs,
  opts?: FunctionOptions,
): Promise<GetOrganizationOperationsResult> {
  return forms.promise(args, opts);
}

/**
 * The same as `getOrganizationOperations`, for arguments that can be unknown. While an argument is unknown, the result
 * is unknown, and there is no call.
 */
export function getOrganizationOperationsOutput(
  args: GetOrganizationOperationsOutputArgs,
  opts?: FunctionOutputOptions,
): pulumi.Output<GetOrganizationOperationsResult> {
  return forms.output(args, opts);
}

/**
 * The same as `getOrganizationOperations`, but it returns the items one by one. It keeps one page in memory, and
 * `break` stops it.
 */
export function iterateOrganizationOperations(
  args: GetOrganizationOperationsArgs,
  opts?: FunctionOptions,
): AsyncIterable<Operation> {
  return forms.iterate(args, opts);
}

const forms = listForms<GetOrganizationOperationsArgs, Operation, GetOrganizationOperationsResult>(
  organizationOperations,
);
