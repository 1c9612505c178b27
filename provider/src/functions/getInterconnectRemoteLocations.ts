import type * as pulumi from "@pulumi/pulumi";
import type { InterconnectRemoteLocation } from "../types/output";
import { listForms, type Waiting } from "./forms/forms";
import type { ListResult, ProjectListArgs } from "./call/listArguments";
import { interconnectRemoteLocations } from "./definitions/projectLists";
import type { FunctionOptions, FunctionOutputOptions } from "./forms/options";

/** Arguments of `getInterconnectRemoteLocations`. */
export type GetInterconnectRemoteLocationsArgs = ProjectListArgs;

/** Arguments of `getInterconnectRemoteLocationsOutput`. */
export type GetInterconnectRemoteLocationsOutputArgs = Waiting<GetInterconnectRemoteLocationsArgs>;

/** Result of `getInterconnectRemoteLocations`. */
export interface GetInterconnectRemoteLocationsResult extends GetInterconnectRemoteLocationsArgs, ListResult {
  /** The project. */
  readonly project: string;
  /** The locations, in the order of `orderBy`. */
  readonly locations: InterconnectRemoteLocation[];
}

/**
 * The locations of other clouds to which a project can connect with Cross-Cloud Interconnect. Each location has its
 * limits and the interconnect locations that it permits.
 *
 * Every page is fetched. Each request is repeated up to 5 times.
 *
 * Permission: `compute.interconnectRemoteLocations.list`. Scope: `compute.readonly`, `compute` or `cloud-platform`.
 *
 * Source: specification, "InterconnectRemoteLocation" and endpoint 12.
 *
 * @example Locations that support LACP
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const { locations } = gce.getInterconnectRemoteLocationsOutput({
 *   filter: '(status = "AVAILABLE") (lacp = "LACP_SUPPORTED")',
 * });
 * export const cities = locations.apply((all) => all.map(({ city }) => city));
 * ```
 *
 * @example With a filter that is not known yet
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const city = new pulumi.StackReference("acme/sites/prod").requireOutput("city");
 * const found = gce.getInterconnectRemoteLocationsOutput({ filter: pulumi.interpolate`city = "${city}"` });
 * export const names = found.locations.apply((all) => all.map(({ name }) => name));
 * ```
 *
 * @example One by one, in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * async function remoteServices() {
 *   const found = new Set<string>();
 *   for await (const { remoteService } of gce.iterateInterconnectRemoteLocations({ project: "shared-vpc-project" })) {
 *     if (remoteService !== undefined) found.add(remoteService);
 *   }
 *   return [...found];
 * }
 * export const services = remoteServices();
 * ```
 */
export function getInterconnectRemoteLocations(
  args?: GetInterconnectRemoteLocationsArgs,
  opts?: FunctionOptions,
): Promise<GetInterconnectRemoteLocationsResult> {
  return forms.promise(args, opts);
}

/**
 * The same as `getInterconnectRemoteLocations`, for arguments that can be unknown. While an argument is unknown, the
 * result is unknown, and there is no call.
 */
export function getInterconnectRemoteLocationsOutput(
  args?: GetInterconnectRemoteLocationsOutputArgs,
  opts?: FunctionOutputOptions,
): pulumi.Output<GetInterconnectRemoteLocationsResult> {
  return forms.output(args, opts);
}

/**
 * The same as `getInterconnectRemoteLocations`, but it returns the items one by one. It keeps one page in memory, and
 * `break` stops it.
 */
export function iterateInterconnectRemoteLocations(
  args?: GetInterconnectRemoteLocationsArgs,
  opts?: FunctionOptions,
): AsyncIterable<InterconnectRemoteLocation> {
  return forms.iterate(args, opts);
}

const forms = listForms<
  GetInterconnectRemoteLocationsArgs,
  InterconnectRemoteLocation,
  GetInterconnectRemoteLocationsResult
>(interconnectRemoteLocations);
